/** Rounds of sweeps are shared by all triggers of a process: how far back they look does not grow. */
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { EventName } from '../../nodes/SupportInbox/trigger/properties/settings';
import { Scene } from './scene';

const searches = ({ simulator }: Scene, after: number): Array<{ since?: string }> =>
	simulator.requests.slice(after).filter(({ path }) => path.endsWith('search')).map(({ rawBody }) => JSON.parse(String(rawBody)) as { since?: string });

it.each<[string, EventName[], number]>([
	['polls as often', ['ticketCreated', 'newMessage'], MINUTE],
	['polls as often, and reads the look-back with the news', ['ticketCreated'], MINUTE],
	['polls every six hours', ['ticketCreated', 'newMessage'], 6 * HOUR],
])('a trigger for which another one looks through the look-back, %s: what they ask for does not grow', async (_, events, interval) => {
	const scene = await Scene.set({ events, lookback: HOUR });
	const [first, second] = [scene.another(scene.settings), scene.another(scene.settings)];
	const pollFor = async (time: number) => {
		for (const ends = scene.now + time; scene.now < ends; scene.now += 40 * SECOND) {
			await first();
			scene.now += 20 * SECOND;
			if ((ends - scene.now) % interval < MINUTE) await second();
		}
	};
	await pollFor(4 * interval + 4 * HOUR);
	const before = scene.simulator.requests.length;
	await pollFor(interval);
	const oldest = Math.min(...searches(scene, before).map(({ since }) => Date.parse(since ?? '9999-12-31')));
	// Lookback, and what has come since each of them polled last.
	expect((scene.now - oldest) / HOUR).toBeLessThan(1.5 + (2 * interval) / HOUR);
});

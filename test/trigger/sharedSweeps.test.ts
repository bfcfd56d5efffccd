/** Rounds of sweeps are shared by all triggers of a process: how far back they look does not grow. */
import type { IDataObject } from 'n8n-workflow';

import type { EventName } from '../../nodes/SupportInbox/trigger/properties/settings';
import { runOnce } from '../../nodes/SupportInbox/trigger/run/run';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { Scene } from './scene';

/** Two triggers of one process. @returns a poll for each */
function twoTriggers({ session, settings, service, limits }: Scene): Array<() => Promise<void>> {
	return [0, 1].map((place) => {
		const memory: IDataObject = {};
		const needs = { key: `sweeps ${place}`, session, origin: 'https://tenant.example', settings, service, limits, budget: 26 * SECOND };
		return async () => void (await runOnce({ ...needs, memory: () => memory }));
	});
}

const searches = ({ simulator }: Scene, after: number): Array<{ since?: string }> =>
	simulator.requests.slice(after).filter(({ path }) => path.endsWith('search')).map(({ rawBody }) => JSON.parse(String(rawBody)) as { since?: string });

describe('a trigger for which another one looks through the look-back', () => {
	it.each<[string, EventName[], number]>([
		['polls as often', ['ticketCreated', 'newMessage'], MINUTE],
		['polls as often, and reads the look-back with the news', ['ticketCreated'], MINUTE],
		['polls every six hours', ['ticketCreated', 'newMessage'], 6 * HOUR],
	])('%s: what they ask for does not grow', async (_, events, interval) => {
		const scene = await Scene.set({ events, lookBack: HOUR });
		const [first, second] = twoTriggers(scene);
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
		// Look Back, and what has come since each of them polled last.
		expect((scene.now - oldest) / HOUR).toBeLessThan(1.5 + (2 * interval) / HOUR);
	});
});

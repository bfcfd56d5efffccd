import { startSimulator } from './index';
import { LiveTraffic } from './liveTraffic';

const CLOCK = () => Date.parse('2026-03-11T10:00:00Z');

test('the same seed gives the same data and the same traffic', async () => {
	const run = async (seed: number) => {
		const { store } = await startSimulator({ http: false, clock: CLOCK });
		const traffic = new LiveTraffic(store, seed);
		const events = Array.from({ length: 300 }, () => traffic.step());
		return { events, titles: [...store.tickets.values()].map(({ title, label_ids }) => [title, label_ids]) };
	};
	const first = await run(1);
	expect(await run(1)).toEqual(first);
	expect((await run(2)).events).not.toEqual(first.events);
	expect(new Set(first.events.map(({ kind }) => kind))).toEqual(new Set(['ticket', 'reply', 'edit', 'memo', 'lateMail']));
});

import { longRun } from './longRun/run';

const SEEDS = Number(process.env.SEEDS ?? 50);
const FIRST = Number(process.env.FIRST_SEED ?? 1);

describe('two days of three inboxes with everything that can go wrong', () => {
	it.each(Array.from({ length: SEEDS }, (_, place) => FIRST + place))('seed %i: nothing lost, nothing doubled, nothing out of order', async (seed) => {
		const { faults, mostRequests, stateBytes, ...counts } = await longRun(seed);
		expect(faults.slice(0, 10)).toEqual([]);
		expect(mostRequests).toBeLessThanOrEqual(1);
		expect(stateBytes).toBeLessThan(300_000);
		expect(counts.events).toBeGreaterThan(0);
	});
});

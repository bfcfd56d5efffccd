import { longRun } from './run';

/** Runs so many seeds from `first` on, each as a test of its own. */
export function testSeeds(first: number, count: number): void {
	const seeds = Array.from({ length: count }, (_, place) => first + place);

	describe('two days of three inboxes with everything that can go wrong', () => {
		it.each(seeds)('seed %i: nothing lost, doubled or out of order, within the requests', async (seed) => {
			const { faults, mostRequests, stateBytes, events } = await longRun(seed);
			expect(faults.slice(0, 10)).toEqual([]);
			expect(mostRequests).toBeLessThanOrEqual(1);
			expect(stateBytes).toBeLessThan(300_000);
			expect(events).toBeGreaterThan(0);
		});
	});
}

import { longRun } from './run';

/** Runs so many seeds from `first` on, each as a test of its own. */
export function testSeeds(first: number, count: number): void {
	const seeds = Array.from({ length: count }, (_, place) => first + place);

	describe('two days of three inboxes with everything that can go wrong', () => {
		it.each(seeds)('seed %i: nothing lost, doubled or out of order, within the requests', async (seed) => {
			const { faults, mostRequests, stateBytes, mostBytes, events } = await longRun(seed);
			expect(faults.slice(0, 10)).toEqual([]);
			expect(mostRequests).toBeLessThanOrEqual(1);
			// n8n keeps it under a name of its own.
			expect(stateBytes).toBeLessThan(mostBytes + 100);
			expect(events).toBeGreaterThan(0);
		});
	});
}

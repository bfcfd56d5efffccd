import { longRun } from './run';

/** How many seeds there are in all. */
const COUNT = Number(process.env.SEEDS ?? 10);

/**
 * Runs one part of the seeds, each as a test of its own.
 *
 * - `SEEDS=60` runs seeds 1 to 60, `SEED=17` runs this one only.
 *
 * @param part this one, from 0, of so many `parts`
 */
export function testSeeds(part: number, parts: number): void {
	const all = process.env.SEED === undefined ? Array.from({ length: COUNT }, (_, place) => place + 1) : [Number(process.env.SEED)];
	const seeds = all.filter((seed) => seed % parts === part);

	describe('triggers of one process over days, with everything that can go wrong', () => {
		it.each(seeds.length > 0 ? seeds : [0])('seed %i: nothing lost, doubled or stale, and no needless failure', async (seed) => {
			if (seed === 0) return;
			const { faults, events } = await longRun(seed);
			if (faults.length > 0) console.error(`Again: SEED=${seed} npx jest test/trigger/longRun\n${faults.slice(0, 10).join('\n')}`);
			expect(faults.slice(0, 10)).toEqual([]);
			expect(events).toBeGreaterThan(0);
		});
	});
}

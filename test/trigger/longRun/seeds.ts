import { inScope } from '../../harness/scope';
import { longRun } from './run';

/** The seeds of this run: of the first twenty, the sample is what costs the least for each part. */
const { SEED, SEEDS } = process.env;
const CHOSEN = SEED !== undefined ? [Number(SEED)] : SEEDS !== undefined ? upTo(Number(SEEDS)) : inScope({ sample: [9, 11], whole: upTo(20), nightly: upTo(300) });

function upTo(count: number): number[] {
	return Array.from({ length: count }, (_, place) => place + 1);
}

/** What must occur in many seeds, each several times. */
const TROUBLE = [
	...['cannot be shown', 'clock step', 'dated ahead', 'commented', 'dated back', 'deleted', 'draft sent', 'event added', 'inbox added', 'inbox removed', 'kill', 'outage'],
	...['outage of days', 'own write', 'pair', 'poll beside another one of its trigger', 'trigger switched off'],
	...['request away', 'request limited', 'request refused', 'request ticket'],
];

/**
 * Runs one part of the seeds, each as a test of its own.
 *
 * - `SEEDS=60` runs seeds 1 to 60, `SEED=17` runs this one only.
 *
 * @param part this one, from 0, of a number of `parts`
 */
export function testSeeds(part: number, parts: number): void {
	// In pairs, since by chance the longest of the first sixty are odd.
	const seeds = CHOSEN.filter((seed) => Math.floor(seed / 2) % parts === part);
	const occurred: Record<string, number> = {};

	describe('triggers of one process over days, with everything that can go wrong', () => {
		it.each(seeds.length > 0 ? seeds : [0])('seed %i: nothing lost, doubled or stale, and no needless failure', async (seed) => {
			if (seed === 0) return;
			const { faults, events, counts } = await longRun(seed);
			for (const [kind, count] of counts) occurred[kind] = (occurred[kind] ?? 0) + count;
			if (faults.length > 0) console.error(`Again: SEED=${seed} npx jest test/trigger/longRun\n${faults.slice(0, 10).join('\n')}`);
			expect(faults.slice(0, 10)).toEqual([]);
			expect(events).toBeGreaterThan(0);
		});

		it('every kind of trouble occurred, if there were many seeds', () => {
			if (seeds.length >= 30) expect(TROUBLE.filter((kind) => !(occurred[kind] > 0))).toEqual([]);
		});
	});
}

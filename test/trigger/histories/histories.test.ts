/** Random histories, judged by the sentences of docs/trigger.md alone. `SEED=7` runs this one only. */
import { inScope } from '../../harness/scope';
import { historyOf } from './history';
import { judge } from './judge';

const SEEDS = inScope({ sample: 2, whole: 30, nightly: 120 });
const MINUTES = inScope({ sample: 45, whole: 120, nightly: 180 });
const { SEED } = process.env;
const seeds = SEED === undefined ? Array.from({ length: SEEDS }, (_, place) => place + 1) : [Number(SEED)];

it.each(seeds)('seed %i: what the triggers emitted is what the page promises', async (seed) => {
	expect(judge(await historyOf(seed, MINUTES))).toEqual([]);
});

/** Random histories, judged by the sentences of docs/trigger.md alone. `SEED=7` runs this one only. */
import { inScope } from '../../harness/scope';
import { historyOf } from './history';
import { judge } from './judge';
import type { Log } from './log';

const SEEDS = inScope({ sample: 2, whole: 30, nightly: 120 });
const MINUTES = inScope({ sample: 30, whole: 120, nightly: 180 });
const { SEED } = process.env;
const seeds = SEED === undefined ? Array.from({ length: SEEDS }, (_, place) => place + 1) : [Number(SEED)];

it.each(seeds)('seed %i: what the triggers emitted is what the page promises', async (seed) => {
	expect(judge(await historyOf(seed, MINUTES))).toEqual([]);
});

/** What a trigger would do wrong: an item is lost, comes again, or comes later than the page says. `move`: by how many polls, null for never. */
const SPOILS: Array<[string, { keep: boolean; move: number | null }]> = [
	['lost', { keep: false, move: null }],
	['emitted again', { keep: true, move: 1 }],
	['emitted five polls late', { keep: false, move: 5 }],
];

/** @returns for each item of a history that is spoiled so, whether it is seen */
function seen({ polls, ...log }: Log, { keep, move }: (typeof SPOILS)[number][1]): Array<{ event: unknown; isSeen: boolean }> {
	return polls.flatMap(({ items, trigger }, from) => {
		const later = polls.flatMap((poll, place) => (poll.trigger === trigger && place > from ? [place] : []));
		return items.map((item) => {
			const changed = polls.map((poll, place) => ({
				...poll,
				items: [...poll.items.filter((one) => keep || one !== item), ...(move !== null && place === later[move - 1] ? [item] : [])],
			}));
			return { event: item.event, isSeen: judge({ ...log, polls: changed }).length > 0 };
		});
	});
}

describe('the judge', () => {
	let log: Log;
	beforeAll(async () => (log = await historyOf(23, 30)));

	it.each(SPOILS)('sees that an item is %s', (_what, spoil) => {
		const outcomes = seen(log, spoil);
		const missed = outcomes.filter(({ isSeen }) => !isSeen);
		// Of some items the page leaves open whether they come.
		expect(missed.length).toBeLessThanOrEqual(outcomes.length * 0.15);
		expect(new Set(outcomes.map(({ event }) => event)).size).toBeGreaterThan(3);
	});
});

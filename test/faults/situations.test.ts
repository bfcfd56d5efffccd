/** What happens around an operation's own request, whatever the operation: how often it is sent, and what was done. */
import { runNode } from '../harness/engine';
import { everythingIn } from '../harness/errors';
import { sampled } from '../harness/scope';
import { skipWaits } from '../harness/skippedWaits';
import { RATE_LIMIT_NONSENSE } from '../simulator';
import { ROWS, runAll, semanticsOf, TOKEN, type AnyFault, type Arrange, type Result } from './run';

skipWaits();

const rows = sampled(ROWS, ({ resource, operation }) => [resource, operation.method, semanticsOf(operation)]);

/**
 * - `sent`: how often the own request is sent; `effect`: how often a write is done.
 * - `says`: what the user reads; null: it succeeds; undefined: either, as the execution was stopped.
 */
interface Expected {
	sent?: number;
	effect: number;
	says?: RegExp | null;
}

/** Rate-limit headers that cannot be true, in every answer: they hold up nothing for ever. */
const nonsense = Object.entries(RATE_LIMIT_NONSENSE).map(([what, headers]): [string, Arrange, Expected] => [
	`nonsense headers: ${what}`,
	async (simulator) => {
		simulator.faults.add({ kind: 'headers', headers, when: { times: 'always' } });
		// The next request shows what was believed of the answer.
		await runNode(simulator, { resource: 'inbox', operation: 'getAll', limit: 5 });
	},
	{ effect: 1, says: null },
]);

/** Stop ends it at any time, also while an answer does not come or stands still. */
const HELD_UP: Array<[string, AnyFault]> = [
	['no answer', { kind: 'noAnswerAfter' }],
	['an answer that stands still', { kind: 'stall' }],
];
const stopped = HELD_UP.map(([what, fault]): [string, Arrange, Expected] => [
	`stopped: ${what}`,
	(simulator, own, stop) => {
		simulator.faults.add({ ...fault, when: own });
		// Some of the answer has arrived by then.
		simulator.interludes.add('after', own, () => setTimeout(stop, 300));
	},
	{ sent: 1, effect: 1 },
]);

describe.each([
	...nonsense,
	...stopped,
	[
		'another program uses the limit up right before',
		(simulator, own) => void simulator.interludes.add('before', own, () => simulator.consumeQuota(100_000)),
		{ sent: 2, effect: 1, says: null },
	] as [string, Arrange, Expected],
])('%s', (_what, arrange, expected) => {
	let results: Map<string, Result>;

	beforeAll(async () => {
		results = await runAll(arrange, rows);
	});

	it.each(rows)('$name', ({ name, operation }) => {
		const { items, error, sent, effect, hung } = results.get(name)!;
		expect({ hung, sent }).toEqual({ hung: false, sent: expected.sent ?? sent });
		if (semanticsOf(operation) !== 'safe') expect(effect).toBe(expected.effect);
		expect(everythingIn(error)).not.toContain(TOKEN);
		if (expected.says === null) expect({ error, hasItems: (items ?? []).length > 0 }).toEqual({ error: undefined, hasItems: true });
		else if (expected.says) expect(error?.message).toMatch(expected.says);
	});
});

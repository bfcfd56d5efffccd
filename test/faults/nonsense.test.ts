/** Rate-limit headers that cannot be true, in every answer: the operation is done, once, and does not wait for ever. */
import { runNode } from '../harness/engine';
import { skipWaits } from '../harness/skippedWaits';
import { RATE_LIMIT_NONSENSE } from '../simulator';

import { ROWS, runAll, semanticsOf, type Result, type Situation } from './run';

skipWaits();

describe.each(Object.entries(RATE_LIMIT_NONSENSE))('%s', (_what, headers) => {
	let results: Map<string, Result>;

	beforeAll(async () => {
		const arrange: Situation['arrange'] = async (simulator) => {
			simulator.faults.add({ kind: 'headers', headers, when: { times: 'always' } });
			// The next request shows what was believed of the answer.
			await runNode(simulator, { resource: 'inbox', operation: 'getAll', limit: 5 });
		};
		results = await runAll({ arrange }, ROWS);
	});

	it.each(ROWS)('$name', ({ name, operation }) => {
		const { items, error, effect, hung } = results.get(name)!;
		expect({ hung, error }).toEqual({ hung: false, error: undefined });
		if (semanticsOf(operation) !== 'safe') expect(effect).toBe(1);
		expect(items?.length).toBeGreaterThan(0);
	});
});

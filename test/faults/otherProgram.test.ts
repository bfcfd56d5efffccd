/** Another program holds the same token: it uses the limit up. */
import { skipWaits } from '../harness/skippedWaits';

import { ROWS, runAll, semanticsOf, type Result, type Situation } from './run';

skipWaits();

describe('it uses the limit up right before the operation\'s own request', () => {
	let results: Map<string, Result>;

	beforeAll(async () => {
		const arrange: Situation['arrange'] = (simulator, own) =>
			simulator.interludes.add('before', own, () => simulator.consumeQuota(100_000));
		results = await runAll({ arrange }, ROWS);
	});

	it.each(ROWS)('$name', ({ name, operation }) => {
		const { items, error, sent, effect, hung } = results.get(name)!;
		expect({ hung, error, sent }).toEqual({ hung: false, error: undefined, sent: 2 });
		if (semanticsOf(operation) !== 'safe') expect(effect).toBe(1);
		expect(items?.length).toBeGreaterThan(0);
	});
});

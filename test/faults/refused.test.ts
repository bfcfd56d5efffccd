/** An address that is too long for what stands before the service: nothing was done, sending it again is no use. */
import { everythingIn } from '../harness/errors';
import { skipWaits } from '../harness/skippedWaits';

import { ROWS, runAll, semanticsOf, TOKEN, type Result, type Situation } from './run';

skipWaits();

describe.each([414, 431])('%i', (status) => {
	let results: Map<string, Result>;

	beforeAll(async () => {
		const arrange: Situation['arrange'] = (simulator, own) =>
			simulator.faults.add({ kind: 'gateway', status, when: own });
		results = await runAll({ arrange }, ROWS);
	});

	it.each(ROWS)('$name', ({ name, operation }) => {
		const { error, sent, effect, hung } = results.get(name)!;
		expect({ sent, hung }).toEqual({ sent: 1, hung: false });
		if (semanticsOf(operation) !== 'safe') expect(effect).toBe(0);
		expect(error?.message).toContain(String(status));
		expect(everythingIn(error)).not.toContain(TOKEN);
	});
});

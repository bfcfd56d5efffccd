/** Stop ends an operation at any time, also while an answer does not come, stands still or never ends. */
import { everythingIn } from '../harness/errors';
import { skipWaits } from '../harness/skippedWaits';
import type { Fault } from '../simulator';

import { ROWS, runAll, semanticsOf, TOKEN, type Result, type Situation } from './run';

skipWaits();

const ENDLESS: Array<[string, Omit<Fault, 'when'>]> = [
	['no answer', { kind: 'noAnswerAfter' }],
	['an answer that stands still', { kind: 'stall' }],
	['an answer that never ends', { kind: 'drip' }],
	['a head that never ends', { kind: 'drip', fromHead: true }],
];

describe.each(ENDLESS)('%s', (_what, fault) => {
	let results: Map<string, Result>;

	beforeAll(async () => {
		const arrange: Situation['arrange'] = (simulator, own, stop) => {
			simulator.faults.add({ ...fault, when: own });
			// Some of the answer has arrived by then.
			simulator.interludes.add('after', own, () => setTimeout(stop, 300));
		};
		results = await runAll({ arrange }, ROWS);
	});

	it.each(ROWS)('$name', ({ name, operation }) => {
		const { error, sent, effect, hung } = results.get(name)!;
		expect({ hung, sent }).toEqual({ hung: false, sent: 1 });
		if (semanticsOf(operation) !== 'safe') expect(effect).toBe(1);
		expect(everythingIn(error)).not.toContain(TOKEN);
	});
});

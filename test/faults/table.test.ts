import { everythingIn } from '../harness/errors';
import { skipTimeouts } from '../harness/skippedWaits';

import { FAULTS, type TableFault } from './faults';
import { isSentOnce, ROWS, runAll, semanticsOf, TOKEN, type Result, type Situation } from './run';

skipTimeouts();

const situationOf = ({ fault }: TableFault): Situation => ({
	arrange: (simulator, own) => simulator.faults.add({ ...fault(), when: own }),
});

describe.each(FAULTS)('$name', (fault) => {
	let results: Map<string, Result>;

	beforeAll(async () => {
		results = await runAll(situationOf(fault), ROWS);
	});

	it.each(ROWS)('$name', ({ name, operation }) => {
		const { items, error, sent, effect, newest } = results.get(name)!;
		const kind = semanticsOf(operation);
		// Half a file is no beginning of JSON: it might be anything.
		const isAnything = fault.name === 'cut-off JSON' && operation.answer.shape === 'file';
		const again = !isAnything && (isSentOnce(kind) ? fault.nonIdempotent : fault.idempotent) === 'again';
		const unknown = kind === 'nonIdempotent' && fault.nonIdempotent === 'unknown';
		const fails = !again && !(unknown && fault.took);

		expect({ sent, effect }).toEqual({ sent: again ? 2 : 1, effect: effectOf(kind, fails && !(kind === 'onceThere' && fault.took)) });
		if (!fails) {
			expect(error).toBeUndefined();
			expect(items?.length).toBeGreaterThan(0);
			if (newest !== undefined) expect(items?.[0].json).toMatchObject(newest);
			return;
		}
		expect(error?.message).toMatch(fault.unconfirmed && kind !== 'safe' ? /^The service did not confirm the change$/ : fault.says);
		if (kind !== 'safe') expect(error?.description).toContain('may have done it nevertheless');
		if (unknown) expect(error?.description).toMatch(/Checked .* (before|again)/);
		expect(everythingIn(error)).not.toContain(TOKEN);
	});
});

/** Whatever else happens: what was asked is done exactly once or not at all. */
function effectOf(kind: string, isNotDone: boolean): number | undefined {
	if (kind === 'safe') return undefined;
	return isNotDone ? 0 : 1;
}

/** What was not confirmed is not reported as done, and nothing is done twice (by the service's own count). */
import { everythingIn } from '../harness/errors';
import { skipTimeouts } from '../harness/skippedWaits';

import { ROWS, runAll, semanticsOf, TOKEN, type Result } from './run';
import { UNCONFIRMED } from './unconfirmed';

skipTimeouts();

describe.each(UNCONFIRMED)('$name', ({ fault, took, says, meets = () => true }) => {
	const rows = ROWS.filter(meets);
	let results: Map<string, Result>;

	beforeAll(async () => {
		results = await runAll({ arrange: (simulator, own) => simulator.faults.add({ ...fault(), when: own }) }, rows);
	});

	it.each(rows)('$name', ({ name, operation }) => {
		const { items, error, after, effect, newest, hung } = results.get(name)!;
		const semantics = semanticsOf(operation);

		expect({ hung }).toEqual({ hung: false });
		expect(everythingIn(error)).not.toContain(TOKEN);
		expect(JSON.stringify(items) ?? '').not.toContain(TOKEN);
		if (error === undefined) {
			// Only a later answer can have confirmed it.
			expect(after).toBeGreaterThan(0);
			expect(items?.length).toBeGreaterThan(0);
			if (semantics !== 'safe') expect(effect).toBe(1);
			if (newest !== undefined) expect(items?.[0].json).toMatchObject(newest);
			return;
		}
		// What is there is found by looking.
		if (semantics === 'nonIdempotent') expect({ took }).toEqual({ took: false });
		if (semantics !== 'safe') {
			expect(effect).toBe(took ? 1 : 0);
			expect(error.description).toMatch(/may have done it nevertheless/);
		}
		expect(error.message).toMatch(says);
	});
});

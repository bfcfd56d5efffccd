/** A list with more rows than n8n takes, of which the document shows no pages. */
import { loadOptions, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';
import { inJson } from '../simulator';

const simulator = simulatorOfEachTest();

const MANY = 130_000;

describe('a list of 130,000 rows', () => {
	const badges = { resource: 'badge', operation: 'getAll', customerGroupId: byId(11) };
	const rows = Array.from({ length: MANY }, (_, place) => ({ badge_id: place + 1, name: 'x' }));
	beforeEach(() => simulator.faults.add({ kind: 'rewritten', rewrite: inJson(() => rows) }));

	it('is offered as a whole', async () => {
		expect(await loadOptions(simulator, 'getBadges', { ...badges, operation: 'create', resource: 'contact' })).toHaveLength(MANY);
	});

	it('is more than n8n takes, which is said', async () => {
		await expect(runNode(simulator, { ...badges, returnAll: true })).rejects.toThrow('n8n takes at most 100,000 items of one list');
	});
});

import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { sent } from '../sent';

let simulator: Simulator;

simulatorForEachTest((started) => {
	simulator = started;
	// 40 are there: more than one page of a hundred is needed to see the pages.
	for (let number = 41; number <= 130; number++) simulator.store.addBadge(12, { name: `Partner level ${number}` });
});

const addressBook = (value: string | number) => ({ __rl: true, mode: 'id', value });
const getAll = { resource: 'badge', operation: 'getAll', customerGroupId: addressBook('12') };
const path = 'customer_groups/12/badges';

it('lists the badges of an address book, page by page', async () => {
	const items = await runNode(simulator, { ...getAll, returnAll: true });
	expect(sent(simulator)).toEqual([
		{ method: 'GET', path, query: { per_page: '100', page: '1' } },
		{ method: 'GET', path, query: { per_page: '100', page: '2' } },
	]);
	expect(items).toHaveLength(130);
	expect(items[0]).toEqual({ json: { badge_id: expect.any(Number), name: 'Partner level 1' }, pairedItem: { item: 0 } });
	expect(new Set(items.map(({ json }) => json.badge_id)).size).toBe(130);
});

import { listSearch, runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { sent } from '../sent';

let simulator: Simulator;

simulatorForEachTest((started) => (simulator = started));

const getAll = { resource: 'addressBook', operation: 'getAll' };

it('lists every address book with one request', async () => {
	const items = await runNode(simulator, { ...getAll, returnAll: true });
	expect(sent(simulator)).toEqual([{ method: 'GET', path: 'customer_groups', query: {} }]);
	expect(items).toEqual([
		{
			json: { customer_group_id: 11, name: 'Customers', message_box_ids: [101, 103], last_updated_at: expect.any(String) },
			pairedItem: { item: 0 },
		},
		{
			json: { customer_group_id: 12, name: 'Business partners', message_box_ids: [102], last_updated_at: expect.any(String) },
			pairedItem: { item: 0 },
		},
	]);
});

it("fills the locator's list, narrowed by name or id, and asks once within a minute", async () => {
	expect(await listSearch(simulator, 'searchAddressBooks')).toEqual({
		results: [
			{ name: 'Customers', value: 11 },
			{ name: 'Business partners', value: 12 },
		],
	});
	expect((await listSearch(simulator, 'searchAddressBooks', {}, 'PARTNER')).results).toEqual([
		{ name: 'Business partners', value: 12 },
	]);
	expect((await listSearch(simulator, 'searchAddressBooks', {}, '11')).results).toEqual([{ name: 'Customers', value: 11 }]);
	expect(sent(simulator)).toEqual([{ method: 'GET', path: 'customer_groups', query: {} }]);
});

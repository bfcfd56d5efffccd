import { loadOptions, runNode } from '../../harness/engine';
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

it('asks for no more than the limit', async () => {
	const items = await runNode(simulator, { ...getAll, limit: 3 });
	expect(sent(simulator)).toEqual([{ method: 'GET', path, query: { per_page: '3', page: '1' } }]);
	expect(items.map(({ json }) => json.name)).toEqual(['Partner level 1', 'Partner level 2', 'Partner level 3']);
});

it('refuses an address book that is no id, naming the field, before a request is spent', async () => {
	await expect(runNode(simulator, { ...getAll, customerGroupId: addressBook('1e3') })).rejects.toThrow(/Address Book: "1e3" is not an id/);
	expect(simulator.requests).toEqual([]);
});

it('fills the dropdown of the chosen address book with every page', async () => {
	const choices = await loadOptions(simulator, 'getBadges', { ...getAll, customerGroupId: addressBook(12) });
	expect(choices).toHaveLength(130);
	expect(choices[39]).toEqual({ name: 'Partner level 40', value: expect.any(Number) });
	expect(sent(simulator)).toHaveLength(2);
});

/** How lists with and without pages are read. */
import { loadOptions, runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import { letPass } from '../../harness/skippedWaits';
import { sent } from '../../resources/sent';
import type { Simulator } from '../../simulator';

const MINUTE = 60_000;

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

/** @returns the pages that were asked for meanwhile */
const pagesAsked = async (work: () => Promise<unknown[]>, rows: number) => {
	const before = simulator.requests.length;
	expect(await work()).toHaveLength(rows);
	return sent(simulator).slice(before).map(({ query }) => query.page ?? '1');
};
const getMany = async () => await runNode(simulator, { resource: 'inbox', operation: 'getAll', returnAll: true });
const dropdown = async () => await loadOptions(simulator, 'getInboxes', { resource: 'ticket', operation: 'get' });

it.each([10, 30, 50, 100])('%i inboxes are read in one request, once a minute for a dropdown', async (count) => {
	while (simulator.store.inboxes.size < count) simulator.store.addInbox({ name: 'Another', customer_group_id: 11 });
	expect(await pagesAsked(getMany, count)).toEqual(['1']);
	expect(await pagesAsked(dropdown, count)).toEqual(['1']);
	expect(await pagesAsked(dropdown, count)).toEqual([]);
	letPass(MINUTE + 1);
	expect(await pagesAsked(dropdown, count)).toEqual(['1']);
});

it('a list that has pages is read to its end each time', async () => {
	const labels = async () => await runNode(simulator, { resource: 'label', operation: 'getAll', messageBoxId: 103, returnAll: true });
	for (let number = 2; number < 100; number++) simulator.store.addLabel(103, { name: 'Another' });
	expect(await pagesAsked(labels, 100)).toEqual(['1', '2']);
	simulator.store.addLabel(103, { name: 'One more' });
	expect(await pagesAsked(labels, 101)).toEqual(['1', '2']);
});

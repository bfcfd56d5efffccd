/** How lists with and without pages are read. */
import { loadOptions, runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { letPass } from '../../harness/skippedWaits';
import { sent } from '../../resources/sent';

const MINUTE = 60_000;

const simulator = simulatorOfEachTest();

/** @returns the pages that were asked for meanwhile */
const pagesAsked = async (work: () => Promise<unknown[]>, rows: number) => {
	const before = simulator.requests.length;
	expect(await work()).toHaveLength(rows);
	return sent(simulator).slice(before).map(({ query }) => query.page ?? '1');
};
const getMany = async () => await runNode(simulator, { resource: 'inbox', operation: 'getAll', returnAll: true });
const dropdown = async () => await loadOptions(simulator, 'getInboxes', { resource: 'ticket', operation: 'get' });

it('100 inboxes are read in one request, once a minute for a dropdown', async () => {
	const count = 100;
	while (simulator.store.inboxes.size < count) simulator.store.addInbox({ name: 'Another', customer_group_id: 11 });
	expect(await pagesAsked(getMany, count)).toEqual(['1']);
	expect(await pagesAsked(dropdown, count)).toEqual(['1']);
	expect(await pagesAsked(dropdown, count)).toEqual([]);
	letPass(MINUTE + 1);
	expect(await pagesAsked(dropdown, count)).toEqual(['1']);
});

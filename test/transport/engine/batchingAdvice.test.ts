/** A run that keeps n8n busy says in the log what to do. */
import type { INodeParameters } from 'n8n-workflow';
import { loggedIn } from '../../harness/logged';
import { byId, emptyItems, serviceFor } from '../../resources/service';

const service = serviceFor('contact', 'create');
const COLUMNS = ['address1', 'address2', 'city', 'department', 'note', 'title'];

/** @returns the lines of the log that name Batching */
async function advice(items: number, count: number, more: INodeParameters = {}): Promise<string[]> {
	const createContactFields = Object.fromEntries(COLUMNS.slice(0, count).map((name) => [name, '={{ $itemIndex }}']));
	const parameters = { customerGroupId: byId(11), lastName: 'Sato', createContactFields, ...more };
	const { warn } = await loggedIn(async () => await service.run(parameters, { items: emptyItems(items) }));
	return warn.filter((line) => line.includes('Batching'));
}

it('is given once for more than 100 items with more than five expressions', async () => {
	expect(await advice(101, 6)).toEqual([expect.stringMatching(/^"Support Inbox" has 101 items with 6 expressions, .*\. Set Batching under Request Options/)]);
});

it.each<[string, number, number, INodeParameters]>([
	['100 items', 100, 6, {}],
	['five expressions', 101, 5, {}],
	['Batching', 101, 6, { requestOptions: { batching: { batch: { batchSize: 50, batchInterval: 1 } } } }],
])('is not given for %s', async (_what, items, count, more) => {
	expect(await advice(items, count, more)).toEqual([]);
});

/** Get Many of each of the service's lists gives what the service has, and reads it page by page. */
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../nodes/SupportInbox/resources';
import { DOCUMENTED } from '../../nodes/SupportInbox/transport/client/lists';
import { operationsAt } from '../contract/contract';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { sent } from './sent';
import { byId, emptyItems } from './service';

const simulator = simulatorOfEachTest();

const OF = { messageBoxId: byId(101), customerGroupId: byId(12) };

const LISTS = Object.values(DOCUMENTED).map(({ path }) => {
	const resource = resources.find(({ operations }) => operations.some((one) => one.value === 'getAll' && one.path === path));
	const [endpoint] = operationsAt('GET', path);
	if (endpoint === undefined) throw new Error(`Describe GET ${path} in test/contract/openapi.yaml, as the API document has it`);
	if (resource === undefined) throw new Error(`Write the Get Many of ${path} in nodes/SupportInbox/resources/, and add it to index.ts there`);
	const perPage = endpoint.parameters.find(({ name }) => name === 'per_page')?.schema.maximum;
	return [resource.value, path.replace('/api/v2/', '').replace('{messageBoxId}', '101').replace('{customerGroupId}', '12'), perPage] as const;
});

const run = async (resource: string, parameters: INodeParameters, items = 1) =>
	await runNode(simulator, { resource, operation: 'getAll', simplify: false, ...OF, ...parameters }, { items: emptyItems(items) });

/** @returns the rows of a page as the service gives them */
async function page(path: string, params: Record<string, unknown>): Promise<unknown[]> {
	const { data } = await axios.get<unknown[]>(`${simulator.baseUrl}/api/v2/${path}`, { params, headers: { Authorization: `Bearer ${simulator.token}` } });
	return data;
}

it.each(LISTS)('%s: Return All gives every row of %s as the service has it, in its order', async (resource, path, perPage) => {
	// The list of inboxes has no pages, however many there are.
	while (simulator.store.inboxes.size < 100) simulator.store.addInbox({ name: 'Another', customer_group_id: 11 });
	const pages = [await page(path, perPage === undefined ? {} : { per_page: perPage, page: 1 })];
	while (pages.at(-1)!.length === perPage) pages.push(await page(path, { per_page: perPage, page: pages.length + 1 }));
	simulator.clearRequests();
	const items = await run(resource, { returnAll: true });
	expect(items.map(({ json }) => json)).toEqual(pages.flat());
	expect(items.length).toBeGreaterThan(1);
	const queries = pages.map((_rows, place) => (perPage === undefined ? {} : { per_page: String(perPage), page: String(place + 1) }));
	expect(sent(simulator)).toEqual(queries.map((query) => ({ method: 'GET', path, query })));
});

it.each(LISTS)('%s: no more than the limit, paired with the item that asked', async (resource, path, perPage) => {
	const items = await run(resource, { limit: 2 }, 2);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }, { item: 1 }]);
	const request = { method: 'GET', path, query: perPage === undefined ? {} : { per_page: '2', page: '1' } };
	expect(sent(simulator)).toEqual([request, request]);
});

it('takes Return All as a model may write it', async () => {
	expect(await run('label', { returnAll: '={{ "True" }}' })).toHaveLength(136);
});

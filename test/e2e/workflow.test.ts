import { failureText, outputItems, outputJson } from '../../scripts/n8n-host/execution';
import { byId, chain, rows, START, start, supportInbox } from './workflows';
import { enterWorld, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

async function run(...nodes: Parameters<typeof chain> extends [string, ...infer Nodes] ? Nodes : never) {
	const id = await world.api.createWorkflow(chain('A run by hand', start(), ...nodes));
	return await world.api.runWorkflow(id, START);
}

async function newTicket(input: Record<string, unknown> = {}) {
	const act = { do: 'createTicket', message_box_id: 101, ...input };
	return (await world.simulator.act<{ ticket_id: number }>(act)).ticket_id;
}

describe('a workflow run by hand', () => {
	it('searches, reads and updates tickets', async () => {
		const ticketId = await newTicket({ title: 'Three steps', label_ids: [3001] });
		const search = { resource: 'ticket', operation: 'getAll', messageBoxId: byId(101), limit: 5, filters: {} };
		const get = {
			resource: 'ticket',
			operation: 'get',
			messageBoxId: byId(101),
			ticketId: byId('={{ $json.ticket_id }}'),
		};
		const update = {
			...get,
			operation: 'update',
			statusCd: 'closed',
			labels: { values: { mode: 'add', labelIds: [3002] } },
		};
		const execution = await run(
			supportInbox('Search', search, world.credentials),
			supportInbox('Get', get, world.credentials),
			supportInbox('Update', update, world.credentials),
		);
		expect(failureText(execution)).toBeUndefined();
		expect(outputJson(execution, 'Search')).toHaveLength(5);
		expect(outputJson(execution, 'Get')[0]).toMatchObject({ ticket_id: ticketId, title: 'Three steps' });
		expect(await world.simulator.ticket(ticketId)).toMatchObject({ status_cd: 'closed', label_ids: [3001, 3002] });
	});

	it('keeps the items in order and knows which one each came from', async () => {
		const ids = [await newTicket({ title: 'a' }), await newTicket({ title: 'b' }), await newTicket({ title: 'c' })];
		const get = {
			resource: 'ticket',
			operation: 'get',
			messageBoxId: byId(101),
			ticketId: byId('={{ $json.id }}'),
		};
		const execution = await run(
			...rows('Numbers', ids.map((id) => ({ id }))),
			supportInbox('Get', get, world.credentials),
		);
		expect(outputItems(execution, 'Get').map(({ json, pairedItem }) => [json.title, pairedItem])).toEqual([
			['a', { item: 0 }],
			['b', { item: 1 }],
			['c', { item: 2 }],
		]);
	});

	it('says what to do when the ticket does not exist', async () => {
		const get = { resource: 'ticket', operation: 'get', messageBoxId: byId(101), ticketId: byId(999999) };
		const execution = await run(supportInbox('Get', get, world.credentials));
		expect(execution.status).toBe('error');
		expect(failureText(execution)).toMatch(/not (be )?found|does not exist|no such/i);
		expect(JSON.stringify(execution)).not.toContain(world.simulator.token);
	});

	it('goes on with the others when one item fails and the node is set to continue', async () => {
		const ids = [await newTicket({ title: 'a' }), 999999, await newTicket({ title: 'c' })];
		const get = {
			resource: 'ticket',
			operation: 'get',
			messageBoxId: byId(101),
			ticketId: byId('={{ $json.id }}'),
		};
		const more = { onError: 'continueRegularOutput' };
		const execution = await run(
			...rows('Numbers', ids.map((id) => ({ id }))),
			supportInbox('Get', get, world.credentials, more),
		);
		expect(execution.status).toBe('success');
		const items = outputItems(execution, 'Get');
		expect(items.map(({ json, pairedItem }) => [json.title, pairedItem])).toEqual([
			['a', { item: 0 }],
			[undefined, { item: 1 }],
			['c', { item: 2 }],
		]);
		expect(String(items[1]?.json.error)).toMatch(/not (be )?found|does not exist|no such/i);
	});
});

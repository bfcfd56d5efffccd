import { ALL_INBOXES } from '../../nodes/SupportInbox/fields/shared/inbox';
import type { INodeParameters } from 'n8n-workflow';
import { CREDENTIAL_TYPE, enterWorld, NODE_TYPE, TRIGGER_TYPE, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

const TICKET_UPDATE: INodeParameters = {
	resource: 'ticket',
	operation: 'update',
	messageBoxId: { __rl: true, mode: 'id', value: '101' },
	updateFields: {},
};

async function options(path: string, methodName: string, parameters = TICKET_UPDATE, nodeType = NODE_TYPE) {
	const { api, credentials } = world;
	return await api.options({ nodeType, path: `parameters.${path}`, methodName, parameters, credentials });
}

async function locator(path: string, methodName: string, filter?: string) {
	const { api, credentials } = world;
	const parameters = TICKET_UPDATE;
	const request = { nodeType: NODE_TYPE, path: `parameters.${path}`, methodName, parameters, credentials, filter };
	return (await api.locatorResults(request)).results;
}

describe('the dropdowns of the node', () => {
	it('lists all labels of the inbox with their path', async () => {
		const labels = await options('labels.values.labelIds', 'getLabels');
		expect(labels.length).toBeGreaterThan(100);
		expect(labels.map(({ name }) => name)).toContain('Order/Delivery/High');
	});

	it('lists archived classifications only where they are to be removed', async () => {
		const archived = async (mode: string) => {
			const parameters = { ...TICKET_UPDATE, updateFields: { classifications: { values: { mode } } } };
			const choices = await options('updateFields.classifications.values.caseCategoryIds', 'getClassificationsForMode', parameters);
			return choices.map(({ name }) => name).filter((name) => name.endsWith('(archived)'));
		};
		expect(await archived('add')).toEqual([]);
		expect(await archived('remove')).toEqual(['Fax (archived)']);
	});

	it('lists users, the active ones first', async () => {
		const users = await options('assignee', 'getUsers');
		const states = users.map(({ name }) => /\((locked|deleted|confirming)\)$/.test(name));
		expect(states.indexOf(true)).toBeGreaterThan(30);
		expect(states.lastIndexOf(false)).toBeLessThan(states.indexOf(true));
	});

	it('lists the pending reasons in the order of the service', async () => {
		const reasons = await options('updateFields.pendingReasonId', 'getPendingReasons');
		expect(reasons.map(({ name }) => name).slice(0, 2)).toEqual(['Waiting for the customer', 'Waiting for the carrier']);
	});

	it('lists inboxes in the locator', async () => {
		expect((await locator('messageBoxId', 'searchInboxes')).map(({ name }) => name)).toEqual(['Support', 'Sales', 'Returns']);
	});

	it('finds an inbox by a part of its name', async () => {
		expect(await locator('messageBoxId', 'searchInboxes', 'retur')).toEqual([expect.objectContaining({ name: 'Returns', value: 103 })]);
	});

	it('finds a ticket by its number, however old', async () => {
		const [found] = await locator('ticketId', 'searchTickets', '10001');
		expect(found).toMatchObject({ value: 10001, name: expect.stringContaining('#10001') });
	});

	it('says that the inbox is to be chosen first', async () => {
		const parameters = { ...TICKET_UPDATE, messageBoxId: { __rl: true, mode: 'list', value: '' } };
		expect(await options('labels.values.labelIds', 'getLabels', parameters)).toEqual([
			expect.objectContaining({ name: 'Choose an inbox first' }),
		]);
	});

	it('says why it is empty when the token is wrong', async () => {
		const data = { baseUrl: world.simulator.baseUrl, accessToken: 'wrong' };
		const wrong = await world.api.createCredential('Wrong', CREDENTIAL_TYPE, data);
		const request = { nodeType: NODE_TYPE, path: 'parameters.assignee', methodName: 'getUsers' };
		const credentials = { [CREDENTIAL_TYPE]: wrong };
		await expect(world.api.options({ ...request, parameters: TICKET_UPDATE, credentials })).rejects.toThrow(/token/i);
	});
});

describe('the dropdown of the trigger', () => {
	it('lists the inboxes, after the choice of all', async () => {
		const inboxes = await options('messageBoxIds', 'getInboxes', { messageBoxIds: [] }, TRIGGER_TYPE);
		expect(inboxes.map(({ value }) => value)).toEqual([ALL_INBOXES, 101, 102, 103]);
	});
});

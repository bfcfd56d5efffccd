import { join } from 'node:path';
import { startReceiver, type Receiver } from '../../scripts/demo/receiver';
import { fromList, loadExample } from '../../scripts/demo/workflow';
import type { N8nPage } from './browser';
import { inBrowser } from './inBrowser';
import { chain, supportInboxTrigger } from './workflows';
import { NODE_TYPE, type World } from './world';

/** The pictures of the README. They change with every run, so that they are only renewed on demand. */
const FOLDER = process.env.UPDATE_PICTURES ? join(__dirname, '..', '..', 'docs', 'images') : undefined;
const INBOX = 101;
const LABEL = 'Internal/Escalated';
/** The simulator's label "Order". */
const ORDER = 3001;
const WATCH = 'Status changed';

let world: World;
let receiver: Receiver;
let n8n: N8nPage;
let workflowId: string;

inBrowser(async (entered, opened) => {
	[world, n8n] = [entered, opened];
	receiver = await startReceiver();
	const input = { message_box_id: INBOX, title: 'Where is my order 48213?', assignee: 'user01', label_ids: [ORDER] };
	await world.simulator.act({ do: 'createTicket', ...input });
	const workflow = loadExample('new-ticket-to-slack', {
		credentials: world.credentials,
		parameters: {
			'New ticket': { messageBoxIds: [INBOX] },
			'Label it': {
				messageBoxId: fromList(INBOX, 'Support'),
				labels: { values: { mode: 'add', labelIds: [await idOfLabel()] } },
			},
			'Message to Slack': { url: receiver.url },
		},
	});
	workflowId = await world.api.createWorkflow(workflow);
});

async function idOfLabel(): Promise<unknown> {
	const parameters = { resource: 'ticket', operation: 'update', messageBoxId: { __rl: true, mode: 'id', value: INBOX } };
	const request = { nodeType: NODE_TYPE, path: 'parameters.labels.values.labelIds', methodName: 'getLabels', parameters };
	const labels = await world.api.options({ ...request, credentials: world.credentials });
	return labels.find(({ name }) => name === LABEL)?.value;
}

/** A trigger for changes of status, as a user fills it in. */
async function createWatch(): Promise<string> {
	const events = { events: ['ticketFieldChanged'], watchedFields: ['status_cd'] };
	const parameters = { messageBoxIds: [INBOX], ...events };
	return await world.api.createWorkflow(chain('Status changes', supportInboxTrigger(WATCH, parameters, world.credentials)));
}

afterAll(async () => {
	await receiver?.stop();
});

describe('what a user sees in n8n', () => {
	it('runs the example from the canvas, every node green', async () => {
		await n8n.openWorkflow(workflowId);
		await n8n.runWorkflow();
		await n8n.byTestId('canvas-node-status-success').nth(2).waitFor();
		expect(await n8n.byTestId('canvas-node-status-success').count()).toBe(3);
		for (const subtitle of ['Ticket Created', 'Update ticket']) await n8n.byTestId('canvas').getByText(subtitle).waitFor();
		await n8n.zoomToFit();
		await n8n.picture('workflow', FOLDER);
	});

	it('shows what a field was before and is now in the output of the trigger, and names beside ids', async () => {
		await n8n.openWorkflow(await createWatch());
		await n8n.openNode(WATCH);
		await n8n.parameter('messageBoxIds').getByText('Support').waitFor();
		await n8n.executeNode();
		// Opened again it no longer shows the advice that n8n gives after a first test event.
		await n8n.closeNode();
		await n8n.openNode(WATCH);
		await n8n.showOutputAsJson();
		await n8n.byTestId('output-panel').getByText('changes').waitFor();
		const output = await n8n.byTestId('output-panel').innerText();
		expect(output).toMatch(/changes[^]*status_cd[^]*from[^]*to/);
		for (const name of ['"Support"', '"Yamada Aiko"', '"Order"']) expect(output).toContain(name);
		await n8n.picture('trigger', FOLDER);
	});

	it('fills the labels of the ticket update', async () => {
		await n8n.openWorkflow(workflowId);
		await n8n.openNode('Label it');
		await n8n.parameter('labelIds').getByText(LABEL).waitFor();
		const labels = await n8n.openDropdown('labelIds');
		expect(labels).toContain('Order/Delivery');
		// The open list hides what shall be done with the labels.
		await n8n.closeDropdown();
		await n8n.picture('ticket-update', FOLDER);
	});

	it('says that the credential works', async () => {
		await n8n.openCredential(world.credential.id);
		await n8n.byTestId('credentials-config-container-test-success').waitFor();
		await n8n.picture('credential', FOLDER);
	});
});

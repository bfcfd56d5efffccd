import { setTimeout as delay } from 'node:timers/promises';
import type { INodeTypeDescription } from 'n8n-workflow';
import { ALL_INBOXES } from '../../nodes/SupportInbox/fields/shared/locators';
import { N8nApi, type CredentialReference } from '../../scripts/n8n-host/api';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import { startN8n, type N8nProgram, type N8nServer } from '../../scripts/n8n-host/server';
import { startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';
import { DURABLE } from '../e2e/durable';
import { byId, chain, rows, start, START, supportInbox, supportInboxTrigger } from '../e2e/workflows';
import { CREDENTIAL_TYPE, NODE_TYPE, TRIGGER_TYPE } from '../e2e/world';

const INBOX = 103;

/** What scripts/versions.ts runs these tests in. */
const { E2E_PROGRAM = '', E2E_TARBALL = '', E2E_VERSION = '' } = process.env;

let simulator: SimulatorProcess;
let n8n: N8nServer;
let api: N8nApi;
let credential: CredentialReference;
let types: INodeTypeDescription[];

beforeAll(async () => {
	simulator = await startSimulatorProcess(['--limit', '600']);
	// n8n 1 stops at the names of modules that came with n8n 2.
	const env = E2E_VERSION.startsWith('1.') ? { N8N_DISABLED_MODULES: 'insights' } : {};
	n8n = await startN8n({ program: JSON.parse(E2E_PROGRAM) as N8nProgram, tarball: E2E_TARBALL, env });
	api = new N8nApi(n8n.baseUrl);
	await api.logIn();
	credential = await api.createCredential('Support Inbox', CREDENTIAL_TYPE, data());
	types = await api.nodeTypes('n8n-nodes-support-inbox.');
});

afterAll(async () => {
	await n8n?.stop();
	await simulator?.stop();
});

const data = (accessToken = simulator.token) => ({ baseUrl: simulator.baseUrl, accessToken });
const credentials = () => ({ [CREDENTIAL_TYPE]: credential });

describe(`the packed package in n8n ${E2E_VERSION}`, () => {
	it('runs in that version', async () => {
		expect(await api.version()).toBe(E2E_VERSION);
	});

	it('loads its node types', () => {
		expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining([NODE_TYPE, TRIGGER_TYPE]));
	});

	it('tests the credential: green with the token, red with another', async () => {
		expect(await api.testCredential(credential, CREDENTIAL_TYPE, data())).toMatchObject({ status: 'OK' });
		expect(await api.testCredential(credential, CREDENTIAL_TYPE, data('not-the-token'))).toMatchObject({ status: 'Error' });
	});

	it('fills a dropdown', async () => {
		const request = { nodeType: TRIGGER_TYPE, path: 'parameters.messageBoxIds', methodName: 'getInboxes', parameters: {} };
		const inboxes = await api.options({ ...request, credentials: credentials() });
		expect(inboxes.map(({ value }) => value)).toEqual([ALL_INBOXES, 101, 102, 103]);
	});

	it('carries a new ticket from the trigger to a label, as the API document says', async () => {
		const label = await simulator.act<{ id: number }>({ do: 'addLabel', inboxId: INBOX, name: 'Seen by n8n' });
		const update = {
			resource: 'ticket',
			operation: 'update',
			messageBoxId: byId(INBOX),
			ticketId: byId('={{ $json.ticket_id }}'),
			labels: { values: { mode: 'add', labelIds: [label.id] } },
		};
		const trigger = supportInboxTrigger('New ticket', { messageBoxIds: [INBOX], events: ['ticketCreated'] }, credentials());
		const id = await api.createWorkflow(chain('Label it', trigger, supportInbox('Label', update, credentials())));
		await api.activate(id);
		const ticket = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: INBOX, title: 'A question' });
		const hasLabel = async () => (await simulator.ticket(ticket.ticket_id))?.label_ids.includes(label.id);
		await waitFor('the label', hasLabel);
		await api.deactivate(id);
		expect((await simulator.state()).violations).toEqual([]);
	});

	it('writes all of ten items', async () => {
		const { ticket_id } = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: INBOX, title: 'A question' });
		const memo = { resource: 'memo', operation: 'create', messageBoxId: byId(INBOX), memoTicketId: byId(ticket_id), memoBody: '={{ $json.text }}' };
		const texts = Array.from({ length: 10 }, (_, place) => ({ text: `Memo ${place}` }));
		const id = await api.createWorkflow(chain('Ten memos', start(), ...rows('Texts', texts), supportInbox('Write', memo, credentials())));
		const execution = await api.runWorkflow(id, START);
		expect([failureText(execution), outputJson(execution, 'Write').map(({ error }) => error)]).toEqual([undefined, texts.map(() => undefined)]);
		const bodies = (await simulator.ticket(ticket_id))!.messages.map(({ body }) => body);
		expect(bodies).toEqual(expect.arrayContaining(texts.map(({ text }) => text)));
	});

});

// An n8n 1 has none of this.
if (!E2E_VERSION.startsWith('1.')) describe(`durable polling in n8n ${E2E_VERSION}`, () => {
	let durable: N8nServer;
	beforeAll(async () => {
		durable = await startN8n({ program: JSON.parse(E2E_PROGRAM) as N8nProgram, tarball: E2E_TARBALL, env: DURABLE });
	});
	afterAll(async () => await durable?.stop());

	it('emits once what comes after a first poll that found nothing', async () => {
		const own = new N8nApi(durable.baseUrl);
		await own.logIn();
		const reference = await own.createCredential('Support Inbox', CREDENTIAL_TYPE, data());
		const trigger = supportInboxTrigger('New ticket', { messageBoxIds: [102], events: ['ticketCreated'] }, { [CREDENTIAL_TYPE]: reference });
		const id = await own.createWorkflow(chain('Durable', trigger));
		const searches = async () => (await simulator.requests()).filter(({ path }) => path.endsWith('/102/tickets/search')).length;
		await own.activate(id);
		// This mode begins in the background, and what is there then is not new.
		await waitFor('the first poll', async () => ((await searches()) > 0 ? true : undefined));
		await delay(2_000);
		const { ticket_id } = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: 102, title: 'Between two polls' });
		const emitted = async () => (await own.executions(id)).flatMap((execution) => outputJson(execution, 'New ticket').map((json) => json.ticket_id));
		await waitFor('the ticket', async () => ((await emitted()).length > 0 ? true : undefined));
		await own.deactivate(id);
		expect(await emitted()).toEqual([ticket_id]);
	});
});

/** Automations that no example is of, as people build them from README. */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { addressOf } from '../../scripts/demo/example';
import { failureText, outputJson, type Execution } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import { sendForm } from './examples/mailedForm';
import { observe } from './observe';
import { byId, chain, rows, start, supportInbox, supportInboxTrigger, type NodeDraft } from './workflows';
import { enterWorld, type World } from './world';

const INBOX = { messageBoxId: byId(101) };
const BOOK = { customerGroupId: byId(11), findBy: 'email' };
const VIP = 801;

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

const step = (name: string, type: string, typeVersion: number, parameters: IDataObject = {}): NodeDraft => ({ name, type: `n8n-nodes-base.${type}`, typeVersion, parameters });
const said = (output: string) => ({ assignments: { assignments: [{ id: 'output', name: 'output', value: output, type: 'string' }] } });

/** Publishes a workflow for as long as `work` takes. */
async function published<T>(workflow: Parameters<World['api']['createWorkflow']>[0], work: (id: string) => Promise<T>): Promise<T> {
	const id = await world.api.createWorkflow(workflow);
	await world.api.activate(id);
	try {
		return await work(id);
	} finally {
		await world.api.deactivate(id);
	}
}

async function newestRun(id: string, count: number): Promise<Execution> {
	const executions = await waitFor(`${count} runs`, async () => {
		const all = await world.api.executions(id);
		return all.length >= count ? all : undefined;
	});
	return executions[0]!;
}

it('gives the mail of a VIP to the account manager, and no other mail', async () => {
	const { simulator, credentials } = world;
	await simulator.act({ do: 'addContact', addressBookId: 11, last_name: 'Very', emails: [{ email: 'vip@automation.example' }], badge_ids: [VIP], default_assignee: 'user05' });
	await simulator.act({ do: 'addContact', addressBookId: 11, last_name: 'Usual', emails: [{ email: 'usual@automation.example' }], default_assignee: 'user06' });
	const isVip = { conditions: { options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 }, combinator: 'and', conditions: [{ id: 'vip', leftValue: '={{ $json.badge_ids }}', rightValue: VIP, operator: { type: 'array', operation: 'contains', rightType: 'any' } }] } };
	const ticketOf = (field: string) => `={{ $('New ticket').item.json.${field} }}`;
	const workflow = chain(
		'VIP to the account manager',
		supportInboxTrigger('New ticket', { messageBoxIds: [101] }, credentials),
		supportInbox('Look up the sender', { resource: 'contact', operation: 'get', ...BOOK, email: '={{ $json.from }}', getContactOptions: { ifNotFound: 'nothing' } }, credentials),
		step('Is a VIP', 'filter', 2.2, isVip),
		supportInbox('Assign', { resource: 'ticket', operation: 'update', ...INBOX, ticketId: byId(ticketOf('ticket_id')), assignee: '={{ $json.default_assignee }}' }, credentials),
	);
	await published(workflow, async (id) => {
		const tickets: number[] = [];
		for (const from of ['vip@automation.example', 'usual@automation.example', 'nobody@automation.example']) {
			tickets.push((await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: 101, messages: [{ from, to: 'support@tenant.example' }] })).ticket_id);
		}
		expect(failureText(await newestRun(id, 1))).toBeUndefined();
		expect(await Promise.all(tickets.map(async (ticket) => (await simulator.ticket(ticket))?.assignee))).toEqual(['user05', null, null]);
	});
});

it('makes a contact and a ticket of a form, and confirms it by a mail in that ticket', async () => {
	const { simulator, credentials } = world;
	const form = { ...step('Form', 'formTrigger', 2.2, { formTitle: 'Write', formFields: { values: ['E-mail', 'Name', 'Text'].map((fieldLabel) => ({ fieldLabel })) } }), webhookId: randomUUID() };
	const entered = (field: string) => `={{ $('Form').item.json['${field}'] }}`;
	const workflow = chain(
		'Form with a confirmation',
		form,
		supportInbox('Contact', { resource: 'contact', operation: 'upsert', ...BOOK, email: entered('E-mail'), lastName: entered('Name') }, credentials),
		supportInbox('Ticket', { resource: 'ticket', operation: 'create', ...INBOX, ticketSubject: '=From {{ $(\'Form\').item.json.Name }}', ticketBody: entered('Text'), customerEmail: entered('E-mail'), newStatusCd: 'open' }, credentials),
		supportInbox('Confirm', { resource: 'mail', operation: 'reply', ...INBOX, replyTo: 'ticket', replyTicketId: byId('={{ $json.ticket_id }}'), replyMailAccountId: 'Customer Support', body: 'We have it.', replyEmailFields: { to: entered('E-mail'), subject: 'Your request' } }, credentials),
	);
	await published(workflow, async (id) => {
		await sendForm(addressOf(world.n8nUrl, form as unknown as Parameters<typeof addressOf>[1])!, ['form@automation.example', 'Formella', 'Where is it?']);
		const execution = await newestRun(id, 1);
		expect(failureText(execution)).toBeUndefined();
		const [{ ticket_id } = {}] = outputJson(execution, 'Ticket');
		expect(outputJson(execution, 'Confirm')).toMatchObject([{ ticket_id }]);
		expect((await simulator.ticket(ticket_id as number))?.messages.map(({ body }) => body)).toEqual(['Where is it?', 'We have it.']);
	});
});

it('closes the ticket that somebody names in a chat, and says what it cannot', async () => {
	const { simulator, credentials } = world;
	const { ticket_id } = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: 101 });
	const chat = { name: 'Chat', type: '@n8n/n8n-nodes-langchain.chatTrigger', typeVersion: 1.1, webhookId: randomUUID(), parameters: { public: true, mode: 'webhook', options: {} } };
	const close = { resource: 'ticket', operation: 'update', ...INBOX, ticketId: byId('={{ $json.chatInput.match(/^close #?(\\d+)$/)?.[1] }}'), statusCd: 'closed' };
	const workflow = chain('Close in a chat', chat, supportInbox('Close', close, credentials, { onError: 'continueRegularOutput' }), step('Answer', 'set', 3.4, said('={{ $json.error ?? "Closed." }}')));
	await published(workflow, async () => {
		const say = async (chatInput: string) => {
			const body = JSON.stringify({ action: 'sendMessage', sessionId: 'of-the-test', chatInput });
			const response = await fetch(`${world.n8nUrl}/webhook/${chat.webhookId}/chat`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
			return ((await response.json()) as { output?: string }).output;
		};
		const observation = await observe(simulator);
		expect(await say('close everything')).toMatch(/ticket/i);
		expect(await observation.requests()).toEqual([]);
		expect(await say('close 999999')).toMatch(/not (be )?found|does not exist|no such/i);
		expect(await say(`close #${ticket_id}`)).toBe('Closed.');
		expect((await simulator.ticket(ticket_id))?.status_cd).toBe('closed');
		expect((await observation.requests()).filter(({ method, status }) => method === 'PUT' && status === 204)).toHaveLength(1);
	});
});

const ROWS = 300;
const BAD = 10;
const DOUBLED = 20;

it(`makes contacts of ${ROWS} rows: ${BAD} bad ones stop no other, and ${DOUBLED} that come twice are one contact each`, async () => {
	const { api, simulator, credentials } = world;
	const good = Array.from({ length: ROWS - BAD - DOUBLED }, (_, number) => ({ email: `row${number}@automation.example`, name: `Row ${number}` }));
	const bad = Array.from({ length: BAD }, (_, number) => (number % 2 ? { email: 'no address', name: 'Bad' } : { email: `bad${number}@automation.example`, name: '#N/A' }));
	const doubled = good.slice(0, DOUBLED).map(({ email, name }) => ({ email, name: `${name} again` }));
	// The bad ones are among the others.
	const all = [...good.slice(0, 100), ...bad, ...good.slice(100), ...doubled];
	const contact = { resource: 'contact', operation: 'upsert', ...BOOK, email: '={{ $json.email }}', lastName: '={{ $json.name }}' };
	const workflow = chain('Rows', start(), ...rows('List', all), supportInbox('Contact', contact, credentials, { onError: 'continueErrorOutput' }), step('Done', 'noOp', 1));
	const nodes = [...workflow.nodes, { id: 'failed', position: [0, 200], ...step('Failed', 'noOp', 1) }];
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const before = (await simulator.state()).counts.contacts;
	const execution = await api.runWorkflow(await api.createWorkflow({ ...workflow, nodes, connections: { ...workflow.connections, Contact: { main: [to('Done'), to('Failed')] } } }), 'Start');
	expect(failureText(execution)).toBeUndefined();
	const done = outputJson(execution, 'Done');
	expect([done.filter(({ created }) => created).length, done.filter(({ updated }) => updated).length]).toEqual([good.length, DOUBLED]);
	expect(outputJson(execution, 'Failed').map(({ email, error }) => [email, typeof error])).toEqual(bad.map(({ email }) => [email, 'string']));
	expect((await simulator.state()).counts.contacts).toBe(before + good.length);
});

/** Two equal calls of an agent within one execution: which are two writes, and which are one. */
import type { INodeParameters } from 'n8n-workflow';
import { byId, INBOX, serviceFor } from '../../resources/service';

const service = serviceFor('email', 'reply');
const store = () => service.simulator.store;
const posts = () => service.sent().filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'));
let executions = 0;
beforeEach(() => executions++);

/** @param toolCallId as a newer agent puts it into the item of the call; an older one has none */
async function call(parameters: INodeParameters, toolCallId?: string, node = {}) {
	const [{ json }] = await service.run(parameters, { items: [{ json: { toolCallId } }], executionId: `agent-${executions}`, node: { type: 'supportInboxTool', ...node } });
	return json;
}

const FROM = { from: 'anna@mail.example', to: 'support101@tenant.example', action_cd: 'received' as const };
const ticket = () => store().createTicket({ message_box_id: INBOX, status_cd: 'open', messages: [FROM] }).ticket_id;
const CREATE = { resource: 'ticket', operation: 'create', ticketSubject: 'Called, nobody answered' };
const memoIn = (id: number) => ({ resource: 'memo', operation: 'create', memoTicketId: byId(id), memoBody: 'Called, nobody answered' });
const commentOn = (id: number) => ({ resource: 'ticket', operation: 'update', ticketId: byId(id), assignee: 'user01', updateTicketFields: { assignComment: 'Please' } });
const SEND = { resource: 'email', operation: 'send', mailAccountId: 401, to: 'anna@mail.example', subject: 'Hello', body: 'Soon' };
const replyIn = (id: number) => ({ replyTicketId: byId(id), body: 'Soon' });

it.each<[string, () => INodeParameters]>([
	['Ticket: Create', () => CREATE],
	['Memo: Create', () => memoIn(ticket())],
	['a comment of Ticket: Update', () => commentOn(ticket())],
])('%s counts by the call', async (_operation, made) => {
	const parameters = made();
	const [first, again, second] = [await call(parameters, 'call-1'), await call(parameters, 'call-1'), await call(parameters, 'call-2')];
	expect(posts()).toHaveLength(2);
	expect(again).toEqual({ ...first, deduplicated: true });
	expect(second).not.toHaveProperty('deduplicated');
	if ('message_id' in first) expect(second.message_id).not.toBe(first.message_id);
});

it.each<[string, () => INodeParameters]>([
	['Email: Send', () => SEND],
	['Email: Reply', () => replyIn(ticket())],
	['Email: Reply to a message', () => ({ replyToMessage: 'byId', replyMessageId: store().ticket(ticket()).messages[0].message_id, body: 'Soon' })],
])('%s leaves once, and says so', async (_operation, made) => {
	const parameters = made();
	const first = await call(parameters, 'call-1');
	expect(await call(parameters, 'call-2')).toEqual({ ...first, status_cd: undefined, deduplicated: true });
	expect(posts()).toHaveLength(1);
});

it.each<[string, (id: number) => INodeParameters]>([
	['Email: Send', () => SEND],
	['Email: Reply', replyIn],
])('%s leaves once where two calls come at once, and the other says so', async (_operation, made) => {
	const parameters = made(ticket());
	const out = await Promise.all([call(parameters, 'call-1'), call(parameters, 'call-2')]);
	expect(out.filter(({ deduplicated }) => deduplicated)).toHaveLength(1);
	expect(posts()).toHaveLength(1);
});

/** What Deduplicate takes for equal. */
it.each<[string, INodeParameters, number]>([
	['the name of the recipient', { to: 'Anna <Anna@mail.example>' }, 1],
	['a line break at the end', { body: 'Soon\n' }, 1],
	['another blank copy', { sendEmailFields: { bcc: 'ben@mail.example' } }, 1],
	['another recipient', { to: 'ben@mail.example' }, 2],
	['another text', { body: 'Later' }, 2],
])('a mail with %s', async (_what, change, count) => {
	await call(SEND, 'call-1');
	await call({ ...SEND, ...change }, 'call-2');
	expect(posts()).toHaveLength(count);
});

it('a memo leaves once where the agent gives no ids of its calls', async () => {
	const first = await call(CREATE);
	expect(await call(CREATE)).toEqual({ ...first, deduplicated: true });
	expect(posts()).toHaveLength(1);
});

it('a reply to a new message of the customer is another one', async () => {
	const id = ticket();
	const first = await call(replyIn(id), 'call-1');
	store().addMessage(id, { ...FROM, body: 'And when?' });
	const second = await call(replyIn(id), 'call-2');
	expect(second).not.toHaveProperty('deduplicated');
	expect(second.answered_message_id).not.toBe(first.answered_message_id);
	expect(await call(replyIn(id), 'call-3')).toEqual({ ...second, status_cd: undefined, deduplicated: true });
	expect(posts()).toHaveLength(2);
});

it('a call that was skipped has sent nothing, so an equal one may send', async () => {
	const id = store().createTicket({ message_box_id: INBOX, status_cd: 'spam', messages: [FROM] }).ticket_id;
	const parameters = { ...replyIn(id), skipRobots: true };
	expect(await call(parameters, 'call-1')).toMatchObject({ skipped: true });
	store().ticket(id).status_cd = 'open';
	const sent = await call(parameters, 'call-2');
	expect(sent).toMatchObject({ message_id: expect.any(Number) });
	expect(sent).not.toHaveProperty('deduplicated');
});

it.each<[string, (id: number) => INodeParameters]>([
	['Email: Send', () => SEND],
	['Email: Reply', replyIn],
])('an equal %s of two agents, each with a tool of its own, leaves once', async (_operation, made) => {
	const parameters = made(ticket());
	const [first, again] = [await call(parameters, 'call-1', { id: '1', name: 'Tool' }), await call(parameters, 'call-2', { id: '2', name: 'Other tool' })];
	expect(again).toEqual({ ...first, status_cd: undefined, deduplicated: true });
	expect(posts()).toHaveLength(1);
});

it('a mail with the text of another template is another one', async () => {
	const [one, other] = store().inbox(INBOX).templates.filter(({ text_body }) => !/{{|\[\[/.test(text_body)).map(({ template_id }) => template_id);
	for (const templateId of [one, one, other]) await call({ ...SEND, body: '', templateId });
	expect(posts()).toHaveLength(2);
});

describe('two nodes of a workflow with one id', () => {
	it('are two in the calls of an agent', async () => {
		for (const name of ['Tool', 'Other tool']) await call(CREATE, 'call-1', { name });
		expect(posts()).toHaveLength(2);
	});

	it('are two with Retry On Fail', async () => {
		const settings = (name: string) => ({ executionId: `retried-${executions}`, node: { name, retryOnFail: true } });
		for (const name of ['Node', 'Other node', 'Node']) await service.run(SEND, settings(name));
		expect(posts()).toHaveLength(2);
	});
});

/** Ticket: Get Many with Result: Trigger Items: what the trigger emits of the same tickets. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pollerOf, runNode } from '../../harness/engine';
import type { MessageInput, TicketInput } from '../../simulator';
import { byId, serviceFor } from '../service';

const HOUR = 3_600_000;
const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
const since = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const ago = (hours: number) => Date.now() - hours * HOUR;

const given = (input: Omit<TicketInput, 'messages'> & { messages: MessageInput[] }) =>
	service.simulator.store.createTicket({ message_box_id: 101, assignee: 'user01', label_ids: [3001], ...input });
const received = (hours: number, more: MessageInput = {}): MessageInput => ({ from: 'Anna <anna@mail.example>', body: '<p>Where is it?</p>', is_html: true, created_at: ago(hours), sent_at: ago(hours), ...more });
const sent = (hours: number, more: MessageInput = {}): MessageInput => ({ from: 'support@tenant.example', action_cd: 'sent', created_at: ago(hours), sent_at: ago(hours), ...more });

/** A day of an inbox: tickets of customers, of a memo, of a mail of ours; answered, closed, in Spam; a draft. */
function aDay(): void {
	given({ created_at: ago(20), messages: [received(20), sent(18), received(8), { method_cd: 'record', action_cd: 'sent', created_at: ago(7), sent_at: ago(7), title: 'Memo' }] });
	given({ created_at: ago(10), status_cd: 'ongoing', messages: [received(10), { action_cd: 'draft', created_at: ago(9), sent_at: ago(9) }] });
	given({ created_at: ago(9), messages: [received(9), sent(6, { body: 'We have got your mail' })] });
	given({ created_at: ago(8), messages: [sent(8)] });
	given({ created_at: ago(7), messages: [{ method_cd: 'record', action_cd: 'sent', title: 'A call', created_at: ago(7), sent_at: ago(7) }] });
	given({ created_at: ago(6), status_cd: 'closed', messages: [received(6)] });
	given({ created_at: ago(5), status_cd: 'spam', messages: [received(5)] });
	given({ created_at: ago(2), messages: [received(2)] });
}

/** @returns what a trigger emits that begins a day ago */
async function emitted(event: string, parameters: INodeParameters = {}, of: Parameters<typeof pollerOf>[0] = service.simulator): Promise<IDataObject[]> {
	const node = pollerOf(of, { messageBoxIds: [101], events: [event], startFrom: 'date', startDate: since(30), ...parameters });
	const items = [...((await node.poll()) ?? []), ...((await node.poll()) ?? [])];
	return items.map(({ json }) => json);
}

const access = () => ({ baseUrl: service.simulator.baseUrl, token: service.simulator.token });
const past = async (triggerEvent: string, options: INodeParameters = {}, parameters: INodeParameters = {}) =>
	await service.json({ returnAll: true, getAllTicketOptions: { result: 'triggerItems', triggerEvent, ...options }, ...parameters });
const messageSince = (hours: number): INodeParameters => ({ getAllTicketFilters: { messageDate: { since: { since: since(hours) } } } });
const read = () => service.sent().filter(({ method }) => method === 'GET').map(({ path }) => path).filter((path) => /tickets\/\d+$/.test(path));

describe.each<[string, INodeParameters, INodeParameters, INodeParameters, number]>([
	['ticketCreated', {}, {}, {}, 7],
	['newMessage', {}, messageSince(30), {}, 5],
	['ticketUnanswered', { unansweredFor: 4 }, {}, {}, 6],
	['ticketUnanswered', { unansweredFor: 1, options: { ignoreRepliesContaining: 'got your mail' } }, {}, { unansweredForHours: 1, ignoreRepliesContaining: 'got your mail' }, 6],
])('%s', (event, trigger, search, options, requests) => {
	it.each<[string, INodeParameters]>([
		['simplified', {}],
		['whole', { simplify: false }],
		['whole, without names', { simplify: false, includeNames: false }],
	])('equals what the trigger emits, field by field: %s', async (_form, form) => {
		aDay();
		const items = await past(event, options, { ...search, ...form });
		const fromTrigger = await emitted(event, { ...trigger, ...form });
		expect(items.length).toBeGreaterThan(1);
		expect(items).toEqual(fromTrigger);
	});

	it('takes one request for each ticket whose messages it needs', async () => {
		aDay();
		await past(event, options, search);
		expect(read()).toHaveLength(requests);
		expect(new Set(read()).size).toBe(requests);
	});
});

it('equals it with personal data hidden and the address of each ticket', async () => {
	aDay();
	const credential = { sampleTicketUrl: 'https://tenant.example/{message_box_id}/{ticket_id}' };
	const fromTrigger = await emitted('ticketCreated', { options: { hidePersonalData: true } }, { ...access(), credential });
	const items = await runNode({ ...access(), credential }, { resource: 'ticket', operation: 'getAll', messageBoxId: byId(101), returnAll: true, getAllTicketOptions: { result: 'triggerItems', hidePersonalData: true } });
	expect(items.map(({ json }) => json)).toEqual(fromTrigger);
	expect(JSON.stringify(items)).toContain('[[EMAIL_');
	expect(items[0].json).toHaveProperty('ticket_url');
});

it('searches for new messages in the time of Message Date, and leaves out those before and after it', async () => {
	aDay();
	const items = await past('newMessage', {}, { getAllTicketFilters: { messageDate: { between: { since: since(9.5), until: since(7) } } } });
	expect(items).toMatchObject([{ event: 'newMessage', message_id: expect.any(Number) }, { event: 'newMessage' }]);
	expect(service.sent()[0].body).toMatchObject({ since: expect.any(String), until: expect.any(String), action_cds: ['received'] });
});

it('takes Message States and Channels for messages too', async () => {
	aDay();
	const filters = { ...(messageSince(30).getAllTicketFilters as IDataObject), actionCds: ['sent'], methodCds: ['record'] } as INodeParameters;
	const items = await past('newMessage', { includeMessages: true }, { getAllTicketFilters: filters, simplify: false });
	expect(items).toMatchObject([{ message: { method_cd: 'record' } }, { message: { method_cd: 'record' } }]);
});

it.each([[101], ['All Inboxes']])('sends nothing for New Message without a beginning: inbox %s', async (inbox) => {
	await expect(past('newMessage', {}, { messageBoxId: byId(inbox) })).rejects.toThrow('Message Date has no beginning');
	expect(service.sent()).toEqual([]);
});

it('returns those of all inboxes, the oldest first', async () => {
	const [first, second] = [given({ created_at: ago(3), message_box_id: 102, messages: [received(3)] }), given({ created_at: ago(2), messages: [received(2)] })];
	const filters = { ticketIds: `${first.ticket_id},${second.ticket_id}`, ...(messageSince(30).getAllTicketFilters as IDataObject) } as INodeParameters;
	const items = await past('newMessage', {}, { messageBoxId: byId('All Inboxes'), getAllTicketFilters: filters });
	expect(items).toMatchObject([{ ticket_id: first.ticket_id, message_box_id: 102 }, { ticket_id: second.ticket_id, message_box_id: 101 }]);
});

it('returns a ticket that cannot be shown with started_by null, and none that is gone', async () => {
	const [shown, broken, gone] = [3, 2, 1].map((hours) => given({ created_at: ago(hours), messages: [received(hours)] }).ticket_id);
	service.simulator.faults.add({ kind: 'status', status: 200, body: {}, when: { path: new RegExp(`tickets/${broken}$`), times: 'always' } });
	service.simulator.faults.add({ kind: 'status', status: 404, body: { message: 'not found' }, when: { path: new RegExp(`tickets/${gone}$`), times: 'always' } });
	const items = await past('ticketCreated', {}, { simplify: false });
	expect(items.map((item) => [(item as IDataObject).ticket_id, (item as IDataObject).started_by])).toEqual([[shown, undefined], [broken, null]]);
	await expect(past('ticketUnanswered')).rejects.toThrow();
});

it('leaves out the tickets that its own workflow has created', async () => {
	given({ created_at: ago(3), messages: [received(3)] });
	await service.run({ resource: 'ticket', operation: 'create', ticketSubject: 'A call', ticketBody: 'Please call back' });
	expect(await past('ticketCreated')).toHaveLength(1);
});

/** n8n's Retry of a failed execution: what an earlier try has sent is found in the service, and is not sent again. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { inScope } from '../harness/scope';
import { simulatorForEachTest } from '../harness/simulator';
import { letPass, skippingNow } from '../harness/skippedWaits';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started), { seed: { tickets: 0 } });

const COUNT = inScope({ sample: 12, whole: 30, nightly: 30 });
const TICKET = 1201;
const inbox = { messageBoxId: byId(INBOX) };
const account = (place = 0) => simulator.store.inbox(INBOX).mailAccounts[place];
/** The text has another value in each try. */
const TEXT = '={{ $json.text }} {{ $now.toMillis() }}';

/** Each operation that sends, with the fields by which its items differ. */
const OPERATIONS: Array<[string, () => INodeParameters]> = [
	['Mail: Send', () => ({ resource: 'mail', operation: 'send', ...inbox, mailAccountId: account().mail_account_id, to: '={{ $json.to }}', subject: '={{ $json.subject }}', body: TEXT })],
	['Mail: Reply', () => ({ resource: 'mail', operation: 'reply', ...inbox, replyTicketId: byId(TICKET), replyMailAccountId: account().mail_account_id, body: TEXT, replyEmailFields: { to: '={{ $json.to }}', subject: '={{ $json.subject }}', severalReplies: true } })],
	['Handling Memo: Create', () => ({ resource: 'handlingMemo', operation: 'create', ...inbox, memoTicketId: byId(TICKET), memoBody: TEXT, createMemoFields: { subject: '={{ $json.subject }}' } })],
	['Ticket: Create', () => ({ resource: 'ticket', operation: 'create', ...inbox, ticketSubject: '={{ $json.subject }}', ticketBody: TEXT })],
];

/** Of three items two are equal. */
const items = Array.from({ length: COUNT }, (_, place) => {
	const person = place - (place % 3 === 2 ? 1 : 0);
	return { json: { to: `customer${person}@mail.example`, subject: `Order ${person}`, text: 'It has left.' } };
});

const messages = () => [...simulator.store.tickets.values()].flatMap((ticket) => ticket.messages).filter(({ title }) => String(title).startsWith('Order'));
const writes = () => simulator.requests.filter(({ method, path }) => method === 'POST' && !path.endsWith('/search'));

describe.each(OPERATIONS)('%s', (_name, parametersOf) => {
	beforeEach(() => simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] }));

	it.each([0, COUNT / 2 + 2, COUNT])('after %i items were sent, all are there, each once', async (sent) => {
		const establishedAt = skippingNow();
		if (sent > 0) await runNode(simulator, parametersOf(), { items: items.slice(0, sent) });
		simulator.clearRequests();
		const out = await runNode(simulator, parametersOf(), { items, mode: 'retry', establishedAt });
		expect(messages()).toHaveLength(COUNT);
		expect(writes()).toHaveLength(COUNT - sent);
		expect(simulator.requests.length - writes().length).toBeLessThanOrEqual(60);
		expect(out.map(({ json }) => json.already_sent === true)).toEqual(items.map((_, place) => place < sent));
		expect(new Set(out.map(({ json }) => json.message_id)).size).toBe(COUNT);
	});

	it('what was sent before the execution is not taken for its own, and a first run looks for nothing', async () => {
		await runNode(simulator, parametersOf(), { items: items.slice(0, 1) });
		letPass(4 * 24 * 3_600_000);
		const establishedAt = skippingNow();
		await runNode(simulator, parametersOf(), { items: items.slice(0, 1), mode: 'retry', establishedAt });
		expect(messages()).toHaveLength(2);
	});
});

it('what was sent from one inbox is looked for there, also where the items go to two inboxes', async () => {
	const parameters: INodeParameters = { resource: 'ticket', operation: 'create', messageBoxId: byId('={{ $json.inbox }}' as never), ticketSubject: '={{ $json.subject }}', ticketBody: TEXT };
	const toTwo = items.slice(0, 6).map(({ json }, place) => ({ json: { ...json, inbox: place % 2 === 0 ? INBOX : INBOX + 1 } }));
	const establishedAt = skippingNow();
	await runNode(simulator, parameters, { items: toTwo });
	simulator.clearRequests();
	const out = await runNode(simulator, parameters, { items: toTwo, mode: 'retry', establishedAt });
	expect(writes()).toEqual([]);
	expect(out.map(({ json }) => [json.already_sent, json.message_box_id])).toEqual(toTwo.map(({ json }) => [true, json.inbox]));
});

/** What most people leave to the ticket: recipient, subject, status, and the subject of a memo. */
it.each<[string, () => INodeParameters]>([
	['a reply to a ticket', () => ({ resource: 'mail', operation: 'reply', ...inbox, replyTicketId: byId(TICKET), replyMailAccountId: account().mail_account_id, body: TEXT })],
	['a reply to a message', () => ({ resource: 'mail', operation: 'reply', ...inbox, replyTo: 'message', replyMessageId: simulator.store.ticket(TICKET).messages[0].message_id, replyMailAccountId: account().mail_account_id, body: TEXT })],
	['a memo', () => ({ resource: 'handlingMemo', operation: 'create', ...inbox, memoTicketId: byId(TICKET), memoBody: TEXT })],
])('%s with no more than its text is found', async (_what, parametersOf) => {
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] });
	const establishedAt = skippingNow();
	const [{ json: first }] = await runNode(simulator, parametersOf(), { items: items.slice(0, 1) });
	const [{ json: again }] = await runNode(simulator, parametersOf(), { items: items.slice(0, 1), mode: 'retry', establishedAt });
	expect(again).toEqual({ ...first, status_cd: undefined, already_sent: true });
	expect(writes()).toHaveLength(1);
});

it('a caller does not get the ticket of another, and what does not show whose it is, is refused', async () => {
	const establishedAt = skippingNow();
	const parameters: INodeParameters = { resource: 'ticket', operation: 'create', ...inbox, ticketSubject: 'Order', ticketBody: TEXT, createTicketFields: { customerTel: '={{ $json.tel }}' } };
	const calls = (...numbers: string[]) => ({ items: numbers.map((tel) => ({ json: { tel, text: 'Missed' } })) });
	await runNode(simulator, parameters, calls('03-2222-2222'));
	const both = await runNode(simulator, parameters, { ...calls('03-1111-1111', '03-2222-2222'), mode: 'retry', establishedAt });
	expect(both.map(({ json }) => json.already_sent)).toEqual([undefined, true]);
	for (const [message] of [...simulator.store.tickets.values()].map((ticket) => ticket.messages)) message.from = null;
	await expect(runNode(simulator, parameters, { ...calls('03-1111-1111'), executionId: 'another', mode: 'retry', establishedAt })).rejects.toThrow('does not show whose it is');
	expect(writes()).toHaveLength(2);
});

it('a ticket with another title than its subject is found, by what else was created', async () => {
	const establishedAt = skippingNow();
	const [, parametersOf] = OPERATIONS[0];
	await runNode(simulator, parametersOf(), { items: items.slice(0, 6) });
	for (const ticket of simulator.store.tickets.values()) ticket.title = `[${ticket.ticket_id}] ${ticket.title}`;
	const out = await runNode(simulator, parametersOf(), { items: items.slice(0, 6), mode: 'retry', establishedAt });
	expect(out.map(({ json }) => json.already_sent)).toEqual(Array(6).fill(true));
});

it.each(OPERATIONS)('%s: the items of a long retry share what was read', async (_name, parametersOf) => {
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] });
	const establishedAt = skippingNow();
	await runNode(simulator, parametersOf(), { items: items.slice(0, 1) });
	simulator.clearRequests();
	simulator.interludes.add('after', { path: /\/(mails|mails\/reply|records)$/, times: 'always' }, () => letPass(5_000));
	await runNode(simulator, parametersOf(), { items, mode: 'retry', establishedAt });
	expect(messages()).toHaveLength(COUNT);
	expect(simulator.requests.filter(({ path }) => path.endsWith('/search')).length).toBeLessThan(2);
});

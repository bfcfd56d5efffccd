/** After a lost answer only the message that this write would have made counts as its result. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import type { MessageInput, Simulator } from '../simulator';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

const TICKET = 1201;
const inbox = { messageBoxId: byId(INBOX) };
const account = () => simulator.store.inbox(INBOX).mailAccounts[0];
const OURS = { to: 'ann@mail.example', title: 'Hello', body: 'It left.\nBye' };
const MAIL: MessageInput = { ...OURS, method_cd: 'mail', action_cd: 'sent' };
const MEMO: MessageInput = { title: 'Hello', body: OURS.body, method_cd: 'record', action_cd: 'sent' };

/** Each operation that creates a message, with the message of somebody else that appears in its place. */
const send = (cc?: string): INodeParameters => ({
	resource: 'mail', operation: 'send', ...inbox, mailAccountId: account().mail_account_id, to: OURS.to, subject: 'Hello', body: OURS.body, sendEmailFields: { ...(cc !== undefined && { cc }) },
});
const reply = (): INodeParameters => ({
	resource: 'mail', operation: 'reply', ...inbox, replyTicketId: byId(TICKET), replyMailAccountId: account().mail_account_id, body: OURS.body, replyEmailFields: { to: OURS.to, subject: 'Hello' },
});
const memo = (): INodeParameters => ({ resource: 'handlingMemo', operation: 'create', ...inbox, memoTicketId: byId(TICKET), memoBody: OURS.body, createMemoFields: { subject: 'Hello' } });
const create = (more: INodeParameters = {}): INodeParameters => ({ resource: 'ticket', operation: 'create', ...inbox, ticketSubject: 'Hello', ticketBody: OURS.body, ...more });

const OUTCOMES = [['there is no such message', 'not found'], ['it is not shown who such a message is from', 'not known']];

/** Runs it; the write does not arrive, and another message is written at that moment, a mail from our account if it has no other sender. @returns the outcome */
async function beside(parameters: INodeParameters, message: MessageInput): Promise<unknown> {
	const other = message.method_cd === 'mail' ? { from: account().email, ...message } : message;
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] });
	const own = { path: /\/(mails|mails\/reply|records)$/ };
	simulator.faults.add({ kind: 'resetBefore', when: own });
	const isInTicket = 'replyTicketId' in parameters || 'memoTicketId' in parameters;
	simulator.interludes.add('before', own, () => {
		if (isInTicket) simulator.store.addMessage(TICKET, other);
		else simulator.store.createTicket({ message_box_id: INBOX, title: 'Hello', messages: [other] });
	});
	return await runNode(simulator, parameters).then(
		([{ json }]) => ('message_id' in json ? 'found' : json),
		({ description }: { description: string }) => OUTCOMES.find(([text]) => description.includes(text))?.[1] ?? description,
	);
}

describe.each<[string, () => INodeParameters]>([['a mail', () => send()], ['a reply', reply]])('%s that did not arrive is not found in', (_what, parameters) => {
	it.each<[string, MessageInput]>([
		['one to an address that contains ours', { to: 'joann@mail.example' }],
		['one to an address that ours begins', { to: 'ann@mail.example.jp' }],
		['one to more people', { to: 'ann@mail.example, ben@mail.example' }],
		['one to nobody', { to: null }],
		['one from another account', { from: 'other101@tenant.example' }],
		['one with a copy', { cc: 'ben@mail.example' }],
		['a draft', { action_cd: 'draft' }],
		['one that is planned, which this node never does', { action_cd: 'scheduled' }],
		['a received one', { action_cd: 'received' }],
		['one in an unknown state', { action_cd: 'new_state' as never }],
		['one whose subject goes on', { title: 'Hello and more' }],
		['one whose text goes on', { body: 'It left.\nBye and more' }],
		['one whose text has ours within it', { body: 'We wrote:\nIt left.\nBye' }],
	])('%s', async (_which, change) => {
		expect(await beside(parameters(), { ...MAIL, ...change })).toBe('not found');
	});
});

describe.each<[string, () => INodeParameters]>([['a memo', memo], ['a new ticket', create]])('%s that did not arrive is not found in', (_what, parameters) => {
	it.each<[string, MessageInput]>([
		['a draft', { action_cd: 'draft' }],
		['one whose text goes on', { body: 'It left.\nBye and more' }],
		['one whose subject goes on', { title: 'Hello and more' }],
		['a mail', { method_cd: 'mail' }],
	])('%s', async (_which, change) => {
		expect(await beside(parameters(), { ...MEMO, ...change })).toBe('not found');
	});
});

/** The document does not say what a memo shows of the customer that it was sent with. */
describe('whose a new ticket is, where the answer is lost', () => {
	const address = { customerEmail: 'ann@mail.example' };
	const phone = { createTicketFields: { customerTel: '03-1111-1111' } };
	it.each<[string, INodeParameters, string | null, string]>([
		['of the customer, with a name', address, 'Ann <Ann@mail.example>', 'found'],
		['of another customer', address, 'ben@mail.example', 'not found'],
		['of a caller', address, '03-1111-1111', 'not found'],
		['of nobody that is shown', address, null, 'not known'],
		['of the caller, in another form', phone, '０３ (1111) 1111', 'found'],
		['of another caller', phone, '03-2222-2222', 'not found'],
		['of a customer, for a caller', phone, 'ann@mail.example', 'not found'],
		['of somebody without a number', phone, 'Ann', 'not known'],
		['of the customer whose phone is shown', { ...address, ...phone }, '03-1111-1111', 'found'],
		['of somebody, where no customer is named', {}, 'ben@mail.example', 'not known'],
		['of nobody, where no customer is named', {}, null, 'found'],
	])('%s', async (_whose, customer, from, outcome) => {
		expect(await beside(create(customer), { ...MEMO, from })).toBe(outcome);
	});

	it('a mail that shows no sender may be that of another account', async () => {
		expect(await beside(send(), { ...MAIL, from: null })).toBe('not known');
	});

	it('a memo without a customer is in the ticket that it names, whomever it shows', async () => {
		expect(await beside(memo(), { ...MEMO, from: 'ann@mail.example' })).toBe('found');
	});
});

/** What the service may do with a message that did arrive. */
describe('a message is found', () => {
	it.each(['sent', 'sending', 'send_error', 'requested', 'approved', 'rejected'] as const)('in the state %s', async (action_cd) => {
		expect(await beside(reply(), { ...MAIL, action_cd })).toBe('found');
	});

	it.each<[string, MessageInput]>([
		['a name beside its address, and other letters', { to: '"Lee, Ann" <Ann@mail.example>' }],
		['other line breaks and blanks', { body: ' It  left.\r\nBye\r\n' }],
		['a signature below it', { body: 'It left.\nBye\n-- \nSupport' }],
		['the mail that it answers below it', { body: 'It left.\nBye\n\n> Where is it?' }],
		['a signature in HTML', { body: 'It left.\nBye<br>Support', is_html: true }],
	])('with %s', async (_what, change) => {
		expect(await beside(reply(), { ...MAIL, ...change })).toBe('found');
	});

	it('with its copies', async () => {
		expect(await beside(send('ben@mail.example'), { ...MAIL, cc: 'Ben <ben@mail.example>' })).toBe('found');
	});

	it.each(['received', 'sent'] as const)('as a memo, whose state the document does not show: %s', async (action_cd) => {
		expect(await beside(memo(), { ...MEMO, action_cd })).toBe('found');
	});
});

it('an equal mail that this process has sent a moment ago is not taken for it', async () => {
	await runNode(simulator, send());
	simulator.faults.add({ kind: 'resetBefore', when: { path: /\/mails$/ } });
	await expect(runNode(simulator, send())).rejects.toMatchObject({ description: expect.stringContaining('there is no such message') });
});

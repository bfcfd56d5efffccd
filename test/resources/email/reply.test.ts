import type { INodeParameters } from 'n8n-workflow';
import type { MessageInput, TicketInput } from '../../simulator';
import { byId, serviceFor } from '../service';

const service = serviceFor('email', 'reply');
const TICKET = 1201;
const ACCOUNT = 'support101@tenant.example';
const FROM_ANNA: MessageInput = { from: 'anna@mail.example', to: ACCOUNT, title: 'Where is it?' };

const account = () => service.simulator.store.inbox(101).mailAccounts.find(({ email }) => email === ACCOUNT)!.mail_account_id;
const given = (input: TicketInput = {}) =>
	service.simulator.store.createTicket({ id: TICKET, message_box_id: 101, messages: [FROM_ANNA], ...input });
const toTicket = (change: INodeParameters = {}): INodeParameters => ({ replyTicketId: byId(TICKET), body: 'It is on its way.', ...change });
const toMessage = (messageId: number | string, change: INodeParameters = {}): INodeParameters => ({
	replyToMessage: 'byId',
	replyMessageId: messageId,
	body: 'It is on its way.',
	...change,
});
const calls = () => service.sent().map(({ method, path }) => `${method} ${path}`);
const lastSent = () => service.sent().at(-1)!.body;

it('answers the newest received message of the ticket with all that a service may ask for, and says how', async () => {
	const newest = { ...FROM_ANNA, title: 'Re: Where is it?', created_at: Date.now() - 1_000 };
	const { messages } = given({ status_cd: 'closed', messages: [{ ...FROM_ANNA, created_at: Date.now() - 9_000 }, newest] });
	service.simulator.store.addMessage(TICKET, { method_cd: 'record', action_cd: 'received', from: '03-5550-0100', body: 'She called' });
	service.simulator.store.addMessage(TICKET, { method_cd: 'mail', action_cd: 'sent', from: ACCOUNT, to: 'anna@mail.example' });
	const [json] = await service.json(toTicket());
	const filled = { to: 'anna@mail.example', subject: 'Re: Where is it?', mail_account_id: account(), status_cd: 'closed' };
	expect(lastSent()).toEqual({ message_id: messages[1].message_id, body: 'It is on its way.', is_html: false, ...filled });
	expect(json).toEqual({
		ticket_id: TICKET,
		message_id: service.simulator.store.ticket(TICKET).messages.at(-1)!.message_id,
		message_box_id: 101,
		answered_message_id: messages[1].message_id,
		...filled,
	});
	expect(service.simulator.store.ticket(TICKET).status_cd).toBe('closed');
});

it('takes two requests, and one more a minute for the account', async () => {
	given();
	await service.run(toTicket({ replyMailAccountId: account() }));
	await service.run(toTicket());
	await service.run(toTicket());
	const reads = calls().filter((call) => call !== 'POST 101/mails/reply');
	expect(reads).toEqual(['GET 101/mail_accounts', `GET 101/tickets/${TICKET}`, `GET 101/tickets/${TICKET}`, `GET 101/tickets/${TICKET}`]);
});

it.each<[string, MessageInput, object]>([
	['the Reply-To before the From', { reply_to: '"Sato, Hana" <hana@mail.example>' }, { to: 'hana@mail.example' }],
	['the From where Reply-To is empty', { reply_to: '' }, { to: 'anna@mail.example' }],
	['one address that is written twice', { reply_to: 'a@mail.example, Ann <A@mail.example>' }, { to: 'a@mail.example' }],
	['the subject with Re: before it', {}, { subject: 'Re: Where is it?' }],
	['a subject that has it, in any letters', { title: 'RE:Where is it?' }, { subject: 'RE:Where is it?' }],
	['a long subject, cut', { title: 'x'.repeat(200) }, { subject: `Re: ${'x'.repeat(195)}…` }],
	['a subject of several lines as one', { title: 'One\n two\u0000three\u0085four' }, { subject: 'Re: One two three four' }],
	['the account in the CC', { to: 'boss@mail.example', cc: `Support <${ACCOUNT.toUpperCase()}>` }, {}],
])('takes %s', async (_what, change, filled) => {
	given({ messages: [{ ...FROM_ANNA, ...change }] });
	await service.run(toTicket());
	expect(lastSent()).toMatchObject({ mail_account_id: account(), ...filled });
});

it('takes the body from a template', async () => {
	given();
	const [template] = service.simulator.store.inbox(101).templates;
	await service.run(toTicket({ body: '', templateId: template.template_id }));
	expect(lastSent()).toMatchObject({ body: template.html_body, is_html: true, subject: template.title });
});

describe('with Reply All', () => {
	const toAll = (more: INodeParameters = {}) => toTicket({ replyEmailFields: { replyAll: true, ...more } });

	it.each<[what: string, message: MessageInput, more: INodeParameters, sent: { to?: string; cc?: string }]>([
		['the others of a Reply-To and the CC', { reply_to: 'a@mail.example, B <b@mail.example>', cc: 'ben@mail.example' }, {}, { to: 'a@mail.example, b@mail.example', cc: 'ben@mail.example' }],
		['the CC', { cc: 'Boss <boss@mail.example>' }, {}, { to: 'anna@mail.example', cc: 'boss@mail.example' }],
		['CC and other recipients, each once', { to: `${ACCOUNT}, ben@mail.example`, cc: 'Ben <BEN@mail.example>, "c d"@mail.example' }, {}, { to: 'anna@mail.example', cc: 'ben@mail.example, "c d"@mail.example' }],
		['nobody where the CC is hidden', { cc: 'undisclosed-recipients:;' }, {}, { cc: undefined }],
		['no account of the inbox, also with a tag', { cc: `${ACCOUNT.toUpperCase()}, ${ACCOUNT.replace('@', '+shop@')}, ben@mail.example` }, {}, { cc: 'ben@mail.example' }],
		['nobody whom the reply goes to', { reply_to: 'hana@mail.example', cc: 'hana@mail.example, ben@mail.example' }, {}, { to: 'hana@mail.example', cc: 'ben@mail.example' }],
		['the CC that the user added, and nobody of it twice', { cc: 'ben@mail.example, carl@mail.example, dora@mail.example' }, { cc: 'Carl <carl@mail.example>', bcc: 'dora@mail.example' }, { cc: 'Carl <carl@mail.example>, ben@mail.example' }],
		['the others where the user chose who gets it', { cc: 'ben@mail.example' }, { to: 'ben@mail.example' }, { to: 'ben@mail.example', cc: undefined }],
	])('a copy gets %s', async (_what, message, more, sent) => {
		given({ messages: [{ ...FROM_ANNA, ...message }] });
		const [json] = (await service.json(toAll(more))) as Array<{ cc?: unknown }>;
		expect({ to: undefined, cc: undefined, ...(lastSent() as object) }).toMatchObject(sent);
		expect(json.cc).toBe((lastSent() as { cc?: string }).cc ?? null);
	});

	it('an answer to our own message goes to its To and its CC', async () => {
		given();
		const { message_id } = service.simulator.store.addMessage(TICKET, { action_cd: 'sent', from: ACCOUNT, to: 'ben@mail.example', cc: 'carl@mail.example', bcc: 'dora@mail.example' });
		await service.run(toMessage(message_id, { replyEmailFields: { replyAll: true, to: 'ben@mail.example', subject: 'x', statusCd: 'open' }, replyMailAccountId: account() }));
		expect(lastSent()).toMatchObject({ to: 'ben@mail.example', cc: 'carl@mail.example' });
		expect(lastSent()).not.toHaveProperty('bcc');
	});

	it.each<[string, MessageInput, INodeParameters, RegExp]>([
		['a CC that is no address', { cc: 'ben@mail.example, 山田＜taro@example.jp＞' }, {}, /would be answered to "山田＜taro@example.jp＞", which is not an e-mail address/],
		['Skip Robots', {}, { skipRobots: true }, /^Reply All does not go with Skip Robots$/],
	])('%s is refused', async (_what, message, more, says) => {
		given({ messages: [{ ...FROM_ANNA, ...message }] });
		await expect(service.run({ ...toAll(), ...more })).rejects.toThrow(says);
		expect(calls()).not.toContain('POST 101/mails/reply');
	});
});

describe('to a message by its ID', () => {
	it('takes three requests besides the mail accounts', async () => {
		const { messages } = given({ messages: [FROM_ANNA, FROM_ANNA] });
		await service.run(toMessage(messages[0].message_id, { replyMailAccountId: account() }));
		expect(calls()).toEqual(['GET 101/mail_accounts', 'POST 101/tickets/search', `GET 101/tickets/${TICKET}`, 'POST 101/mails/reply']);
		expect(lastSent()).toMatchObject({ message_id: messages[0].message_id, to: 'anna@mail.example', status_cd: 'open' });
	});

	it('takes one besides the mail accounts where account, To, Subject and Status are all given', async () => {
		const { messages } = given();
		const additionalFields = { to: 'anna@mail.example', subject: 'Hello', statusCd: 'closed' };
		const [json] = await service.json(toMessage(messages[0].message_id, { replyMailAccountId: account(), replyEmailFields: additionalFields }));
		expect(calls()).toEqual(['GET 101/mail_accounts', 'POST 101/mails/reply']);
		expect(json).toMatchObject({ answered_message_id: messages[0].message_id, to: 'anna@mail.example', subject: 'Hello', status_cd: 'closed' });
	});

	it('goes where our own message went, from where it came', async () => {
		given();
		const { message_id } = service.simulator.store.addMessage(TICKET, { method_cd: 'mail', action_cd: 'sent', from: ACCOUNT, to: 'ben@mail.example', title: 'Sent' });
		await service.run(toMessage(message_id));
		expect(lastSent()).toMatchObject({ to: 'ben@mail.example', mail_account_id: account(), subject: 'Re: Sent' });
	});

	it('says that there is none', async () => {
		given();
		await expect(service.run(toMessage(999_999))).rejects.toThrow(/message|not found|unknown/i);
		expect(calls()).not.toContain('POST 101/mails/reply');
	});
});

it.each<[string, MessageInput[], RegExp]>([
	['a mail of ours', [{ ...FROM_ANNA, action_cd: 'sent' }], /^It began with a mail of ours/],
	['a memo', [{ ...FROM_ANNA, method_cd: 'record' }], /^It began with the channel Memo/],
	['a website chat', [{ ...FROM_ANNA, method_cd: 'webchat', action_cd: 'end_conversation' }], /^It began with the channel Website Chat/],
])('of a ticket that began with %s it says so, and what is possible', async (_what, messages, began) => {
	given({ messages });
	const refusal = await service.run(toTicket()).catch((error: { description: string }) => error);
	const { description } = refusal as { description: string };
	expect(description).toMatch(began);
	expect(description).toMatch(/Choose the Email Account, and add To under Additional Fields: .* in this ticket\. By ID with both works as well/);
	const both = { replyMailAccountId: account(), replyEmailFields: { to: 'anna@mail.example' } };
	for (const one of [{ replyMailAccountId: account() }, { replyEmailFields: { to: 'anna@mail.example' } }]) await expect(service.run(toTicket(one))).rejects.toThrow('has no received message');
	for (const [place, parametersOf] of [(id: number) => toTicket({ ...both, replyTicketId: byId(id) }), (_id: number, answered: number) => toMessage(answered, both)].entries()) {
		const ticket = given({ id: TICKET + 1 + place, messages });
		const answered = ticket.messages[0].message_id;
		service.simulator.store.addMessage(ticket.ticket_id, { method_cd: 'mail', action_cd: 'draft', from: ACCOUNT, to: 'ben@mail.example' });
		expect(await service.json(parametersOf(ticket.ticket_id, answered))).toMatchObject([{ ticket_id: ticket.ticket_id, answered_message_id: answered }]);
		expect(lastSent()).toMatchObject({ message_id: answered, to: 'anna@mail.example', mail_account_id: account() });
	}
});

it('To and Email Account change nothing where the customer has written', async () => {
	const { messages } = given();
	service.simulator.store.addMessage(TICKET, { ...FROM_ANNA, method_cd: 'record', body: 'She called' });
	await service.run(toTicket({ replyMailAccountId: account(), replyEmailFields: { to: 'ben@mail.example' } }));
	expect(lastSent()).toMatchObject({ message_id: messages[0].message_id, to: 'ben@mail.example' });
});

it.each<[string, MessageInput[], RegExp]>([
	['a ticket without a received message', [{ ...FROM_ANNA, action_cd: 'sent' }], /^Ticket 1201 has no received message/],
	['a message without an address', [{ ...FROM_ANNA, from: null }], /has no e-mail address to reply to/],
	['a sender without an address', [{ ...FROM_ANNA, from: 'shop customer 12' }], /has no e-mail address to reply to, but "shop customer 12"/],
	['what is no address', [{ ...FROM_ANNA, from: 'taro@ｅｘａｍｐｌｅ.jp' }], /would be answered to "taro@ｅｘａｍｐｌｅ.jp", which is not an e-mail address/],
	['what is no address beside one', [{ ...FROM_ANNA, reply_to: 'Team: a@mail.example; b@mail.example' }], /would be answered to "Team: a@mail.example", which is not/],
	['a Reply-To with strangers', [{ ...FROM_ANNA, reply_to: 'anna@mail.example, v1@victims.example, v2@victims.example' }], /^Message \d+ would be answered to 3 addresses: anna@mail.example, v1@victims.example, v2@victims.example$/],
	['a Reply-To with a thousand', [{ ...FROM_ANNA, reply_to: Array.from({ length: 1_000 }, (_, at) => `v${at}@victims.example`).join(', ') }], /to 1000 addresses: v0@.*v9@victims.example and 990 more$/],
	['two senders', [{ ...FROM_ANNA, from: 'Ann <a@mail.example>; b@mail.example' }], /would be answered to 2 addresses: a@mail.example, b@mail.example$/],
	['a form mail of our own account', [{ ...FROM_ANNA, from: 'Shop <support101@tenant.example>' }], /^Message \d+ names a mail account of this inbox as its sender, so the reply would go to ourselves/],
	['a message with a Reply-To to ourselves', [{ ...FROM_ANNA, reply_to: 'support101@tenant.example' }], /would go to ourselves/],
	['a message to no account', [{ ...FROM_ANNA, to: 'x@mail.example' }], /^Message \d+ names no mail account of this inbox/],
])('%s is not answered', async (_what, messages, says) => {
	given({ messages });
	await expect(service.run(toTicket())).rejects.toThrow(says);
	expect(calls()).not.toContain('POST 101/mails/reply');
});

it('a message to several accounts is answered from the one that is chosen', async () => {
	const { mailAccounts } = service.simulator.store.inbox(101);
	given({ messages: [{ ...FROM_ANNA, to: mailAccounts.map(({ email }) => email).join(', ') }] });
	await expect(service.run(toTicket())).rejects.toThrow(/^Message \d+ names several mail accounts of this inbox/);
	await service.run(toTicket({ replyMailAccountId: mailAccounts[1].mail_account_id }));
	expect(lastSent()).toMatchObject({ mail_account_id: mailAccounts[1].mail_account_id });
});

it.each<[string, INodeParameters, RegExp]>([
	['an address for Reply To', toTicket({ replyToMessage: 'anna@example.com' }), /^Reply To Message: "anna@example.com" is an address, which goes under To/],
	['a reason without a status', toTicket({ replyEmailFields: { pendingReasonId: 202 } }), /needs the status On Hold/],
	['a reason with another status', toTicket({ replyEmailFields: { statusCd: 'closed', pendingReasonId: 202 } }), /needs the status On Hold/],
])('refused before a request: %s', async (_what, parameters, message) => {
	await expect(service.run(parameters)).rejects.toThrow(message);
	expect(service.sent()).toEqual([]);
});

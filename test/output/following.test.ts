/** What an item says is enough to write back to it: each output is given to every operation that could follow. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pollerOf, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';
import type { MessageInput } from '../simulator';

const service = simulatorOfEachTest();

const INBOX = 102;
const inbox = { messageBoxId: byId(INBOX) };
const anna = { from: '"Miller, Anna" <anna@mail.example>', to: `support${INBOX}@tenant.example` };
const account = () => service.store.inbox(INBOX).mailAccounts[0].mail_account_id;

function ticket(age = 0): number {
	const attachments = [{ file_name: 'a.txt', content: 'a' }];
	const messages: MessageInput[] = [{ ...anna, method_cd: 'webchat', conversations: [{ note: 'Hello' }] }, { ...anna, body: 'Hello', attachments }];
	return service.store.createTicket({ message_box_id: INBOX, assignee: 'user01', messages, created_at: service.store.now() - age }).ticket_id;
}

const run = async (name: string, parameters: INodeParameters, json: IDataObject = {}) => {
	const [resource, operation] = name.split('.');
	return await runNode(service, { resource, operation, ...parameters }, { items: [{ json }] });
};
const outputOf = async (name: string, parameters: INodeParameters) => (await run(name, parameters))[0].json;

async function eventOf(event: string): Promise<IDataObject> {
	const poller = pollerOf(service, { messageBoxIds: [INBOX], events: [event], unansweredUnit: 'minutes' });
	const ticketId = event === 'ticketCreated' ? undefined : ticket(60_000);
	await poller.poll();
	if (ticketId === undefined) ticket();
	else if (event === 'ticketFieldChanged') service.store.editTicket(ticketId, { title: 'Another' });
	else {
		service.store.addMessage(ticketId, { ...anna, body: 'Hello', sent_at: Date.now() - 3_600_000 });
		const { message_id } = service.store.addMessage(ticketId, { ...anna, body: 'Well?' });
		service.store.addComment(message_id, { comment: 'Please answer' });
	}
	return (await poller.poll())![0].json;
}

const from = (expression: string) => `={{ ${expression} }}`;
const ofItem = { messageBoxId: byId(from('$json.message_box_id')) };
const ticketOfItem = byId(from('$json.ticket_id'));
const mail = () => ({ ...ofItem, replyMailAccountId: account(), body: 'Soon.', replyEmailFields: { to: 'anna@mail.example' } });

/** What can follow an item, by the fields that say where it belongs. */
const TO_TICKET: Record<string, () => INodeParameters> = {
	'ticket.get': () => ({ ...ofItem, ticketId: ticketOfItem }),
	'ticket.update': () => ({ ...ofItem, ticketId: ticketOfItem, statusCd: 'closed' }),
	'memo.create': () => ({ ...ofItem, memoTicketId: ticketOfItem, memoBody: 'Done.' }),
};
const TO_CUSTOMER: typeof TO_TICKET = { 'email.reply': () => ({ ...mail(), replyTicketId: ticketOfItem }) };
const TO_MESSAGE: typeof TO_TICKET = { 'email.reply': () => ({ ...mail(), replyToMessage: 'byId', replyMessageId: from('$json.message_id') }) };
const TO_FILES: typeof TO_TICKET = { 'attachment.download': () => ({ ...ofItem, source: 'ticket', attachmentTicketId: ticketOfItem }) };
const TO_CONTACT: typeof TO_TICKET = {
	'contact.upsert': () => ({ customerGroupId: byId(11), findBy: 'email', email: from('$json.from'), lastName: from('$json.from_name ?? $json.from_email') }),
};
const TO_PARTS: typeof TO_TICKET = {
	'attachment.download': () => ({ ...ofItem, source: 'attachment', attachmentId: from('$json.messages[1].attachments[0].attachment_id') }),
	'chatTranscript.get': () => ({ ...ofItem, ticketId: ticketOfItem, messageId: from('$json.messages[0].message_id'), channel: 'webchat' }),
	'contact.get': () => ({ customerGroupId: byId(11), findBy: 'email', email: from('$json.messages[1].from_email'), getContactOptions: { ifNotFound: 'nothing' } }),
	'email.reply': () => ({ ...mail(), replyToMessage: 'byId', replyMessageId: from('$json.messages[1].message_id') }),
};
const BACK_TO_CONTACT: typeof TO_TICKET = Object.fromEntries(
	['get', 'update', 'upsert', 'delete'].map((operation) => [
		`contact.${operation}`,
		() => ({ customerGroupId: byId(from('$json.customer_group_id')), findBy: 'email', email: from('$json.email ?? $json.emails[0]'), lastName: 'Sato' }),
	]),
);
const TO_USER: typeof TO_TICKET = { 'ticket.update': () => ({ ...inbox, ticketId: byId(ticket()), assignee: from('$json.mention_name') }) };
const TO_TEMPLATE: typeof TO_TICKET = {
	'email.send': () => ({ ...inbox, mailAccountId: account(), to: 'a@mail.example', templateId: from('$json.template_id'), subject: '', body: '' }),
};

const contact = { customerGroupId: byId(11), findBy: 'email', email: 'anna@mail.example', lastName: 'Miller' };
const existing = () => {
	service.store.addContact(11, { emails: [{ email: 'anna@mail.example' }] });
	return contact;
};
const trigger = { ...TO_TICKET, ...TO_CUSTOMER, ...TO_FILES };

const OUTPUTS: Record<string, { output: () => Promise<IDataObject>; next: typeof TO_TICKET }> = {
	'Ticket: Get': { output: async () => await outputOf('ticket.get', { ...inbox, ticketId: byId(ticket()) }), next: { ...trigger, ...TO_PARTS } },
	'Ticket: Get Many': { output: async () => (ticket(), await outputOf('ticket.getAll', inbox)), next: trigger },
	'Ticket: Update': { output: async () => await outputOf('ticket.update', { ...inbox, ticketId: byId(ticket()), statusCd: 'open' }), next: trigger },
	'Ticket: Update, the ticket': {
		output: async () => await outputOf('ticket.update', { ...inbox, ticketId: byId(ticket()), statusCd: 'open', return: 'updatedTicket' }),
		next: trigger,
	},
	'Ticket: Create': { output: async () => await outputOf('ticket.create', { ...inbox, ticketSubject: 'A call' }), next: TO_TICKET },
	'Memo: Create': { output: async () => await outputOf('memo.create', { ...inbox, memoTicketId: byId(ticket()), memoBody: 'A call' }), next: trigger },
	'Email: Reply': { output: async () => await outputOf('email.reply', { ...inbox, replyTicketId: byId(ticket()), replyMailAccountId: account(), body: 'Soon.' }), next: { ...trigger, ...TO_MESSAGE } },
	'Email: Send': {
		output: async () => await outputOf('email.send', { ...inbox, mailAccountId: account(), to: 'a@mail.example', subject: 'A', body: 'B' }),
		next: { ...TO_TICKET, ...TO_MESSAGE },
	},
	'Contact: Get': { output: async () => await outputOf('contact.get', existing()), next: BACK_TO_CONTACT },
	'Contact: Update': { output: async () => await outputOf('contact.update', existing()), next: BACK_TO_CONTACT },
	'Contact: Create or Update': { output: async () => await outputOf('contact.upsert', contact), next: BACK_TO_CONTACT },
	'User: Get Many': { output: async () => await outputOf('user.getAll', {}), next: TO_USER },
	'Template: Get Many': { output: async () => await outputOf('template.getAll', inbox), next: TO_TEMPLATE },
	'trigger, Ticket Created': { output: async () => await eventOf('ticketCreated'), next: { ...trigger, ...TO_CONTACT, ...TO_MESSAGE } },
	'trigger, New Message': { output: async () => await eventOf('newMessage'), next: { ...trigger, ...TO_CONTACT, ...TO_MESSAGE } },
	'trigger, New Comment': { output: async () => await eventOf('newComment'), next: { ...trigger, ...TO_CONTACT, ...TO_MESSAGE } },
	'trigger, Ticket Unanswered': { output: async () => await eventOf('ticketUnanswered'), next: { ...trigger, ...TO_CONTACT, ...TO_MESSAGE } },
	'trigger, Ticket Field Changed': { output: async () => await eventOf('ticketFieldChanged'), next: trigger },
};

const pairs = Object.entries(OUTPUTS).flatMap(([name, { output, next }]) => Object.entries(next).map(([after, parameters]) => ({ name, after, output, parameters })));

it.each(pairs)('$name, then $after', async ({ output, after, parameters }) => {
	const json = await output();
	service.clearRequests();
	await run(after, parameters(), json);
	const places = service.requests.flatMap(({ path }) => /^\/api\/v2\/(?:customer_groups\/)?(\d+)/.exec(path)?.[1] ?? []);
	expect(new Set(places)).toEqual(new Set([after.startsWith('contact.') ? '11' : String(INBOX)]));
	// That there is no contact yet is no mistake.
	const { status, method } = service.requests.at(-1)!;
	expect(status).toBeLessThan(method === 'GET' && after === 'contact.get' ? 405 : 300);
});

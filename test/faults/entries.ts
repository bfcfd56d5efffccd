import type { INodeParameters } from 'n8n-workflow';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';

/**
 * How an operation is run in the fault table.
 * - `parameters`: besides resource and operation; may depend on what the simulator holds.
 * - `effect`: for writes, how often the service did what was asked; 0 before.
 * - `newest`: for what is created, the ids that the item must show when it was done.
 */
export interface Entry {
	parameters: (sim: Simulator) => INodeParameters;
	effect?: (sim: Simulator) => number;
	newest?: (sim: Simulator) => Record<string, unknown>;
}

export const BOOK = 11;
export const MARK = 'Marked by the fault table';

const inbox = { messageBoxId: byId(INBOX) };
export const book = { customerGroupId: byId(BOOK) };

const someTicket = (sim: Simulator) => [...sim.store.tickets.values()].find((ticket) => ticket.message_box_id === INBOX)!;
const labels = (sim: Simulator) => sim.store.inboxes.get(INBOX)!.labels;
const contacts = (sim: Simulator) => sim.store.addressBooks.get(BOOK)!.contacts;
const named = (sim: Simulator) => labels(sim).all().filter(({ name }) => name === MARK);
const classes = (sim: Simulator) => sim.store.inboxes.get(INBOX)!.classifications;
const marked = (sim: Simulator) => [...sim.store.messages.values()].filter(({ body }) => body === MARK);
const newestMessage = (sim: Simulator) => {
	const [{ message_id, ticket }] = marked(sim);
	return { message_id, ticket_id: ticket.ticket_id };
};
const mail = (sim: Simulator) => ({ ...inbox, mailAccountId: sim.store.inboxes.get(INBOX)!.mailAccounts[0].mail_account_id, body: MARK });

/** Every operation that is more than a list, by `resource.operation`. */
const ENTRIES: Record<string, Entry> = {
	'attachment.download': {
		parameters: (sim) => {
			const [message] = someTicket(sim).messages;
			const { attachment_id } = sim.store.addAttachment(message.message_id, { file_name: 'table.txt', content: 'table' });
			return { ...inbox, source: 'attachment', attachmentId: String(attachment_id) };
		},
	},
	'chatTranscript.get': {
		parameters: (sim) => {
			const { ticket_id } = someTicket(sim);
			const { message_id } = sim.store.addMessage(ticket_id, { method_cd: 'webchat' });
			return { ...inbox, ticketId: byId(ticket_id), messageId: String(message_id), channel: 'webchat' };
		},
	},
	'classification.create': {
		parameters: (sim) => ({ ...inbox, name: MARK, createClassificationFields: { parentId: classes(sim).all()[0].id } }),
		effect: (sim) => classes(sim).all().filter(({ name }) => name === MARK).length,
		newest: (sim) => ({ case_category_id: classes(sim).all().find(({ name }) => name === MARK)?.id }),
	},
	'classification.update': {
		parameters: (sim) => ({ ...inbox, caseCategoryId: classes(sim).all()[0].id, updateClassificationFields: { name: MARK } }),
		effect: (sim) => Number(classes(sim).all()[0].name === MARK),
	},
	'memo.create': {
		parameters: (sim) => ({ ...inbox, memoTicketId: byId(someTicket(sim).ticket_id), memoBody: MARK, createMemoFields: { subject: 'A call', statusCd: 'closed', operatedAt: { at: { time: '2020-01-01T00:00:00Z' } } } }),
		effect: (sim) => marked(sim).length,
		newest: newestMessage,
	},
	'email.send': {
		parameters: (sim) => ({ ...mail(sim), to: 'a@example.com, b@example.com', subject: 'Hello' }),
		effect: (sim) => marked(sim).length,
		newest: newestMessage,
	},
	'email.reply': {
		parameters: (sim) => ({ ...inbox, replyMailAccountId: mail(sim).mailAccountId, body: MARK, replyToMessage: 'byId', replyMessageId: String(someTicket(sim).messages[0].message_id), replyEmailFields: { to: 'a@example.com', subject: 'Hello', statusCd: 'closed' } }),
		effect: (sim) => marked(sim).length,
		newest: newestMessage,
	},
	'label.create': {
		parameters: () => ({ ...inbox, name: MARK }),
		effect: (sim) => named(sim).length,
		newest: (sim) => ({ label_id: named(sim)[0].id }),
	},
	'label.update': {
		parameters: (sim) => ({ ...inbox, labelId: labels(sim).all()[0].id, updateLabelFields: { name: MARK } }),
		effect: (sim) => Number(labels(sim).all()[0].name === MARK),
	},
	'ticket.create': {
		parameters: () => ({ ...inbox, ticketSubject: 'A call', ticketBody: MARK, createTicketFields: { operatedAt: { at: { time: '2020-01-01T00:00:00Z' } } } }),
		effect: (sim) => marked(sim).length,
		newest: newestMessage,
	},
	'ticket.get': { parameters: (sim) => ({ ...inbox, ticketId: byId(someTicket(sim).ticket_id) }) },
	'ticket.update': {
		parameters: (sim) => ({ ...inbox, ticketId: byId(someTicket(sim).ticket_id), updateTicketFields: { colorCd: 'pink' } }),
		effect: (sim) => Number(someTicket(sim).color_cd === 'pink'),
	},
	'contact.create': {
		parameters: () => ({ ...book, lastName: 'Table', createContactFields: { systemId1: MARK } }),
		effect: (sim) => Number(contacts(sim).withCode(MARK) !== undefined),
		newest: () => ({ success: true, system_id1: MARK }),
	},
	'contact.upsert': {
		parameters: (sim) => {
			sim.store.addContact(BOOK, { system_id1: 'table' });
			return { ...book, findBy: 'systemId1', systemId1: 'table', lastName: MARK };
		},
		effect: (sim) => Number(contacts(sim).withCode('table')?.last_name === MARK),
	},
	'contact.update': {
		parameters: (sim) => {
			sim.store.addContact(BOOK, { system_id1: 'table' });
			return { ...book, findBy: 'systemId1', systemId1: 'table', lastName: MARK };
		},
		effect: (sim) => Number(contacts(sim).withCode('table')?.last_name === MARK),
	},
	'contact.delete': {
		parameters: (sim) => {
			sim.store.addContact(BOOK, { system_id1: 'table' });
			return { ...book, findBy: 'systemId1', systemId1: 'table' };
		},
		effect: (sim) => Number(contacts(sim).withCode('table') === undefined),
	},
	'contact.get': {
		parameters: (sim) => {
			sim.store.addContact(BOOK, { system_id1: 'table' });
			return { ...book, findBy: 'systemId1', systemId1: 'table' };
		},
	},
};

/** @returns the parameters of an entry, by `resource.operation` */
export function parametersOf(name: string, sim: Simulator): INodeParameters {
	return ENTRIES[name].parameters(sim);
}

/** What a list takes; n8n leaves out what an operation has no field for. */
const LIST: Entry = { parameters: () => ({ ...inbox, ...book, limit: 5 }) };

/** @returns how the operation is run; undefined when it has no entry, which test/resources/complete.test.ts shows */
export function entryOf(name: string, { fields }: Operation): Entry | undefined {
	return ENTRIES[name] ?? (fields.some((field) => field.name === 'limit') ? LIST : undefined);
}

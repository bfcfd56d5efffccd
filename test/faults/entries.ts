import type { INodeParameters } from 'n8n-workflow';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { neededBy } from '../description/samples';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';

/**
 * How an operation is run in the fault table.
 * - `parameters`: besides resource and operation; may depend on what the simulator holds.
 * - `newest`: for what is created, what the item must show when it was done; default: the ids that the service gave it.
 */
export interface Entry {
	parameters: (sim: Simulator) => INodeParameters;
	newest?: Record<string, unknown>;
}

export const BOOK = 11;
export const MARK = 'Marked by the fault table';

const inbox = { messageBoxId: byId(INBOX) };
export const book = { customerGroupId: byId(BOOK) };

const someTicket = (sim: Simulator) => [...sim.store.tickets.values()].find((ticket) => ticket.message_box_id === INBOX)!;
const mail = (sim: Simulator) => ({ ...inbox, mailAccountId: sim.store.inboxes.get(INBOX)!.mailAccounts[0].mail_account_id, body: MARK });

/** @returns the key of a contact that is there */
function keyed({ store }: Simulator): INodeParameters {
	store.addContact(BOOK, { system_id1: 'table' });
	return { ...book, findBy: 'systemId1', systemId1: 'table' };
}

/** The operations that need more than their required fields, by `resource.operation`. */
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
	'memo.create': {
		parameters: (sim) => ({ ...inbox, memoTicketId: byId(someTicket(sim).ticket_id), memoBody: MARK, createMemoFields: { subject: 'A call', statusCd: 'closed', operatedAt: { at: { time: '2020-01-01T00:00:00Z' } } } }),
	},
	'email.send': {
		parameters: (sim) => ({ ...mail(sim), to: 'a@example.com, b@example.com', subject: 'Hello' }),
	},
	'email.reply': {
		parameters: (sim) => ({ ...inbox, replyMailAccountId: mail(sim).mailAccountId, body: MARK, replyToMessage: 'byId', replyMessageId: String(someTicket(sim).messages[0].message_id), replyEmailFields: { to: 'a@example.com', subject: 'Hello', statusCd: 'closed' } }),
	},
	'ticket.create': {
		parameters: () => ({ ...inbox, ticketSubject: 'A call', ticketBody: MARK, createTicketFields: { operatedAt: { at: { time: '2020-01-01T00:00:00Z' } } } }),
	},
	'ticket.get': { parameters: (sim) => ({ ...inbox, ticketId: byId(someTicket(sim).ticket_id) }) },
	'ticket.update': {
		parameters: (sim) => ({ ...inbox, ticketId: byId(someTicket(sim).ticket_id), updateTicketFields: { colorCd: 'pink' } }),
	},
	'contact.create': {
		parameters: () => ({ ...book, lastName: 'Table', createContactFields: { systemId1: MARK } }),
		newest: { success: true, system_id1: MARK },
	},
	'contact.upsert': { parameters: (sim) => ({ ...keyed(sim), lastName: MARK }) },
	'contact.update': { parameters: (sim) => ({ ...keyed(sim), lastName: MARK }) },
	'contact.delete': { parameters: keyed },
	'contact.get': { parameters: keyed },
};

/** @returns the parameters of an entry, by `resource.operation` */
export function parametersOf(name: string, sim: Simulator): INodeParameters {
	return ENTRIES[name].parameters(sim);
}

/** @returns how the operation is run: by default with what it needs; n8n leaves out what it has no field for */
export function entryOf(name: string, operation: Operation): Entry {
	return ENTRIES[name] ?? { parameters: () => ({ ...inbox, ...book, ...neededBy(operation), limit: 5 }) };
}

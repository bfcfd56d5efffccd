import type { Snapshot } from '../../nodes/SupportInbox/store/snapshot';
import type { TicketSummary } from '../../nodes/SupportInbox/store/ticketFields';
import type { Row, TicketDetails, TicketMessage } from '../../nodes/SupportInbox/store/tickets';
import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import type { Seen } from '../../nodes/SupportInbox/trigger/detect/detect';
import { type Settings, BEGINNERS } from '../../nodes/SupportInbox/trigger/properties/settings';
import type { InboxState, MessageState, TicketState } from '../../nodes/SupportInbox/trigger/state/state';

/** The service's clock (ms) to which the times below are relative. */
export const NOW = Date.parse('2026-03-02T08:00:00Z');

export const isoOf = (after: number) => new Date(NOW + after).toISOString();

/** A ticket of a day ago; @param after when it was created and last updated, ms after NOW */
export function ticket({ created = -DAY, updated = created, ...fields }: Partial<TicketSummary> & { created?: number; updated?: number } = {}): TicketSummary {
	return {
		ticket_id: 1,
		title: 'Question',
		status_cd: 'open',
		assignee: null,
		color_cd: null,
		label_ids: [],
		case_category_ids: [],
		pending_reason_id: null,
		created_at: isoOf(created),
		last_updated_at: isoOf(updated),
		...fields,
	} as TicketSummary;
}

/** A mail that was received; @param created ms after NOW */
export function message(message_id: number, created: number, fields: Partial<TicketMessage> = {}): TicketMessage {
	const at = isoOf(created);
	return { message_id, created_at: at, sent_at: at, method_cd: 'mail', action_cd: 'received', attachments: [], ...fields };
}

/** What is remembered of a ticket's messages: those since an hour ago were not there. */
export function messageMemory(fields: Partial<MessageState> = {}): MessageState {
	return { newFrom: NOW - HOUR, readAt: NOW - HOUR, ...fields };
}

/** An inbox that was read an hour ago; tickets and messages since then are new. */
export function inbox(fields: Partial<InboxState> = {}, tickets: Record<number, TicketState> = {}): InboxState {
	const at = NOW - HOUR;
	return { since: at, messagesSince: at, commentsSince: null, cursor: at, resyncedUntil: at, processedUntil: at, queue: {}, hasEvicted: false, ...fields, tickets };
}

const ANY_CHANGE = { fields: [], becomes: null };
export const CHANGES: Settings['changes'] = { labelAdded: ANY_CHANGE, ticketAssigned: ANY_CHANGE, ticketFieldChanged: ANY_CHANGE, ticketClosed: ANY_CHANGE };

/** All events of all tickets, and messages that were received. */
export function settings(fields: Partial<Omit<Settings, 'filters'>> = {}, filters: Partial<Settings['filters']> = {}): Settings {
	return {
		inboxes: [101],
		events: ['ticketCreated', 'newMessage', 'ticketFieldChanged'],
		startedBy: BEGINNERS,
		changes: CHANGES,
		ignoreOwn: 'thisWorkflow',
		messages: { methodCds: [], actionCds: ['received'] },
		comments: { types: [], commentAuthors: [] },
		unanswered: { first: 4 * HOUR },
		start: { mode: 'now' },
		includeMessages: false,
		includeNames: false,
		lookback: DAY,
		maxRequests: 20,
		...fields,
		filters: { statusCds: [], assignee: undefined, labelIds: [], methodCds: [], hasAttachments: undefined, ...filters },
	};
}

/** How the ticket of a day ago looks. */
export const SNAPSHOT: Snapshot = { status_cd: 'open', title: 'Question' };

/** What is remembered of the ticket of a day ago, which has been quiet since. */
export function memory(fields: Partial<TicketState> = {}): TicketState {
	return { created: NOW - DAY, updated: NOW - DAY, snapshot: SNAPSHOT, messages: messageMemory(), ...fields };
}

/** The row of a ticket as an answer of now showed it. */
export function row(shown: TicketSummary, fields: Partial<Row> = {}): Row {
	const [created, updated] = [shown.created_at, shown.last_updated_at].map((text) => (text === '' ? NOW : Date.parse(text)));
	return { ticket: shown, asOf: NOW, readAt: NOW, answeredAt: NOW, created, updated, movedAt: NOW, explained: [], sentUntil: -Infinity, ...fields };
}

/** A ticket as a row shows it that no write of this process has made so. */
export function seen(shown: Row, fields: Partial<Seen> = {}): Seen {
	return { row: shown, writes: [], own: () => [], isOwn: false, isOwnMessage: () => false, ...fields };
}

/** The details of a ticket; @param readAt when they were read, ms after NOW */
export function details(shown: TicketSummary, messages: TicketMessage[], readAt = 0): TicketDetails {
	return { ticket: { ...shown, messages }, asOf: NOW + readAt, readAt: NOW + readAt, answeredAt: NOW + readAt };
}

export const FRESH = ticket({ created: -MINUTE });
export const OLD = ticket();

/** The messages or comments that nothing holds back. */
export function freshIn<T extends { reason: unknown }>(judged: readonly T[]): T[] {
	return judged.filter(({ reason }) => reason === null);
}

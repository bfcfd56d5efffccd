import type { Changes } from '../../ledger/snapshot';
import type { TicketSummary } from '../../ledger/ticketFields';
import { type TicketComment, type TicketMessage, byCreation } from '../../ledger/tickets';
import { omit } from '../../output/pick';
import type { EventName } from '../properties/settings';
import { millisOf } from '../time';
import { commentedAt } from './comments';
import { cameAt } from './messages';

/**
 * An event as the workflow gets it: the ticket's fields, flat, and the fields that the event adds.
 * - `closed_seen_at`: when the trigger saw that the ticket was closed: the service does not say when that was.
 * - `begun_by`: null: the ticket cannot be read, so nobody knows who has begun it.
 * - `shown`: the message that the simplified event shows; left out without Simplify.
 */
export interface TicketEvent extends TicketSummary {
	shown?: TicketMessage;
	event: EventName;
	message_box_id: number;
	messages?: TicketMessage[];
	message?: TicketMessage;
	comment?: TicketComment;
	changes?: Changes;
	waiting_since?: string;
	closed_seen_at?: string;
	begun_by?: null;
}

/**
 * A ticket that is new. It shows what the customer wrote first, or else the first message.
 *
 * @param messages as far as they are known; they are part of the event when `withMessages` says so
 */
export function ticketCreated(messageBoxId: number, ticket: TicketSummary, messages: TicketMessage[], withMessages: boolean): TicketEvent {
	const ordered = byCreation(messages);
	const shown = ordered.find(isReceived) ?? ordered.at(0);
	return { event: 'ticketCreated', message_box_id: messageBoxId, ...withoutMessages(ticket), ...(withMessages ? { messages } : {}), shown };
}

/** A message that is new in a ticket. */
export function newMessage(messageBoxId: number, ticket: TicketSummary, message: TicketMessage): TicketEvent {
	return { event: 'newMessage', message_box_id: messageBoxId, ...withoutMessages(ticket), message, shown: message };
}

/** A comment that is new in a ticket, with its message. The message's other comments are left out: there may be many of them. */
export function newComment(messageBoxId: number, ticket: TicketSummary, { message, comment }: { message: TicketMessage; comment: TicketComment }): TicketEvent {
	const shown = omit(message, 'comments') as TicketMessage;
	return { event: 'newComment', message_box_id: messageBoxId, ...withoutMessages(ticket), comment, message: shown, shown };
}

/** A ticket whose fields were changed. @param seenAt when that was seen */
export function ticketChanged(event: EventName, messageBoxId: number, ticket: TicketSummary, changes: Changes, seenAt: Date): TicketEvent {
	const closed = event === 'ticketClosed' && { closed_seen_at: seenAt.toISOString() };
	return { event, message_box_id: messageBoxId, ...withoutMessages(ticket), ...closed, changes };
}

/** A ticket whose customer waits for an answer. */
export function ticketUnanswered(messageBoxId: number, ticket: TicketSummary, messages: readonly TicketMessage[], since: Date): TicketEvent {
	const event = { event: 'ticketUnanswered' as const, message_box_id: messageBoxId, ...withoutMessages(ticket) };
	return { ...event, waiting_since: since.toISOString(), shown: newestReceived(messages) };
}

/** @returns the newest message of the customer */
export function newestReceived(messages: readonly TicketMessage[]): TicketMessage | undefined {
	return byCreation(messages).filter(isReceived).at(-1);
}

function isReceived({ action_cd }: TicketMessage): boolean {
	return action_cd === 'received';
}

/** @returns the events, oldest first, by the times that the service shows */
export function oldestFirst(events: readonly TicketEvent[]): TicketEvent[] {
	return events
		// A message may be dated before its ticket, and still comes after it.
		.map((event) => ({ event, at: Math.max(timeOf(event), millisOf(event.created_at, 0)) }))
		.sort((a, b) => a.at - b.at || a.event.ticket_id - b.event.ticket_id)
		.map(({ event }) => event);
}

/** When the event reached the service (ms): not its own date, since a memo may be dated back, and a mail may come late. */
function timeOf({ event, created_at, last_updated_at, message, comment }: TicketEvent): number {
	if (event === 'ticketCreated') return millisOf(created_at, 0);
	// A wait ends at the time of the poll, so its event comes last.
	if (event === 'ticketUnanswered') return Number.MAX_SAFE_INTEGER;
	if (message !== undefined && comment !== undefined) return commentedAt(message, comment, Infinity);
	return message === undefined ? millisOf(last_updated_at, 0) : cameAt(message, Infinity);
}

/** A ticket's own fields, whether it comes from a search or was read with its messages. */
function withoutMessages(ticket: TicketSummary & { messages?: unknown }): TicketSummary {
	return omit(ticket, 'messages');
}

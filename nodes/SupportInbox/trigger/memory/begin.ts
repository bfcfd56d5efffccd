import { snapshotOf } from '../../ledger/snapshot';
import type { KnownStamps } from '../../ledger/stamps';
import type { TicketSummary } from '../../ledger/ticketFields';
import { type Settings, type Start, followsMessages, MAX_START_AGE, wants } from '../properties/settings';
import { millisOf, SECOND } from '../time';
import type { InboxMemory, TicketMemory } from './memory';

/** At the start, rows that others have read within this time are used (ms), so that ten triggers that start together read once. */
const SHARED_AT_START = 20 * SECOND;

/**
 * @param asOf when the trigger begins (ms of the service's clock)
 * @param stamps what is known of the times of tickets
 * @returns the memory of an inbox that begins then, as "Start" says; without tickets
 */
export function beginAt(asOf: number, start: Start, settings: Settings, { ahead, isExact }: KnownStamps): InboxMemory {
	const now = Math.floor(asOf / SECOND) * SECOND;
	const from = start.mode === 'lastDays' ? now - start.age : start.mode === 'sinceDate' ? start.at + ahead : undefined;
	const since = Math.max(now - MAX_START_AGE, Math.min(now, from ?? now));
	return {
		since,
		messagesSince: followsMessages(settings) ? since : null,
		commentsSince: wants(settings, 'newComment') ? since : null,
		position: since,
		sweptTo: Math.min(since, now - SHARED_AT_START),
		// Rows that were just read show how tickets looked at the start. With a start date, all known rows count.
		takenTo: from === undefined ? now - SHARED_AT_START : 0,
		tickets: {},
		todo: {},
		hasForgotten: false,
		...(!isExact && { seemedAhead: ahead }),
	};
}

/** The memory of a ticket that existed at the start: its first message is as old as the ticket, and reading it shows the others. */
export function asKnown(ticket: TicketSummary, { messagesSince }: InboxMemory): TicketMemory {
	const created = millisOf(ticket.created_at, 0);
	const messages = messagesSince === null ? {} : { messages: { newFrom: Math.max(messagesSince, created + 1), readAt: messagesSince } };
	return { created, updated: millisOf(ticket.last_updated_at, 0), snapshot: snapshotOf(ticket), ...messages };
}

/**
 * Messages and comments are new from the time at which an event that is made of them was chosen, not from the last poll.
 *
 * @param memory is changed
 * @param now ms of the service's clock
 */
export function beginMessages(memory: InboxMemory, settings: Settings, now: number): void {
	const second = Math.floor(now / SECOND) * SECOND;
	// If an event was removed and is added again, nothing from in between was handled: what was remembered for it does not apply.
	for (const ticket of Object.values(memory.tickets)) {
		if (!wants(settings, 'newComment')) delete ticket.comments;
		if (!wants(settings, 'ticketUnanswered')) {
			delete ticket.wait;
			delete ticket.messages?.unreadFrom;
		}
		if (!followsMessages(settings)) delete ticket.messages;
	}
	if (!followsMessages(settings)) for (const entry of Object.values(memory.todo)) delete entry.messagesSince;
	memory.messagesSince = followsMessages(settings) ? (memory.messagesSince ?? second) : null;
	memory.commentsSince = wants(settings, 'newComment') ? (memory.commentsSince ?? second) : null;
}

import { snapshotOf } from '../../ledger/snapshot';
import type { Row } from '../../ledger/tickets';
import { greatest } from '../../ledger/time';
import { type Settings, type Start, followsMessages, MAX_START_AGE, wants } from '../properties/settings';
import { HOUR, MINUTE, SECOND } from '../time';
import type { InboxMemory, TicketMemory } from './memory';

/**
 * @param asOf when the trigger begins (ms of the service's clock)
 * @param ahead by how much the times in rows are ahead of that (ms)
 * @returns the memory of an inbox that begins then, as "Start" says; without tickets, and nothing that was read is handled
 */
export function beginAt(asOf: number, ahead: number, start: Start, settings: Settings): Omit<InboxMemory, 'epoch'> {
	const now = wholeSecond(asOf);
	const from = start.mode === 'lastDays' ? now - start.age : start.mode === 'sinceDate' ? start.at : now;
	const position = Math.max(now - MAX_START_AGE, Math.min(now, from));
	const since = position + ahead;
	return {
		since,
		messagesSince: followsMessages(settings) ? since : null,
		commentsSince: wants(settings, 'newComment') ? since : null,
		position,
		lookedBackAt: position,
		ahead,
		handled: 0,
		tickets: {},
		todo: {},
		hasForgotten: false,
	};
}

/** The memory of a ticket that existed at the start: its first message is as old as the ticket, and reading it shows the others. */
export function asKnown({ ticket, created, updated }: Row, { messagesSince }: Pick<InboxMemory, 'messagesSince'>): TicketMemory {
	const messages = messagesSince === null ? {} : { messages: { from: Math.max(messagesSince, created + 1) } };
	return { created, updated, snapshot: snapshotOf(ticket), ...messages };
}

/**
 * Messages and comments are new from the time at which an event that is made of them was chosen, not from the last poll.
 *
 * @param memory is changed
 * @param now ms, as the service writes times into rows
 */
export function beginMessages(memory: InboxMemory, settings: Settings, now: number): void {
	// If an event was removed and is added again, nothing from in between was handled: what was remembered for it does not apply.
	for (const ticket of Object.values(memory.tickets)) {
		if (!wants(settings, 'newComment')) delete ticket.comments;
		if (!wants(settings, 'ticketUnanswered')) delete ticket.wait;
		if (!followsMessages(settings)) delete ticket.messages;
	}
	if (!followsMessages(settings)) for (const entry of Object.values(memory.todo)) delete entry.messagesSince;
	memory.messagesSince = followsMessages(settings) ? (memory.messagesSince ?? wholeSecond(now)) : null;
	memory.commentsSince = wants(settings, 'newComment') ? (memory.commentsSince ?? wholeSecond(now)) : null;
}

/**
 * Corrects what was stored when an answer showed a clock that was ahead: until that time had come, nothing would be new.
 *
 * @param memory is changed
 * @param now ms of the service's clock
 */
export function correctAhead(memory: InboxMemory, now: number): void {
	const isAhead = (at: number) => at > now + MINUTE;
	if (isAhead(memory.position)) memory.position = now - HOUR;
	if (isAhead(memory.lookedBackAt)) memory.lookedBackAt = now - HOUR;
	const tickets = Object.values(memory.tickets);
	const newest = greatest([0, ...tickets.map(({ updated }) => updated)]);
	const orNewest = (at: number) => (isAhead(at - memory.ahead) ? Math.min(now + memory.ahead, newest + 1) : at);
	memory.since = orNewest(memory.since);
	if (memory.messagesSince !== null) memory.messagesSince = orNewest(memory.messagesSince);
	if (memory.commentsSince !== null) memory.commentsSince = orNewest(memory.commentsSince);
	for (const { messages, comments } of tickets) {
		if (messages !== undefined) messages.from = orNewest(messages.from);
		if (comments !== undefined) comments.from = orNewest(comments.from);
	}
}

function wholeSecond(ms: number): number {
	return Math.floor(ms / SECOND) * SECOND;
}

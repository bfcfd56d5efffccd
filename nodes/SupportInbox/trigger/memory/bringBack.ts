import type { KnownStamps } from '../../ledger/stamps';
import { LATE_BY, MINUTE } from '../time';
import type { InboxMemory, TriggerMemory } from './memory';

/** Two processes may see the service's clock differently, but by less than this (ms). */
const MARGIN = MINUTE;

type Moved = (at: number) => number;

/**
 * Corrects times in the future, which were stored when an answer showed a clock that was ahead: until they had come, nothing
 * would be looked for. What may have come in the meantime is looked for again.
 *
 * @param inbox is changed
 * @param now ms of the service's clock
 */
export function bringBack(inbox: InboxMemory, now: number): void {
	const orNow: Moved = (at) => (at > now + MARGIN ? now : at);
	moveTimes(inbox, orNow, (at) => (at > now + MARGIN ? now - LATE_BY : at));
	for (const { wait } of Object.values(inbox.tickets)) if (wait !== undefined) wait.since = orNow(wait.since);
}

/**
 * Corrects what was stored while times behind the service's clock looked like a quiet inbox: what came since the start is new.
 *
 * @param memory is changed
 */
export function followStamps(memory: TriggerMemory, known: KnownStamps): void {
	memory.stamps = known;
	if (!known.isExact) return;
	for (const inbox of Object.values(memory.inboxes)) {
		const by = known.ahead - (inbox.seemedAhead ?? known.ahead);
		delete inbox.seemedAhead;
		if (by >= 0) continue;
		moveTimes(inbox, (at) => at + by);
		const seemedOld = Object.entries(inbox.tickets).filter(([, { created }]) => created > inbox.since);
		for (const [id] of seemedOld) delete inbox.tickets[id];
	}
}

/** @param moved of a time that separates old from new; @param read of a time up to which everything was read */
function moveTimes(inbox: InboxMemory, moved: Moved, read: Moved = moved): void {
	const { since, messagesSince, commentsSince, position, sweptTo, takenTo, tickets, todo } = inbox;
	Object.assign(inbox, {
		since: moved(since),
		messagesSince: messagesSince === null ? null : moved(messagesSince),
		commentsSince: commentsSince === null ? null : moved(commentsSince),
		position: read(position),
		sweptTo: read(sweptTo),
		takenTo: read(takenTo),
	});
	for (const { messages, comments, wait } of Object.values(tickets)) {
		if (messages !== undefined) Object.assign(messages, { newFrom: moved(messages.newFrom), readAt: moved(messages.readAt) });
		if (messages?.unreadFrom !== undefined) messages.unreadFrom = moved(messages.unreadFrom);
		if (comments !== undefined) comments.newFrom = moved(comments.newFrom);
		if (wait?.emittedAt !== undefined) wait.emittedAt = moved(wait.emittedAt);
	}
	for (const entry of Object.values(todo)) {
		if (entry.detailsFrom !== null) entry.detailsFrom = moved(entry.detailsFrom);
		if (entry.messagesSince !== undefined) entry.messagesSince = moved(entry.messagesSince);
	}
}

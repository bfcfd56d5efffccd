import { LATE_BY, MINUTE } from '../time';
import type { InboxMemory } from './memory';

/** Two processes may see the service's clock differently, but by less than this (ms). */
const MARGIN = MINUTE;

/**
 * Corrects times in the future, which were stored when an answer showed a clock that was ahead: until they had come, nothing
 * would be looked for. What may have come in the meantime is looked for again.
 *
 * @param inbox is changed
 * @param now ms of the service's clock
 */
export function bringBack(inbox: InboxMemory, now: number): void {
	const orNow = (at: number) => (at > now + MARGIN ? now : at);
	const orEarlier = (at: number) => (at > now + MARGIN ? now - LATE_BY : at);
	const { since, messagesSince, commentsSince, position, sweptTo, takenTo, tickets, todo } = inbox;
	Object.assign(inbox, {
		since: orNow(since),
		messagesSince: messagesSince === null ? null : orNow(messagesSince),
		commentsSince: commentsSince === null ? null : orNow(commentsSince),
		position: orEarlier(position),
		sweptTo: orEarlier(sweptTo),
		takenTo: orEarlier(takenTo),
	});
	for (const { messages, comments, wait } of Object.values(tickets)) {
		if (messages !== undefined) Object.assign(messages, { newFrom: orNow(messages.newFrom), readAt: orNow(messages.readAt) });
		if (comments !== undefined) comments.newFrom = orNow(comments.newFrom);
		if (wait !== undefined) wait.since = orNow(wait.since);
		if (wait?.emittedAt !== undefined) wait.emittedAt = orNow(wait.emittedAt);
	}
	for (const entry of Object.values(todo)) {
		if (entry.detailsFrom !== null) entry.detailsFrom = orNow(entry.detailsFrom);
		if (entry.messagesSince !== undefined) entry.messagesSince = orNow(entry.messagesSince);
	}
}

import { LATE_BY, MINUTE } from '../time';
import type { InboxState } from './state';

/** Two processes may see the service's clock differently, but by less than this (ms). */
const MARGIN = MINUTE;

/**
 * Corrects times in the future, which were stored when an answer showed a clock that was ahead: until they had come, nothing
 * would be looked for. What may have come in the meantime is looked for again.
 *
 * @param inbox is changed
 * @param now ms of the service's clock
 */
export function bringBack(inbox: InboxState, now: number): void {
	/** A time that separates old from new. */
	const moved = (at: number) => (at > now + MARGIN ? now : at);
	/** A time up to which everything was read. */
	const read = (at: number) => (at > now + MARGIN ? now - LATE_BY : at);
	const { since, messagesSince, commentsSince, position, resyncedUntil, processedUntil, tickets, todo } = inbox;
	Object.assign(inbox, {
		since: moved(since),
		messagesSince: messagesSince === null ? null : moved(messagesSince),
		commentsSince: commentsSince === null ? null : moved(commentsSince),
		position: read(position),
		resyncedUntil: read(resyncedUntil),
		processedUntil: read(processedUntil),
	});
	for (const { messages, comments, wait } of Object.values(tickets)) {
		if (messages !== undefined) Object.assign(messages, { newFrom: moved(messages.newFrom), readAt: moved(messages.readAt) });
		if (messages?.unreadFrom !== undefined) messages.unreadFrom = moved(messages.unreadFrom);
		if (comments !== undefined) comments.newFrom = moved(comments.newFrom);
		if (wait !== undefined) wait.since = moved(wait.since);
		if (wait?.emittedAt !== undefined) wait.emittedAt = moved(wait.emittedAt);
	}
	for (const entry of Object.values(todo)) {
		if (entry.detailsFrom !== null) entry.detailsFrom = moved(entry.detailsFrom);
		if (entry.messagesSince !== undefined) entry.messagesSince = moved(entry.messagesSince);
	}
}

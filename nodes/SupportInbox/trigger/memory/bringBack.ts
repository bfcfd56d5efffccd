import { LATE_BY, MINUTE } from '../time';

import type { InboxMemory } from './memory';

/** The clocks of two processes may differ by less than this, as far as they know the service's (ms). */
const MARGIN = MINUTE;

/**
 * Brings back what lies in the future, since an answer showed a clock that was ahead: nothing would be looked for until that
 * time has come. What may have come meanwhile is looked for once more.
 *
 * @param inbox is changed
 * @param now ms of the service's clock
 */
export function bringBack(inbox: InboxMemory, now: number): void {
	const orNow = (at: number) => (at > now + MARGIN ? now : at);
	const orEarlier = (at: number) => (at > now + MARGIN ? now - LATE_BY : at);
	const { since, messagesSince, commentsSince, position, sweptTo, handledTo, tickets, todo } = inbox;
	Object.assign(inbox, {
		since: orNow(since),
		messagesSince: messagesSince === null ? null : orNow(messagesSince),
		commentsSince: commentsSince === null ? null : orNow(commentsSince),
		position: orEarlier(position),
		sweptTo: orEarlier(sweptTo),
		handledTo: orEarlier(handledTo),
	});
	for (const { messages, comments, wait } of Object.values(tickets)) {
		if (messages !== undefined) Object.assign(messages, { from: orNow(messages.from), readAt: orNow(messages.readAt) });
		if (comments !== undefined) comments.from = orNow(comments.from);
		if (wait !== undefined) wait.since = orNow(wait.since);
		if (wait?.emittedAt !== undefined) wait.emittedAt = orNow(wait.emittedAt);
	}
	for (const entry of Object.values(todo)) {
		if (entry.from !== null) entry.from = orNow(entry.from);
		if (entry.messagesSince !== undefined) entry.messagesSince = orNow(entry.messagesSince);
	}
}

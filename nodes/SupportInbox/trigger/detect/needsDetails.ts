import { changesOfOthers } from '../../store/ownWrites';
import { completed, snapshotOf } from '../../store/snapshot';
import { type ServiceTime, SAME_MOMENT } from '../../store/time';
import { type Settings, rememberedBy, wants } from '../properties/settings';
import type { InboxState, MessageState, Rank, TicketState } from '../state/state';
import { judgedChanges } from './changes';
import { isChosenType } from './comments';
import { type Seen, isNewTicket } from './detect';
import { needMessages, needsFirstMessage, passesByFields } from './filters';
import { isFollowed } from './unanswered';

/** A ticket needs details as of `detailsFrom` or later. */
export interface Need {
	detailsFrom: ServiceTime;
	rank: Rank;
}

/**
 * Whether a ticket's details must be read before events can be made of its row.
 *
 * @returns as of when details suffice; null: they are not needed
 */
export function needsDetails(seen: Seen, inbox: InboxState, settings: Settings): Need | null {
	const { row } = seen;
	const { filters } = settings;
	const memory = inbox.tickets[row.ticket.ticket_id];
	const passes = passesByFields(filters, row.ticket);
	const byMessages = needMessages(filters);
	const latest: Need = { detailsFrom: Math.max(seen.foundAt ?? -Infinity, seen.entry?.detailsFrom ?? -Infinity, row.movedAt), rank: 0 };
	if (passes && wants(settings, 'ticketCreated') && isNewTicket(seen, inbox) && !seen.isOwn && createdNeedsDetails(settings)) return latest;
	if (byMessages && judgedChanges(row.ticket, inbox, settings, seen.own(row.answeredAt)).some(({ reason }) => reason === null)) {
		return latest;
	}
	if (inbox.messagesSince === null || !isFollowed(row.ticket, settings)) return null;
	const need = needsMessages(seen, memory, inbox, settings);
	const { entry } = seen;
	const isOpen = entry !== undefined && entry.detailsFrom !== null && (memory?.messages?.readAt ?? inbox.messagesSince) < entry.detailsFrom;
	if (!isOpen) return need;
	// The reason for its entry on the list may no longer be known, so the entry itself is a reason.
	return {
		detailsFrom: Math.max(entry.detailsFrom as number, need?.detailsFrom ?? 0),
		rank: Math.min(entry.rank ?? 0, need?.rank ?? 2) as Rank,
	};
}

/** Whether Ticket Created needs the ticket's messages. */
export function createdNeedsDetails({ includeMessages, filters, startedBy }: Settings): boolean {
	return includeMessages || needMessages(filters) || needsFirstMessage(startedBy);
}

/**
 * A row does not show messages. A search for new activity finds the ticket of a new message; a message that is dated back
 * may move `last_updated_at`. The document does not say what moves it, so each ticket in the look-back is also read again
 * from time to time.
 */
function needsMessages(
	{ row, foundAt = -Infinity, writes, own }: Seen,
	memory: TicketState | undefined,
	inbox: InboxState,
	settings: Settings,
): Need | null {
	const { lookback, comments: choice } = settings;
	const { messagesSince, hasEvicted } = inbox;
	const messages: Pick<MessageState, 'readAt' | 'ahead' | 'unsettled'> = memory?.messages ?? { readAt: messagesSince ?? 0 };
	// Every search finds a message that is dated ahead, so being found does not show that the ticket has anything new.
	const isOnlyAhead = (messages.ahead ?? 0) > foundAt;
	// Details of the later time also show what has moved the ticket since.
	if (messages.readAt < foundAt && !isOnlyAhead) return { detailsFrom: Math.max(foundAt, row.movedAt), rank: 0 };
	// A write of this process explains that the ticket moved, but the comment that it may have left must still be read.
	const ignored = own(row.answeredAt);
	const mayHaveLeft = writes.filter((write) => !ignored.includes(write)).flatMap(({ comments }) => comments);
	if (inbox.commentsSince !== null && mayHaveLeft.some((comment) => isChosenType(comment, choice))) {
		return { detailsFrom: row.asOf, rank: 1 };
	}
	if (memory?.messages === undefined) {
		if (row.updated >= (messagesSince ?? 0)) return { detailsFrom: row.movedAt, rank: 1 };
		// Otherwise a forgotten ticket would be read again each time it is seen.
		if (hasEvicted) return null;
	} else if (memory.messages.unreadFrom !== undefined) return { detailsFrom: row.asOf, rank: 1 };
	else if (messages.unsettled) return { detailsFrom: memory.updated + SAME_MOMENT, rank: 1 };
	else if (memory.updated !== row.updated && !row.explained.includes(memory.updated)) {
		return { detailsFrom: Math.max(row.movedAt, messages.readAt + 1), rank: 1 };
	}
	// A comment that does not move `last_updated_at` comes with the next change.
	const before = inbox.commentsSince === null ? null : (memory?.snapshot ?? null);
	const fields = rememberedBy(settings);
	const after = snapshotOf(row.ticket, fields);
	if (before !== null && changesOfOthers(completed(before, after), after, writes, fields) !== null) {
		return { detailsFrom: row.asOf, rank: 1 };
	}
	const isInLookBack = row.sentUntil >= Math.min(row.asOf, inbox.resyncedUntil) - lookback;
	const due = messages.readAt + rereadAfter(row.ticket.ticket_id, lookback);
	return isInLookBack && row.asOf > due ? { detailsFrom: due, rank: 2 } : null;
}

/** @returns after how many ms a ticket is read again: a quarter to a half of the look-back, so that not all are due at once */
function rereadAfter(ticketId: number, lookback: number): number {
	return (lookback / 2) * (0.5 + (ticketId % 64) / 128);
}

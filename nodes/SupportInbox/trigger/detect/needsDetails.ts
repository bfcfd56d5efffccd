import { snapshotOf } from '../../ledger/snapshot';
import type { InboxMemory } from '../memory/memory';
import { type Settings, wants } from '../properties/settings';
import { changedByOthers, changesOf, isOutdated } from './changes';
import { isChosenType } from './comments';
import { type Seen, isNewTicket } from './detect';
import { needMessages, needsFirstMessage, passesByFields } from './filters';
import { isFollowed } from './unanswered';

/**
 * Whether a ticket's details must be read before events can be made of its row.
 *
 * @returns the number of the reading whose details, or later ones, suffice; null: they are not needed
 */
export function needsDetails(seen: Seen, inbox: InboxMemory, settings: Settings): number | null {
	const { row, todo } = seen;
	const { filters } = settings;
	const latest = Math.max(row.found, row.seq);
	const isCreated = passesByFields(filters, row.ticket) && wants(settings, 'ticketCreated') && isNewTicket(seen, inbox) && !seen.isOwn;
	if (isCreated && createdNeedsDetails(settings)) return latest;
	if (needMessages(filters) && changesOf(row.ticket, inbox, settings, seen.own).length > 0) return latest;
	if (inbox.messagesSince === null || !isFollowed(row.ticket, settings)) return null;
	const need = mayHaveLeftComments(seen, inbox, settings) ? row.news : hasNews(seen, inbox) ? latest : null;
	// The reason for its entry on the list may no longer be known, so the entry itself is a reason.
	return todo?.seq === undefined ? need : Math.max(todo.seq, need ?? 0);
}

/** Whether Ticket Created needs the ticket's messages. */
export function createdNeedsDetails({ includeMessages, filters, begunBy }: Settings): boolean {
	return includeMessages || needMessages(filters) || needsFirstMessage(begunBy);
}

/**
 * Whether the messages of a ticket may have changed since it was handled. A row does not show messages: a search for news finds
 * the ticket of a new message, and a message that is dated back may move `last_updated_at`.
 */
function hasNews({ row, handled, writes }: Seen, { tickets, messagesSince, commentsSince }: InboxMemory): boolean {
	const memory = tickets[row.ticket.ticket_id] as InboxMemory['tickets'][string] | undefined;
	// Every search finds a message that is dated ahead, so being found does not show that the ticket has anything new.
	if (row.found > handled && (memory?.messages?.ahead ?? 0) <= row.asOf) return true;
	if (memory === undefined) return row.updated >= (messagesSince ?? 0);
	if (isOutdated(row, memory)) return false;
	if (memory.updated !== row.updated && !row.explained.includes(memory.updated)) return true;
	// A comment that does not move `last_updated_at` comes with the next change.
	return commentsSince !== null && memory.snapshot !== null && changedByOthers(memory.snapshot, snapshotOf(row.ticket), writes).length > 0;
}

/** Whether a write that is not ignored may have left a chosen comment: it explains that the ticket moved, and the comment must still be read. */
function mayHaveLeftComments({ writes, own }: Seen, { commentsSince }: InboxMemory, { comments: choice }: Settings): boolean {
	const mayHaveLeft = writes.filter((write) => !own.includes(write)).flatMap(({ comments }) => comments);
	return commentsSince !== null && mayHaveLeft.some((comment) => isChosenType(comment, choice));
}

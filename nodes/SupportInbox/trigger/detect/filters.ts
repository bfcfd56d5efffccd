import { SPAM_AND_TRASH } from '../../fields/enumerations';
import type { Snapshot } from '../../ledger/snapshot';
import type { TicketDetail, TicketMessage } from '../../ledger/tickets';
import { isMemo } from '../../output/figures/waiting';
import { type Beginner, type Filters, BEGINNERS } from '../properties/settings';
import { messagesByTime } from './messages';

/** The states of a mail of ours (API document, Enumerations). */
const OF_OUR_MAILS = ['draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending', 'sent', 'send_error'];

/** Whether the filters can only be judged by a ticket's messages, which costs a request. */
export function needMessages({ methodCds, hasAttachments }: Filters): boolean {
	return methodCds.length > 0 || hasAttachments !== undefined;
}

/** Whether a ticket passes the filters that need only its own fields. */
export function passesByFields(
	{ statusCds, assignee, labelIds }: Filters,
	ticket: Pick<Snapshot, 'status_cd' | 'assignee' | 'label_ids'>,
): boolean {
	const labels = ticket.label_ids ?? [];
	return (
		(statusCds.length === 0 ? !isOutOfSight(ticket) : statusCds.includes(ticket.status_cd ?? '')) &&
		(assignee === undefined || (ticket.assignee ?? '') === assignee) &&
		(labelIds.length === 0 || labelIds.some((id) => (id === -1 ? labels.length === 0 : labels.includes(id))))
	);
}

/** Whether a ticket is in Spam or Trash, where nobody works on it: it becomes new when somebody takes it out. */
export function isOutOfSight({ status_cd }: Pick<Snapshot, 'status_cd'>): boolean {
	return SPAM_AND_TRASH.includes(status_cd);
}

/** Whether a ticket passes the filters that need its messages. */
export function passesByMessages({ methodCds, hasAttachments }: Filters, { messages }: Pick<TicketDetail, 'messages'>): boolean {
	return (
		(methodCds.length === 0 || messages.some(({ method_cd }) => methodCds.includes(method_cd))) &&
		(hasAttachments === undefined ||
			messages.some(({ attachments }) => (attachments ?? []).length > 0) === hasAttachments)
	);
}

/** Whether a ticket's first message is of a chosen kind; a ticket without messages counts as a customer's. */
export function isBegunBy(chosen: readonly Beginner[], messages: readonly TicketMessage[]): boolean {
	return chosen.includes(beginnerOf(messagesByTime(messages).at(0)));
}

/** Whether {@link isBegunBy} depends on the messages of a new ticket: not where all kinds are chosen. */
export function needsFirstMessage(chosen: readonly Beginner[]): boolean {
	return BEGINNERS.some((kind) => !chosen.includes(kind));
}

function beginnerOf(first: TicketMessage | undefined): Beginner {
	if (first === undefined) return 'customer';
	if (isMemo(first)) return 'handlingMemo';
	return OF_OUR_MAILS.includes(first.action_cd) ? 'ourMail' : 'customer';
}

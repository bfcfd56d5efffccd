import { SPAM_AND_TRASH } from '../../fields/enumerations';
import type { Snapshot } from '../../ledger/snapshot';
import type { TicketDetail, TicketMessage } from '../../ledger/tickets';
import { isMemo } from '../../output/figures/waiting';
import type { Reason } from '../memory/decisions';
import { type Beginner, type Filters, BEGINNERS } from '../properties/settings';
import { messagesByTime } from './messages';

/** The states of a mail of ours (API document, Enumerations). */
const OF_OUR_MAILS = ['draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending', 'sent', 'send_error'];

/** Whether the filters can only be judged by a ticket's messages, which costs a request. */
export function needMessages({ methodCds, hasAttachments }: Filters): boolean {
	return methodCds.length > 0 || hasAttachments !== undefined;
}

/** A ticket's own fields that filters look at. */
type Filtered = Pick<Snapshot, 'status_cd' | 'assignee' | 'label_ids'>;

/** Whether a ticket passes the filters that need only its own fields. */
export function passesByFields(filters: Filters, ticket: Filtered): boolean {
	return heldByFields(filters, ticket) === null;
}

/** @returns the first filter by a ticket's own fields that the ticket does not pass; null: it passes them all */
export function heldByFields({ statusCds, assignee, labelIds }: Filters, ticket: Filtered): Reason | null {
	const { status_cd = '', label_ids: labels = [] } = ticket;
	const hasStatus = statusCds.length === 0 ? !isOutOfSight(ticket) : statusCds.includes(status_cd);
	if (!hasStatus) return { rule: 'status', is: status_cd, chosen: statusCds };
	if (assignee !== undefined && (ticket.assignee ?? '') !== assignee) return { rule: 'assignee', is: ticket.assignee ?? '', chosen: assignee };
	const hasLabel = labelIds.length === 0 || labelIds.some((id) => (id === -1 ? labels.length === 0 : labels.includes(id)));
	return hasLabel ? null : { rule: 'labels', is: labels, chosen: labelIds };
}

/** Whether a ticket is in Spam or Trash, where nobody works on it: it becomes new when somebody takes it out. */
export function isOutOfSight({ status_cd }: Pick<Snapshot, 'status_cd'>): boolean {
	return SPAM_AND_TRASH.includes(status_cd);
}

/** @returns the first filter by a ticket's messages that the ticket does not pass; null: it passes them all */
export function heldByMessages({ methodCds, hasAttachments }: Filters, { messages }: Pick<TicketDetail, 'messages'>): Reason | null {
	const channels = messages.map(({ method_cd }) => method_cd);
	if (methodCds.length > 0 && !channels.some((channel) => methodCds.includes(channel))) return { rule: 'channels', is: [...new Set(channels)], chosen: methodCds };
	const has = messages.some(({ attachments }) => (attachments ?? []).length > 0);
	return hasAttachments === undefined || has === hasAttachments ? null : { rule: 'attachments', is: has, chosen: hasAttachments };
}

/** @returns why a ticket's first message is not of a chosen kind; null: it is. A ticket without messages counts as a customer's */
export function heldByBeginner(chosen: readonly Beginner[], messages: readonly TicketMessage[]): Reason | null {
	const is = beginnerOf(messagesByTime(messages).at(0));
	return chosen.includes(is) ? null : { rule: 'begunBy', is, chosen };
}

/** Whether {@link heldByBeginner} depends on the messages of a new ticket: not where all kinds are chosen. */
export function needsFirstMessage(chosen: readonly Beginner[]): boolean {
	return BEGINNERS.some((kind) => !chosen.includes(kind));
}

function beginnerOf(first: TicketMessage | undefined): Beginner {
	if (first === undefined) return 'customer';
	if (isMemo(first)) return 'handlingMemo';
	return OF_OUR_MAILS.includes(first.action_cd) ? 'ourMail' : 'customer';
}

import type { IDataObject } from 'n8n-workflow';

import type { TicketSummary } from './ticketFields';
import type { TicketComment } from './tickets';

/** A comment that a write may have left in its ticket. */
export type OwnComment = Pick<TicketComment, 'comment_type' | 'comment'>;

/**
 * Comments have no id, and the answer to a write does not name them: only type and text tell which one a write has left.
 *
 * @param body what was sent, in the API's names
 * @param isUpdate a ticket update; otherwise a memo or a mail
 * @param before the ticket as it was, where that is known
 * @returns the comments that the service may have made of it (API document, Ticket update and States and transitions). Whether
 *   one without a text is made is not shown
 */
export function commentsLeftBy(body: IDataObject, isUpdate: boolean, before?: TicketSummary): OwnComment[] {
	const isReply = 'message_id' in body;
	const mayEndSnooze = before === undefined || typeof before.pending_reason_id === 'number';
	return [
		...(isUpdate && typeof body.assignee === 'string' ? [{ comment_type: 'assign', comment: String(body.assign_comment ?? '') }] : []),
		...(typeof body.pending_reason_id === 'number' ? [{ comment_type: 'snooze', comment: String(body.snooze_comment ?? '') }] : []),
		...(typeof body.pending_reason_id !== 'number' && mayEndSnooze ? [{ comment_type: 'canceled_snooze', comment: '' }] : []),
		...(isReply ? [{ comment_type: 'request', comment: '' }] : []),
	];
}

import type { IDataObject } from 'n8n-workflow';
import type { TicketComment } from '../tickets';

/** A comment that a write may have left in its ticket. */
export type OwnComment = Pick<TicketComment, 'comment_type' | 'comment'>;

/** Where a ticket cannot have been snoozed, no snooze can have ended. */
export const SNOOZE_ENDED: OwnComment = { comment_type: 'canceled_snooze', comment: '' };

/**
 * Comments have no id, and the answer to a write does not name them: only type and text identify a comment that a write has left.
 *
 * @param body what was sent, in the API's names
 * @param isUpdate a ticket update; otherwise a memo or a mail
 * @returns the comments that the service may have made of it (API document, Ticket update and States and transitions). The
 *   document does not show whether a comment without a text is made
 */
export function commentsLeftBy(body: IDataObject, isUpdate: boolean): OwnComment[] {
	const isReply = 'message_id' in body;
	const namesReason = typeof body.pending_reason_id === 'number';
	return [
		...(isUpdate && typeof body.assignee === 'string' ? [{ comment_type: 'assign', comment: String(body.assign_comment ?? '') }] : []),
		namesReason ? { comment_type: 'snooze', comment: String(body.snooze_comment ?? '') } : SNOOZE_ENDED,
		...(isReply ? [{ comment_type: 'request', comment: '' }] : []),
	];
}

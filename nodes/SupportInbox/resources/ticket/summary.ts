import type { IDataObject } from 'n8n-workflow';

import type { Outline } from '../../fields/shared/simplify';
import { omit } from '../../output/pick';
import { formed } from '../../output/simplify';
import type { ItemRequest } from '../../transport/engine/requestPolicy';

export const SUMMARY: Outline = {
	ids: ['ticket_id', 'message_box_id'],
	short: [
		'ticket_id',
		'message_box_id',
		'title',
		'status_cd',
		'assignee',
		'pending_reason_id',
		'label_ids',
		'case_category_ids',
		'created_at',
		'last_updated_at',
	],
	others: ['color_cd'],
};

/**
 * A ticket without its messages (API document, Ticket: summary). With Simplify the useful fields come first, and the
 * inbox stands beside the ticket, since both are needed to find it again.
 *
 * @param ticket as the service gave it, whole or as a row of the search
 */
export function summaryOf(item: ItemRequest, ticket: IDataObject): IDataObject {
	return formed(item, omit(ticket, 'messages'), SUMMARY, { message_box_id: Number(item.values.messageBoxId) });
}

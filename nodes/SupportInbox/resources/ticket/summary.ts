import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isSimplified, pick } from '../../output/simplify';
import type { ItemRequest } from '../../transport/engine/requestPolicy';

const SHORT = [
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
];

/**
 * A ticket without its messages (API document, Ticket: summary). With Simplify the useful fields come first, and the
 * inbox stands beside the ticket, since both are needed to find it again.
 *
 * @param ticket as the service gave it, whole or as a row of the search
 */
export function summaryOf({ context, values }: ItemRequest, ticket: IDataObject): IDataObject {
	const summary = { ...ticket };
	delete summary.messages;
	if (!isSimplified(context)) return summary;
	return pick({ ...summary, message_box_id: Number(values.messageBoxId) }, SHORT);
}

/** @returns the items with their tickets as summaries */
export function summarized(item: ItemRequest, items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((one) => ({ ...one, json: summaryOf(item, one.json) }));
}

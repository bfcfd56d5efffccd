import type { IDataObject } from 'n8n-workflow';

import { settingsOf } from '../../fields/prepare';
import { everyPage } from '../../transport/engine/pages';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { refuse } from '../../transport/errors/refuse';
import type { Period } from './period';
import { selectionOf } from './selection';
import { summarized } from './summary';

const pages = everyPage({ in: 'body', maxPerPage: 50, key: 'ticket_id' }, selectionOf);

/**
 * The plan of the ticket search: every page. A period is given either by its two ends or by its last day and length, and
 * `has_attachments` is sent as true or not at all: the document does not say what false means (API document, Ticket search).
 */
export const searchTickets: Plan = async (item) => {
	const { period, hasAttachments } = settingsOf(item.request) as { period?: Period; hasAttachments?: 'any' | 'with' };
	const body = item.request.options.body as IDataObject;
	refuseContradiction(item, body, period);
	Object.assign(body, period, hasAttachments === 'with' ? { has_attachments: true } : {});
	return summarized(item, await pages(item));
};

function refuseContradiction(item: ItemRequest, { since, until }: IDataObject, period?: Period): void {
	if (period !== undefined && (since !== undefined || until !== undefined)) {
		refuse(item, 'There are two periods', 'Give either Has Message Since and Until, or the Period, not both.');
	}
	if (typeof since === 'string' && typeof until === 'string' && Date.parse(since) > Date.parse(until)) {
		refuse(item, 'The period ends before it begins', 'Has Message Since must be earlier than Has Message Until.');
	}
}

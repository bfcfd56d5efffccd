import type { IDataObject } from 'n8n-workflow';

import { ALL_INBOXES } from '../../fields/shared/inbox';
import { settingsOf } from '../../fields/prepare';
import { everyPage, limitOf } from '../../transport/engine/plans';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { inAllInboxes } from './allInboxes';
import type { FoundTicket } from './found';
import { itemsOf } from './found';
import { selectionOf } from './selection';
import type { Span } from './timeFilters';

interface SearchSettings {
	hasAttachments?: 'any' | 'with';
	hasMessage?: Span;
	includeMessages?: boolean;
	oldestFirst?: boolean;
}

const pages = everyPage({ in: 'body', maxPerPage: 50, key: 'ticket_id' }, selectionOf);

/**
 * The plan of the ticket search: every page, in one inbox or all of them. A limit counts over all: the newest tickets of
 * all inboxes come first, or the oldest.
 */
export const searchPlan: Plan = async (item) => {
	const { includeMessages, oldestFirst } = settingsOf(item.request) as SearchSettings;
	if (item.values.messageBoxId !== ALL_INBOXES) return await itemsOf(await searchOne(item), includeMessages);
	const { found, failed } = await inAllInboxes(item, searchOne);
	const createdAt = ({ ticket }: FoundTicket) => Date.parse(String(ticket.created_at)) * (oldestFirst === true ? 1 : -1);
	const wanted = found.sort((one, other) => createdAt(one) - createdAt(other)).slice(0, limitOf(item));
	return [...(await itemsOf(wanted, includeMessages)), ...failed];
};

/** `has_attachments` is sent as true or not at all: the document does not say what false means (API document, Ticket search). */
async function searchOne(item: ItemRequest): Promise<FoundTicket[]> {
	const { hasMessage, hasAttachments } = settingsOf(item.request) as SearchSettings;
	const body = item.request.options.body as IDataObject;
	Object.assign(body, hasMessage, hasAttachments === 'with' ? { has_attachments: true } : {});
	return (await pages(item)).map(({ json }) => ({ item, ticket: json }));
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { NO_ID } from '../../fields/names';
import { settingsOf } from '../../fields/prepare';
import { LISTS, nameOf, wholeListOf } from '../../transport/client/lists';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import { toNodeApiError } from '../../transport/errors/nodeApiError';
import { refuse } from '../../transport/errors/refuse';
import { ServiceFailure } from '../../transport/errors/failure';
import { fewAtOnce } from './fewAtOnce';
import type { FoundTicket } from './found';

/** What came of one inbox. */
interface InboxResult {
	found: FoundTicket[];
	missing?: ReadonlySet<string>;
	failure?: NodeApiError | NodeOperationError;
}

/**
 * Searches all inboxes of the tenant.
 *
 * @param search of the item in one inbox
 * @returns what was found, inbox by inbox, and an item with the error for each inbox that failed: it does not hide the others
 * @throws NodeOperationError for a name that no inbox has; the error of an inbox where all of them fail
 */
export async function inAllInboxes(item: ItemRequest, search: (item: ItemRequest) => Promise<FoundTicket[]>): Promise<{ found: FoundTicket[]; failed: INodeExecutionData[] }> {
	const inboxes = await wholeListOf(item.connection, item.read, LISTS.inboxes());
	const parts = await fewAtOnce(inboxes, async (inbox): Promise<InboxResult> => {
		const place = { message_box_id: inbox.message_box_id, message_box_name: nameOf(inbox) };
		return await searchOneOfAll(item, place, search).catch((error) => ({ found: [], failure: failureOf(item, place, error) }));
	});
	const failures = parts.flatMap(({ failure }) => failure ?? []);
	if (failures.length === 0) refuseUnknownName(item, parts);
	if (failures.length > 0 && failures.length === parts.length) throw failures[0];
	return {
		found: parts.flatMap(({ found }) => found),
		failed: failures.map(({ message }) => ({ json: { error: message } })),
	};
}

async function searchOneOfAll(all: ItemRequest, place: IDataObject, search: (item: ItemRequest) => Promise<FoundTicket[]>): Promise<InboxResult> {
	const { item, missing } = await all.inInbox(Number(place.message_box_id));
	const found = mayFind(item) ? await search(item) : [];
	return { found: found.map((one) => ({ ...one, place })), missing };
}

/** Names are all missing in an inbox whose labels are others, but in all of them they are mistakes. */
function refuseUnknownName(item: ItemRequest, parts: readonly InboxResult[]): void {
	const [first, ...others] = parts.map(({ missing = new Set<string>() }) => missing);
	const name = [...(first ?? [])].find((one) => others.every((missing) => missing.has(one)));
	if (name === undefined) return;
	refuse(item, `No inbox has a ${name}`, 'Check the name. Where all inboxes are searched, filters take names and no IDs.');
}

/**
 * Takes what the inbox does not have out of its filters.
 *
 * @returns whether it can have a ticket that is wanted
 */
function mayFind({ request }: ItemRequest): boolean {
	const body = request.options.body as IDataObject;
	const { labelsMatch, caseCategoryIds = [1] } = settingsOf(request) as { labelsMatch?: 'all' | 'any'; caseCategoryIds?: number[] };
	const labels = (body.label_ids ?? []) as number[];
	if (labelsMatch !== 'any' && labels.includes(NO_ID)) return false;
	for (const property of ['label_ids', 'pending_reason_ids']) {
		if (property in body) body[property] = (body[property] as number[]).filter((id) => id !== NO_ID);
	}
	return [body.label_ids, body.pending_reason_ids, caseCategoryIds.filter((id) => id !== NO_ID)].every((ids) => !Array.isArray(ids) || ids.length > 0);
}

/** @returns the error with the name of the inbox @throws what is no failure of the inbox, such as a stop */
function failureOf(item: ItemRequest, { message_box_id, message_box_name }: IDataObject, error: unknown): NodeApiError | NodeOperationError {
	const asked = { about: [`Inbox ${String(message_box_id)}`], sent: [], itemIndex: item.itemIndex };
	const failure = error instanceof ServiceFailure ? toNodeApiError(item.context.getNode(), error.failure, asked, error) : error;
	if (!(failure instanceof NodeApiError || failure instanceof NodeOperationError)) throw error;
	failure.message = `Inbox ${String(message_box_name)} (${String(message_box_id)}): ${failure.message}`;
	item.context.logger.warn(failure.message);
	return failure;
}

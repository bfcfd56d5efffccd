import { type IDataObject, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { NO_ID } from '../../../fields/names';
import { ALL_INBOXES } from '../../../fields/shared/locators';
import { named } from '../../../output/names';
import type { TicketSummary } from '../../../store/ticketFields';
import { millisOf } from '../../../store/time';
import { isId, isList, record } from '../../../transport/client/answer';
import { type RowsOf, wholeListOf } from '../../../transport/client/listCache';
import { LISTS, nameOf } from '../../../transport/client/lists';
import { itemsOfParts } from '../../../transport/engine/failedItem';
import type { Item, Plan } from '../../../transport/engine/item';
import { limitOf, readPages } from '../../../transport/engine/plans';
import { hasStatus, ServiceFailure } from '../../../transport/errors/failure';
import { toNodeApiError } from '../../../transport/errors/nodeApiError';
import { reject } from '../../../transport/errors/reject';
import { pastEvents, pastItems, searchForPast } from '../../../trigger/pastItems';
import { shape } from '../output/messages';
import { summaryOf } from '../output/summary';
import { ticketRequest } from '../requests';
import { selectionOf } from './selection';
import type { Span } from './timeFilters';

interface SearchSettings {
	hasAttachments?: 'any' | 'with';
	messageDate?: Span;
	includeMessages?: boolean;
	oldestFirst?: boolean;
	result?: 'tickets' | 'count' | 'triggerItems';
}

const PAGING = { in: 'body', maxPerPage: 50, key: 'ticket_id' } as const;
/** How many pages of an inbox are read for a count: a third of the requests of a minute. */
const COUNTED_PAGES = 20;

/**
 * The plan of the ticket search: every page, in one inbox or all of them. The limit is for all inboxes together: the output
 * begins with the newest tickets of all inboxes, or with the oldest.
 */
export const searchPlan: Plan = async (item) => {
	const { includeMessages, oldestFirst, result } = item.settings as SearchSettings;
	if (result === 'count') return await counted(item);
	// Before the inboxes are searched, or each of them would fail with it.
	if (result === 'triggerItems') searchForPast(item);
	const output = async (found: readonly FoundTicket[]) =>
		result === 'triggerItems' ? await triggerItemsOf(item, found) : await itemsOf(found, includeMessages);
	if (item.values.messageBoxId !== ALL_INBOXES) return await output(await searchOne(item));
	const { found, failed } = await inAllInboxes(item, searchOne);
	// A ticket without a usable time comes first, so that the limit leaves out none that may be the newest.
	const createdAt = ({ ticket }: FoundTicket) => millisOf(ticket.created_at, Number.MAX_SAFE_INTEGER);
	const direction = oldestFirst === true ? 1 : -1;
	const wanted = found.sort((one, other) => (createdAt(one) - createdAt(other)) * direction).slice(0, limitOf(item));
	return [...(await output(wanted)), ...failed];
};

async function searchOne(item: Item): Promise<FoundTicket[]> {
	if ((item.settings as SearchSettings).result === 'triggerItems') searchForPast(item);
	return (await pagesOf(item)).items.map(({ json }) => ({ item, ticket: json }));
}

/** `has_attachments` is sent as true or not at all: the document does not say what false means (API document, Ticket search). */
async function pagesOf(item: Item, maxPages?: number): ReturnType<typeof readPages> {
	const { messageDate, hasAttachments } = item.settings as SearchSettings;
	Object.assign(item.body, messageDate, hasAttachments === 'with' ? { has_attachments: true } : {});
	return await readPages(item, PAGING, await selectionOf(item), { maxPages });
}

/**
 * The service has no count (API document, Ticket search), so pages are read.
 *
 * @returns an item with the number of tickets; `at_least`: there may be more, as pages or inboxes were not read. Behind it an item for
 *   each inbox that failed
 */
async function counted(item: Item): Promise<INodeExecutionData[]> {
	const countOne = async (inbox: Item) => [await pagesOf(inbox, COUNTED_PAGES)];
	const isAll = item.values.messageBoxId === ALL_INBOXES;
	const { found, failed } = isAll ? await inAllInboxes(item, countOne) : { found: await countOne(item), failed: [] };
	const count = found.reduce((sum, { items }) => sum + items.length, 0);
	return [{ json: { count, at_least: failed.length > 0 || found.some(({ isWhole }) => !isWhole) } }, ...failed];
}

/** The result of one inbox. */
interface InboxResult<T> {
	found: T[];
	missing?: ReadonlySet<string>;
	failure?: NodeApiError | NodeOperationError;
}

/**
 * Searches all inboxes of the tenant.
 *
 * @param search searches one inbox
 * @param again whether lists of names do not count that were read before this item
 * @returns what was found, inbox by inbox, and an item with the error for each inbox that failed, see {@link itemsOfParts}
 * @throws NodeOperationError for a name that no inbox has; the error of the first inbox that failed, unless the node goes on without it
 */
async function inAllInboxes<T extends object>(
	item: Item, search: Search<T>, again = false,
): Promise<{ found: Array<T & Placed>; failed: INodeExecutionData[] }> {
	const inboxes = await wholeListOf(item.connection, item.read, LISTS.inboxes());
	const parts = await fewAtOnce(inboxes, async (inbox): Promise<InboxResult<T & Placed>> => {
		const place = { message_box_id: inbox.message_box_id, message_box_name: nameOf(inbox) };
		return await searchOneOfAll(item, place, search, again).catch((error) => ({ found: [], failure: failureOf(item, place, error) }));
	});
	const name = parts.every(({ failure }) => failure === undefined) ? nameMissingIn(parts) : undefined;
	// The kept lists may be older than the row.
	if (name !== undefined && !again) return await inAllInboxes(item, search, true);
	if (name !== undefined) {
		reject(item, `No inbox has a ${name}`, 'Check the name or the ID. Where all inboxes are searched, one of them must have it.');
	}
	return {
		found: parts.flatMap(({ found }) => found),
		failed: itemsOfParts(item.context, parts.map(({ failure }) => failure ?? [])),
	};
}

async function searchOneOfAll<T extends object>(
	all: Item, place: IDataObject, search: Search<T>, again: boolean,
): Promise<InboxResult<T & Placed>> {
	const fields = all.inOneInbox!(Number(place.message_box_id));
	const rowsOf: RowsOf = async (list, how) => await all.rowsOf(list, again ? 'again' : how);
	const item = { ...all, ...fields, ...(await fields.resolveNames!(rowsOf)) };
	const found = mayFind(item) ? await search(item) : [];
	return { found: found.map((one) => ({ ...one, place })), missing: item.missing };
}

/** @returns a name that all inboxes lack, which is a mistake. One inbox may lack a name, because each has labels of its own */
function nameMissingIn(parts: ReadonlyArray<InboxResult<unknown>>): string | undefined {
	const [first, ...others] = parts.map(({ missing = new Set<string>() }) => missing);
	return [...(first ?? [])].find((one) => others.every((missing) => missing.has(one)));
}

/**
 * Takes names that the inbox does not have out of its filters.
 *
 * @returns whether the inbox can have a matching ticket
 */
function mayFind({ body, settings }: Item): boolean {
	const { labelsMatch, caseCategoryIds = [1] } = settings as { labelsMatch?: 'all' | 'any'; caseCategoryIds?: number[] };
	const labels = (body.label_ids ?? []) as number[];
	if (labelsMatch !== 'any' && labels.includes(NO_ID)) return false;
	for (const property of ['label_ids', 'pending_reason_ids']) {
		if (property in body) body[property] = (body[property] as number[]).filter((id) => id !== NO_ID);
	}
	return [body.label_ids, body.pending_reason_ids, caseCategoryIds.filter((id) => id !== NO_ID)].every(
		(ids) => !Array.isArray(ids) || ids.length > 0,
	);
}

/** @returns the error with the name of the inbox @throws any error that is not about the inbox, such as a stop */
function failureOf(
	item: Item,
	{ message_box_id, message_box_name }: IDataObject,
	error: unknown,
): NodeApiError | NodeOperationError {
	const asked = { about: [`Inbox ${String(message_box_id)}`], sent: [], itemIndex: item.itemIndex };
	const failure = error instanceof ServiceFailure ? toNodeApiError(item.context.getNode(), error.failure, asked, error) : error;
	if (!(failure instanceof NodeApiError || failure instanceof NodeOperationError)) throw error;
	failure.message = `Inbox ${String(message_box_name)} (${String(message_box_id)}): ${failure.message}`;
	item.context.logger.warn(failure.message);
	return failure;
}

type Search<T> = (item: Item) => Promise<T[]>;

/** `place`: id and name of the inbox, for the output, where all inboxes were searched. */
interface Placed {
	place?: IDataObject;
}

/** A ticket that a search has found, and the item in the inbox that was searched. */
interface FoundTicket extends Placed {
	item: Item;
	ticket: IDataObject;
}

const WHOLE = record({ ticket_id: isId, messages: isList });

/**
 * @param includeMessages whether each ticket is read with its messages
 * @returns the tickets in the form that the user chose, with their names on demand
 * @throws ServiceFailure, ExecutionStopped
 */
async function itemsOf(found: readonly FoundTicket[], includeMessages = false): Promise<INodeExecutionData[]> {
	const tickets = includeMessages ? await readMessages(found) : found.map((one) => ({ ...one, ticket: summaryOf(one.item, one.ticket) }));
	const byInbox = new Map<Item, Iterator<INodeExecutionData>>();
	for (const item of new Set(tickets.map((one) => one.item))) {
		const own = tickets.filter((one) => one.item === item);
		byInbox.set(item, (await named(item, own.map(({ ticket }) => ({ json: ticket })))).values());
	}
	return tickets.map(({ item, place }) => ({ json: { ...(byInbox.get(item)!.next().value as INodeExecutionData).json, ...place } }));
}

/** The items in the form of the trigger, so that a workflow behind it can take them. */
async function triggerItemsOf(item: Item, found: readonly FoundTicket[]): Promise<INodeExecutionData[]> {
	const events = await fewAtOnce(found, async (one) => await pastEvents(one.item, one.ticket as unknown as TicketSummary));
	return (await pastItems(item, events.flat())).map((json) => ({ json }));
}

/** Reads each ticket with one request (API document, Ticket get). A ticket that was moved or deleted since the search is left out. */
async function readMessages(found: readonly FoundTicket[]): Promise<FoundTicket[]> {
	return (await fewAtOnce(found, async (one) => (await withItsMessages(one)) ?? [])).flat();
}

async function withItsMessages({ item, ticket, place }: FoundTicket): Promise<FoundTicket | undefined> {
	const messageBoxId = Number(item.values.messageBoxId);
	const request = ticketRequest({ messageBoxId, ticketId: Number(ticket.ticket_id) });
	const answer = await item.read({ ...request, expected: WHOLE }).catch(ifGone);
	return answer && { item, place, ticket: shape(item, answer.items[0].json) };
}

function ifGone(error: unknown): undefined {
	if (!hasStatus(error, 404) || error.failure.ofGateway === true) throw error;
}

/** The number of requests in flight at once, so that a slow service does not slow the search down; the rate limit still holds. */
const AT_ONCE = 3;

/**
 * Works on entries, a few at a time. After a failure it begins no further entry.
 *
 * @returns the results of `work`, in the order of the entries
 * @throws the first error of `work`
 */
async function fewAtOnce<T, R>(entries: readonly T[], work: (entry: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const workOnSome = async () => {
		while (next < entries.length) {
			const place = next++;
			results[place] = await work(entries[place]).catch((error) => {
				next = entries.length;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, workOnSome));
	return results;
}

import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../connection';
import { ServiceFailure } from '../errors/failure';
import { LIST_END_KNOWN_MS, LIST_FRESH_MS } from '../timing';
import { ListCache } from './listCache';
import type { ServiceAnswer, ServiceRequest } from './request';
import { list as listOf } from './response';

/** How many rows a page of a list may have; `unknown` where the document does not say whether the list has pages. */
export type PageSize = number | 'unknown';

/** Page sizes of the service's other lists (API document, Limits). */
const USUAL_PAGE_SIZES = [30, 50, 100];

/** A list of the service: its path, the field that identifies its rows, and its page size unless the document says that it has no pages. */
export interface ServiceList {
	path: string;
	key: string;
	maxPerPage?: PageSize;
}

/** The lists as the document has them; `{name}` in a path stands for an id (API document, Endpoints and Limits). */
export const DOCUMENTED = {
	addressBooks: { path: '/api/v2/customer_groups', key: 'customer_group_id', maxPerPage: 'unknown' },
	badges: { path: '/api/v2/customer_groups/{customerGroupId}/badges', key: 'badge_id', maxPerPage: 100 },
	inboxes: { path: '/api/v2/message_boxes', key: 'message_box_id', maxPerPage: 'unknown' },
	users: { path: '/api/v2/users', key: 'mention_name', maxPerPage: 100 },
	labels: { path: '/api/v2/{messageBoxId}/labels', key: 'label_id', maxPerPage: 100 },
	classifications: { path: '/api/v2/{messageBoxId}/case_categories', key: 'case_category_id', maxPerPage: 100 },
	pendingReasons: { path: '/api/v2/{messageBoxId}/pending_reasons', key: 'pending_reason_id' },
	mailAccounts: { path: '/api/v2/{messageBoxId}/mail_accounts', key: 'mail_account_id', maxPerPage: 100 },
	templates: { path: '/api/v2/{messageBoxId}/templates', key: 'template_id', maxPerPage: 30 },
} as const satisfies Record<string, ServiceList>;

/** The same lists of one inbox or address book: what dropdowns and names are made of. */
export const LISTS = {
	addressBooks: (): ServiceList => DOCUMENTED.addressBooks,
	badges: (customerGroupId: number) => listOfId(DOCUMENTED.badges, customerGroupId),
	inboxes: (): ServiceList => DOCUMENTED.inboxes,
	users: (): ServiceList => DOCUMENTED.users,
	labels: (messageBoxId: number) => listOfId(DOCUMENTED.labels, messageBoxId),
	classifications: (messageBoxId: number) => listOfId(DOCUMENTED.classifications, messageBoxId),
	pendingReasons: (messageBoxId: number) => listOfId(DOCUMENTED.pendingReasons, messageBoxId),
	mailAccounts: (messageBoxId: number) => listOfId(DOCUMENTED.mailAccounts, messageBoxId),
	templates: (messageBoxId: number) => listOfId(DOCUMENTED.templates, messageBoxId),
};

function listOfId(list: ServiceList, id: number): ServiceList {
	return { ...list, path: list.path.replace(/\{\w+\}/, String(id)) };
}

/** @returns the name of a list's row; of a user the last and first name, or the mention name where both are missing */
export function nameOf(row: IDataObject): string {
	if ('name' in row) return String(row.name);
	return [row.last_name, row.first_name].filter(Boolean).join(' ') || String(row.mention_name);
}

/** How rows are asked for: a person's dropdown waits differently than the items of a workflow. */
export type Read = (request: ServiceRequest) => Promise<Pick<ServiceAnswer, 'items'>>;

/**
 * Reads every page of a list, or takes it from the cache when that is fresh.
 *
 * @param maxPages the most requests; rows beyond them are not read
 * @param freshMs how old it may be
 * @throws what `read` throws
 */
export async function wholeListOf(
	{ session }: Pick<Connection, 'session'>,
	read: Read,
	list: ServiceList,
	maxPages = Infinity,
	freshMs = LIST_FRESH_MS,
): Promise<IDataObject[]> {
	const key = keyOf(list, maxPages);
	let own = false;
	const ask = async () => {
		own = true;
		return await readPages(session, read, list, maxPages);
	};
	const cached = async (): Promise<IDataObject[]> =>
		await session.of(ListCache).get(key, session.gate.clock.now(), freshMs, ask).catch(async (error) => {
			if (own) throw error;
			// The read that was shared belongs to another caller, whose execution may have been stopped: read it here.
			return await cached();
		});
	return await cached();
}

/** Whether {@link wholeListOf} has read a list, however long ago. */
export function wasRead({ session }: Pick<Connection, 'session'>, list: ServiceList, maxPages = Infinity): boolean {
	return session.of(ListCache).has(keyOf(list, maxPages));
}

function keyOf({ path }: ServiceList, maxPages: number): string {
	return maxPages === Infinity ? path : `${path} up to page ${maxPages}`;
}

async function readPages(session: Connection['session'], read: Read, list: ServiceList, maxPages: number): Promise<IDataObject[]> {
	const { key } = list;
	const rows = new Map<unknown, IDataObject>();
	for (let page = 1; ; page++) {
		const items = await read(pageRequest(list, page)).then((answer) => answer.items, noSuchPage(page, []));
		const before = rows.size;
		for (const { json } of items) if (!rows.has(json[key])) rows.set(json[key], json);
		const counts = { rows: items.length, before, after: rows.size };
		const ended = session.of(ListEnds).isAt(list, counts, session.gate.clock.now()) || rows.size === before;
		if (ended || page >= maxPages) return [...rows.values()];
	}
}

/** @returns the request for a page of a list; the whole list where it has no pages */
export function pageRequest({ path, key, maxPerPage }: ServiceList, page: number): ServiceRequest {
	return { method: 'GET', path, qs: pageQuery(maxPerPage, page), expected: listOf(key) };
}

/** @returns the parameters of a page: none where the list has no pages; where it may have none, the first one is asked for as the document shows it */
export function pageQuery(perPage: PageSize | undefined, page: number): IDataObject {
	if (perPage === undefined) return {};
	if (perPage !== 'unknown') return { per_page: perPage, page };
	return page === 1 ? {} : { page };
}

/** @param rows how many rows the page has */
export function isLastPage({ maxPerPage }: Pick<ServiceList, 'maxPerPage'>, rows: number): boolean {
	if (maxPerPage === 'unknown') return !USUAL_PAGE_SIZES.includes(rows);
	return maxPerPage === undefined || rows < maxPerPage;
}

/**
 * How many rows the lists of a token have whose pages the document does not show. Where that is a usual page size, only
 * asking for the next page shows that there is none: that is remembered, so that it costs one request an hour.
 */
export class ListEnds {
	private readonly known = new Map<string, number>();

	/**
	 * @param page how many rows it has, and how many different ones of the list were read before it and with it
	 * @param now ms of this machine's clock
	 * @returns whether the list ends with this page
	 */
	isAt(list: Pick<ServiceList, 'path' | 'maxPerPage'>, page: { rows: number; before: number; after: number }, now: number): boolean {
		const key = `${list.path} ${page.after}`;
		if (list.maxPerPage === 'unknown' && page.after === page.before) this.known.set(key, now + LIST_END_KNOWN_MS);
		return isLastPage(list, page.rows) || now < (this.known.get(key) ?? 0);
	}
}

/**
 * For `catch`: what a page after the last one holds is not in the document, so a refusal of a page after a full one says
 * that there is none.
 *
 * @param none what stands for a page without rows
 * @throws any other error as it is
 */
export function noSuchPage<T>(page: number, none: T): (error: unknown) => T {
	return (error) => {
		if (page > 1 && isRefusal(error)) return none;
		throw error;
	};
}

function isRefusal(error: unknown): boolean {
	if (!(error instanceof ServiceFailure)) return false;
	const { failure } = error;
	return failure.kind === 'status' && !failure.ofGateway && [400, 404].includes(failure.status);
}

import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../connection';
import { ServiceFailure } from '../retry/failure';
import { ListCache } from './listCache';
import type { ServiceAnswer, ServiceRequest } from './request';
import { list as listOf } from './response';

/** How many rows a page of a list may have; `unknown` where the document does not say whether the list has pages. */
export type PageSize = number | 'unknown';

/** Page sizes of the service's other lists (API document, Limits). */
const USUAL_PAGE_SIZES = [30, 50, 100];

/** A list of the service: its path, the field that tells rows apart, and its page size unless the document says that it has no pages. */
export interface ServiceList {
	path: string;
	key: string;
	maxPerPage?: PageSize;
}

/** The lists that dropdowns and names are made of (API document, Endpoints and Limits). */
export const LISTS = {
	addressBooks: (): ServiceList => ({ path: '/api/v2/customer_groups', key: 'customer_group_id', maxPerPage: 'unknown' }),
	badges: (customerGroupId: number): ServiceList => ({
		path: `/api/v2/customer_groups/${customerGroupId}/badges`,
		key: 'badge_id',
		maxPerPage: 100,
	}),
	inboxes: (): ServiceList => ({ path: '/api/v2/message_boxes', key: 'message_box_id', maxPerPage: 'unknown' }),
	users: (): ServiceList => ({ path: '/api/v2/users', key: 'mention_name', maxPerPage: 100 }),
	labels: (messageBoxId: number) => ofInbox(messageBoxId, 'labels', 'label_id', 100),
	classifications: (messageBoxId: number) => ofInbox(messageBoxId, 'case_categories', 'case_category_id', 100),
	pendingReasons: (messageBoxId: number) => ofInbox(messageBoxId, 'pending_reasons', 'pending_reason_id'),
	mailAccounts: (messageBoxId: number) => ofInbox(messageBoxId, 'mail_accounts', 'mail_account_id', 100),
	templates: (messageBoxId: number) => ofInbox(messageBoxId, 'templates', 'template_id', 30),
};

function ofInbox(messageBoxId: number, name: string, key: string, maxPerPage?: number): ServiceList {
	return { path: `/api/v2/${messageBoxId}/${name}`, key, maxPerPage };
}

/** @returns the name of a list's row; of a user the last and first name, or the mention name where both are missing */
export function nameOf(row: IDataObject): string {
	if ('name' in row) return String(row.name);
	return [row.last_name, row.first_name].filter(Boolean).join(' ') || String(row.mention_name);
}

/** How rows are asked for: a person's dropdown waits differently than the items of a workflow. */
export type Read = (request: ServiceRequest) => Promise<ServiceAnswer>;

/**
 * Reads every page of a list, or takes it from the cache when that is less than a minute old.
 *
 * @param maxPages at most so many requests; rows beyond them are not read
 * @throws what `read` throws
 */
export async function wholeListOf(
	{ session }: Pick<Connection, 'session'>,
	read: Read,
	list: ServiceList,
	maxPages = Infinity,
): Promise<IDataObject[]> {
	const key = maxPages === Infinity ? list.path : `${list.path} up to page ${maxPages}`;
	let own = false;
	const ask = async () => {
		own = true;
		return await readPages(read, list, maxPages);
	};
	const cached = async (): Promise<IDataObject[]> =>
		await session.of(ListCache).get(key, session.gate.clock.now(), ask).catch(async (error) => {
			if (own) throw error;
			// The read that was shared belongs to another caller, whose execution may have been stopped: read it here.
			return await cached();
		});
	return await cached();
}

async function readPages(read: Read, list: ServiceList, maxPages: number): Promise<IDataObject[]> {
	const { key } = list;
	const rows = new Map<unknown, IDataObject>();
	for (let page = 1; ; page++) {
		const items = await read(pageRequest(list, page)).then((answer) => answer.items, noSuchPage(page, []));
		const before = rows.size;
		for (const { json } of items) if (!rows.has(json[key])) rows.set(json[key], json);
		const ended = isLastPage(list, items.length) || rows.size === before;
		if (ended || page >= maxPages) return [...rows.values()];
	}
}

/** @returns the request for a page of a list; the whole list where it has no pages */
export function pageRequest({ path, key, maxPerPage }: ServiceList, page: number): ServiceRequest {
	const qs = maxPerPage === undefined ? {} : pageQuery(maxPerPage, page);
	return { method: 'GET', path, qs, expected: listOf(key) };
}

/** @returns the parameters of a page; where the list may have no pages, the first one is asked for as the document shows it */
export function pageQuery(perPage: PageSize, page: number): IDataObject {
	if (perPage !== 'unknown') return { per_page: perPage, page };
	return page === 1 ? {} : { page };
}

/** @param rows how many rows the page has */
export function isLastPage({ maxPerPage }: Pick<ServiceList, 'maxPerPage'>, rows: number): boolean {
	if (maxPerPage === 'unknown') return !USUAL_PAGE_SIZES.includes(rows);
	return maxPerPage === undefined || rows < maxPerPage;
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

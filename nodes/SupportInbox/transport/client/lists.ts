import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../connection';
import { hasStatus } from '../errors/failure';
import type { Session } from '../session';
import { LIST_END_KNOWN_MS, NAMES_FRESH_MS } from '../timing';
import { list as listOf } from './answer';
import { type Fresh, ListCache, type PagesRead } from './listCache';
import type { ServiceRequest } from './request';
import type { Rows } from './response';

/** How many rows a page of a list may have; `unknown` where the document does not say whether the list has pages. */
type PageSize = number | 'unknown';

/** Page sizes of the service's other lists (API document, Limits). */
const USUAL_PAGE_SIZES = [10, 30, 50, 100];

/**
 * A list of the service.
 * - `key`: the field that identifies a row; `noun`: what a row is called in a sentence.
 * - `maxPerPage`: undefined where the document says that the list has no pages.
 * - `separator`: for rows with parents, the text between the names of a path (API document, Label and Ticket classification).
 */
export interface ServiceList {
	path: string;
	key: string;
	noun: string;
	maxPerPage?: PageSize;
	separator?: string;
}

/**
 * The lists of the API document (Endpoints and Limits); a list comes before the lists that depend on it. `{name}` in a path
 * stands for an id. Dropdowns, the lookup of names and Get Many are made from these entries.
 */
export const DOCUMENTED = {
	inboxes: { noun: 'inbox', path: '/api/v2/message_boxes', key: 'message_box_id', maxPerPage: 'unknown' },
	addressBooks: { noun: 'address book', path: '/api/v2/customer_groups', key: 'customer_group_id', maxPerPage: 'unknown' },
	badges: { noun: 'badge', path: '/api/v2/customer_groups/{customerGroupId}/badges', key: 'badge_id', maxPerPage: 100 },
	classifications: { noun: 'classification', path: '/api/v2/{messageBoxId}/case_categories', key: 'case_category_id', maxPerPage: 100, separator: ' > ' },
	labels: { noun: 'label', path: '/api/v2/{messageBoxId}/labels', key: 'label_id', maxPerPage: 100, separator: '/' },
	mailAccounts: { noun: 'mail account', path: '/api/v2/{messageBoxId}/mail_accounts', key: 'mail_account_id', maxPerPage: 100 },
	pendingReasons: { noun: 'pending reason', path: '/api/v2/{messageBoxId}/pending_reasons', key: 'pending_reason_id' },
	users: { noun: 'user', path: '/api/v2/users', key: 'mention_name', maxPerPage: 100 },
	templates: { noun: 'template', path: '/api/v2/{messageBoxId}/templates', key: 'template_id', maxPerPage: 30 },
} as const satisfies Record<string, ServiceList>;

/** One of the service's lists, by its name here. */
export type ListName = keyof typeof DOCUMENTED;

type ListOf<L extends ServiceList> = L['path'] extends `${string}{${string}` ? (id: number) => ServiceList : () => ServiceList;

/** The same lists with the id of one inbox or address book in the path, for dropdowns and the lookup of names. */
export const LISTS = Object.fromEntries(
	Object.entries(DOCUMENTED).map(([name, list]) => [name, (id?: number) => ({ ...list, path: list.path.replace(/\{\w+\}/, String(id)) })]),
) as unknown as { [Name in ListName]: ListOf<(typeof DOCUMENTED)[Name]> };

/** @returns the slot in a list's path for the id of its inbox or address book; undefined for a list of the tenant */
export function ownerSlotOf(list: ListName): 'messageBoxId' | 'customerGroupId' | undefined {
	return /\{(\w+)\}/.exec(DOCUMENTED[list].path)?.[1] as ReturnType<typeof ownerSlotOf>;
}

/** @returns the name of a list's row, for a user the last and first name; where it has none, `#` and its id, or the mention name */
export function nameOf({ name, template_name, last_name, first_name, ...row }: IDataObject): string {
	const given = [name, template_name, last_name, first_name].filter((part) => part !== '' && ['string', 'number'].includes(typeof part));
	if (given.length > 0) return given.join(' ');
	const [key] = Object.values(DOCUMENTED).map((list) => list.key).filter((id) => id in row);
	return key === 'mention_name' ? String(row[key]) : `#${String(row[key])}`;
}

/** Sends a read. A person's dropdown waits differently than the items of a workflow, so each brings its own. */
export type Read = (request: ServiceRequest) => Promise<Rows>;

/**
 * Reads all rows of a list of the service, or takes them from the cache.
 *
 * @param how `ids`: only ids are looked for in it, so a list of the last hour will do; `again`: one does not count that was read before
 *   the item came
 */
export type RowsOf = (list: ServiceList, how?: 'ids' | 'again') => Promise<IDataObject[]>;

/**
 * Reads every page of a list, or takes it from the cache while that is fresh.
 *
 * @param maxPages the most requests; rows on later pages are not read
 * @param fresh see {@link Fresh}
 * @throws what `read` throws
 */
export async function wholeListOf(
	{ session }: Pick<Connection, 'session'>,
	read: Read,
	list: ServiceList,
	{ maxPages = Infinity, ...fresh }: Fresh & { maxPages?: number } = {},
): Promise<IDataObject[]> {
	const cache = session.of(ListCache);
	const whole = cacheKeyOf(list, Infinity);
	const key = cache.isFresh(whole, session.gate.clock.now(), fresh) ? whole : cacheKeyOf(list, maxPages);
	const ask = async (pages: PagesRead) => {
		const rows = await readPages(session, read, list, maxPages, undefined, pages);
		// A list that ends before the last page that may be read is whole.
		if (pages.count < maxPages) cache.note(whole, rows, pages.readAt);
		return rows;
	};
	return await cache.get(key, () => session.gate.clock.now(), fresh, ask);
}

/** @returns a function that reads the lists of an item that comes now. It throws what `read` throws */
export function listsFor(connection: Pick<Connection, 'session'>, read: Read): RowsOf {
	const since = connection.session.gate.clock.now();
	const ages = { ids: { freshMs: NAMES_FRESH_MS }, again: { since } };
	return async (list, how) => await wholeListOf(connection, read, list, how && ages[how]);
}

/** Whether {@link wholeListOf} has read a list, however long ago. */
export function wasRead({ session }: Pick<Connection, 'session'>, list: ServiceList, maxPages = Infinity): boolean {
	return session.of(ListCache).has(cacheKeyOf(list, maxPages));
}

/** @returns the rows of a list that {@link wholeListOf} has read, however long ago; none where it has not. Nothing is sent */
export async function keptRowsOf({ session }: Pick<Connection, 'session'>, list: ServiceList, maxPages = Infinity): Promise<IDataObject[]> {
	return await session.of(ListCache).kept(cacheKeyOf(list, maxPages));
}

function cacheKeyOf({ path }: ServiceList, maxPages: number): string {
	return maxPages === Infinity ? path : `${path} up to page ${maxPages}`;
}

/**
 * Reads like {@link wholeListOf}, without the cache.
 *
 * @param expected what each answer must contain
 * @param known the pages that need not be read; each further page is added to them
 */
export async function readPages(
	session: Session,
	read: Read,
	list: ServiceList,
	maxPages = Infinity,
	expected = listOf(list.key),
	known: Omit<PagesRead, 'readAt'> = { count: 0, rows: new Map() },
): Promise<IDataObject[]> {
	const { path, key, maxPerPage } = list;
	const { rows } = known;
	await pageByPage(session, list, async (page) => {
		const { items, rows: sent } = await read({ method: 'GET', path, qs: pageQuery(maxPerPage, page), expected });
		for (const { json } of items) if (!rows.has(json[key])) rows.set(json[key], json);
		known.count = page;
		return { rows: sent, seen: rows.size, isEnough: page >= maxPages };
	}, 1, known);
	return [...rows.values()];
}

/** A page that was read: the number of its rows, and of the list's different rows seen so far; `isEnough` ends the reading. */
interface PageRead {
	rows: number;
	seen: number;
	isEnough?: boolean;
}

/**
 * Reads a list page by page until it ends. Rows can move to the next page while it is read, so that a page may contain nothing
 * new; a service that repeats itself would never show anything new.
 *
 * @param readPage reads a page; a refusal of any page but the first means that the page does not exist
 * @param mostStale the reading ends after this number of successive pages without a new row
 * @param known how many pages need not be read, and their different rows
 * @throws what `readPage` throws
 */
export async function pageByPage(
	session: Session,
	list: Pick<ServiceList, 'path' | 'maxPerPage'>,
	readPage: (page: number) => Promise<PageRead>,
	mostStale = 1,
	known = { count: 0, rows: { size: 0 } },
): Promise<void> {
	let stale = 0;
	for (let page = known.count + 1, before = known.rows.size; ; page++) {
		const { rows, seen, isEnough } = await readPage(page).catch(noSuchPage<PageRead>(page, { rows: 0, seen: before }));
		stale = seen === before ? stale + 1 : 0;
		const { knownUntil } = session.of(ListEnds);
		const end = `${list.path} ${seen}`;
		const now = session.gate.clock.now();
		if (list.maxPerPage === 'unknown' && seen === before) knownUntil.set(end, now + LIST_END_KNOWN_MS);
		const isEnd = isLastPage(list, rows) || now < (knownUntil.get(end) ?? 0);
		if (isEnd || isEnough === true || stale === mostStale) return;
		before = seen;
	}
}

/** @returns the parameters of a page: none for a list without pages; where that is unknown, none for page 1, as the document shows it */
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
 * The known ends of a token's lists for which the document does not say whether they have pages. When the number of rows is a
 * usual page size, only a request for the next page shows the end; it is remembered, so that it costs one request an hour.
 */
class ListEnds {
	/** By the list's path and the number of its different rows, in ms of this machine's clock. */
	readonly knownUntil = new Map<string, number>();
}

/**
 * For `catch`. The document does not say how the service answers for a page after the last one, so a refusal of any page but
 * the first means that the page does not exist.
 *
 * @param none the value for a page without rows
 * @throws any other error as it is
 */
export function noSuchPage<T>(page: number, none: T): (error: unknown) => T {
	return (error) => {
		if (page > 1 && hasStatus(error, 400, 404) && !error.failure.ofGateway) return none;
		throw error;
	};
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Fields, list as listOf } from '../client/answer';
import type { ServiceList } from '../client/lists';
import { pageByPage, pageQuery } from '../client/pages';
import { reject } from '../errors/reject';
import type { Item, Plan, RequestChange } from './item';
import { sendRequest } from './sendItem';

/** The plan of most operations: their one request. */
export const singleRequest: Plan = async (item) => (await sendRequest(item)).items;

/**
 * How a list is read: where `per_page` and `page` go, the most rows of a page, and the field that identifies a row (API document, Limits).
 */
interface Paging extends Pick<ServiceList, 'key' | 'maxPerPage'> {
	in: 'body' | 'qs';
}

type RowFilter = (row: IDataObject) => boolean;

/**
 * A filter or an order that the service does not offer, so that it is applied here while all pages are read.
 * - `isWanted`: which rows are kept; undefined: all.
 * - `needs`: the fields that a row must have, because the filter or the order uses them.
 * - `order`: the order of the output; undefined: the service's order.
 * - `most`: the most rows that are read; above it `reject` throws. Undefined: all.
 */
export interface Selection {
	isWanted?: RowFilter;
	needs?: Fields;
	order?: (one: IDataObject, other: IDataObject) => number;
	most?: { rows: number; reject: () => never };
}

/** n8n passes the items of a list on as arguments of one call, which takes about 120,000. */
const MAX_ITEMS = 100_000;

/**
 * The plan of a list: every page of it, or as many as the user's limit needs.
 * Rows can move to the next page while the list is read, so a row that was seen already is dropped and the reading goes
 * on; the list ends with the first page that is not full, or has nothing new.
 *
 * @param select the filter and order to apply here; undefined: none
 * @param change the request of a page, where that is not the operation's own
 */
export function everyPage(paging: Paging, select?: (item: Item) => Promise<Selection | undefined>, change?: PageChange): Plan {
	return async (item) => (await readPages(item, paging, await select?.(item), { change })).items;
}

type PageChange = Pick<RequestChange, 'method' | 'url'>;

/**
 * Reads a list as {@link everyPage} does.
 *
 * @param maxPages how many pages are read at most
 * @returns the rows, up to the user's limit; `isWhole`: its last page was read
 */
export async function readPages(
	item: Item,
	{ in: place, maxPerPage, key }: Paging,
	selection?: Selection,
	{ change, maxPages = Infinity }: { change?: PageChange; maxPages?: number } = {},
): Promise<{ items: INodeExecutionData[]; isWhole: boolean }> {
	const limit = limitOf(item);
	const { isWanted, needs, order, most } = selection ?? {};
	const expected = needs && listOf(key, needs);
	// Rows that are selected here may be on any page: full pages take the fewest requests.
	const perPage = selection === undefined && maxPerPage !== undefined ? Math.min(limit, maxPerPage) : maxPerPage;
	const seen = new Set<unknown>();
	const isWantedRow: RowFilter = (row) => {
		if (seen.has(row[key])) return false;
		seen.add(row[key]);
		return isWanted === undefined || isWanted(row);
	};
	const items: INodeExecutionData[] = [];
	const isWhole = await pageByPage(perPage, async (page) => {
		if (most !== undefined && seen.size >= most.rows) most.reject();
		const query = pageQuery(perPage, page);
		const paged = place === 'body' ? { body: { ...item.body, ...query } } : { qs: query };
		const sent = await sendRequest(item, { ...change, ...paged, expected, isWantedRow });
		for (const one of sent.items) items.push(one);
		if (Math.min(items.length, limit) > MAX_ITEMS) {
			reject(item, `n8n takes at most ${MAX_ITEMS.toLocaleString('en')} items of one list`, 'Set a Limit, or choose fewer by filters.');
		}
		return { rows: sent.rows, seen: seen.size, isEnough: page >= maxPages || (order === undefined && items.length >= limit) };
	});
	if (order !== undefined) items.sort((one, other) => order(one.json, other.json));
	return { items: items.slice(0, limit), isWhole };
}

/** For an emptied field. */
const DEFAULT_LIMIT = 50;

/** @returns the user's Limit, or Infinity for Return All and for a count */
export function limitOf({ settings: { returnAll, limit = DEFAULT_LIMIT, result } }: Pick<Item, 'settings'>): number {
	return returnAll === true || result === 'count' ? Infinity : Number(limit);
}

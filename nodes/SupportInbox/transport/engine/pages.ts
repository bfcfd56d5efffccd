import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemRequest, Plan } from './requestPolicy';

/** Where a list takes `per_page` and `page` and how many rows a page may have (API document, Limits). */
export interface Paging {
	in: 'body' | 'qs';
	maxPerPage: number;
	/** The field that tells rows apart. */
	key: string;
}

type RowFilter = (row: IDataObject) => boolean;

/** Full pages without a new row: so many in a row are no shift any more, the service repeats itself. */
const MAX_STALE_PAGES = 3;

/**
 * The plan of a list: every page of it, or as many as the user's limit needs.
 * A list can shift while it is read, so a row that was seen is dropped and the reading goes on; the list
 * ends with the first page that is not full.
 *
 * @param filterOf what the service cannot search for, and is chosen here
 */
export function everyPage({ in: place, maxPerPage, key }: Paging, filterOf?: (item: ItemRequest) => RowFilter | undefined): Plan {
	return async (item) => {
		const limit = limitOf(item);
		const isWanted = filterOf?.(item);
		// What is chosen here may stand anywhere: full pages take the fewest requests.
		const perPage = isWanted === undefined ? Math.min(limit, maxPerPage) : maxPerPage;
		const seen = new Set<unknown>();
		const keep: RowFilter = (row) => {
			if (seen.has(row[key])) return false;
			seen.add(row[key]);
			return isWanted === undefined || isWanted(row);
		};
		const items: INodeExecutionData[] = [];
		let stale = 0;
		for (let page = 1; ; page++) {
			const before = seen.size;
			const sent = await item.send(
				{ [place]: { ...(item.request.options[place] as IDataObject), per_page: perPage, page } },
				keep,
			);
			items.push(...sent.items);
			stale = seen.size === before ? stale + 1 : 0;
			const ended = sent.rows < perPage || stale === MAX_STALE_PAGES;
			if (ended || items.length >= limit) return items.slice(0, limit);
		}
	};
}

/** The plan of a list that the service gives as a whole. */
export const wholeList: Plan = async (item) => {
	const limit = limitOf(item);
	return (await item.send()).items.slice(0, limit);
};

/** Where the field was emptied. */
const DEFAULT_LIMIT = 50;

/** @returns the user's Limit, which was checked with the other fields, or Infinity for Return All; an AI tool may give text */
function limitOf({ context }: ItemRequest): number {
	if (String(context.getNodeParameter('returnAll', false)) === 'true') return Infinity;
	return Number(context.getNodeParameter('limit', DEFAULT_LIMIT) || DEFAULT_LIMIT);
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ItemRequest, Plan } from './requestPolicy';

/** Where a list takes `per_page` and `page` and how many rows a page may have (API document, Limits). */
export interface Paging {
	in: 'body' | 'qs';
	maxPerPage: number;
	/** The field that tells rows apart. */
	key: string;
}

/** Full pages without a new row: so many in a row are no shift any more, the service repeats itself. */
const MAX_STALE_PAGES = 3;

/**
 * The plan of a list: every page of it, or as many as the user's limit needs.
 * A list can shift while it is read, so a row that was seen is dropped and the reading goes on; the list
 * ends with the first page that is not full.
 */
export function everyPage({ in: place, maxPerPage, key }: Paging): Plan {
	return async (item) => {
		const limit = limitOf(item);
		const perPage = Math.min(limit, maxPerPage);
		const seen = new Set<unknown>();
		const isNew = (row: IDataObject) => !seen.has(row[key]) && seen.add(row[key]) !== undefined;
		const items: INodeExecutionData[] = [];
		let stale = 0;
		for (let page = 1; ; page++) {
			const sent = await item.send(
				{ [place]: { ...(item.request.options[place] as IDataObject), per_page: perPage, page } },
				isNew,
			);
			items.push(...sent.items);
			stale = sent.items.length === 0 ? stale + 1 : 0;
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

/**
 * @returns the user's Limit, or Infinity for Return All
 * @throws NodeOperationError when the limit is no whole number of at least 1
 */
function limitOf({ context, itemIndex }: ItemRequest): number {
	if (context.getNodeParameter('returnAll', false) === true) return Infinity;
	const given = context.getNodeParameter('limit', 50);
	const limit = Number(given);
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw new NodeOperationError(context.getNode(), `Limit: ${JSON.stringify(given)} is not a number of results`, {
		description: 'Enter a whole number of at least 1, or turn on Return All.',
		itemIndex,
	});
}

import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { hasStatus } from '../errors/failure';
import { list as listOf } from './answer';
import type { ServiceList } from './lists';
import type { Read } from './request';

/** A page that was read: the number of its rows, and of the list's different rows seen so far; `isEnough` ends the reading. */
interface PageRead {
	rows: number;
	seen: number;
	isEnough?: boolean;
}

/**
 * Reads a list page by page until it ends. Rows can move to the next page while it is read, so that a page may contain nothing
 * new: that ends the list, as a service that repeats itself would never show anything new.
 *
 * @param readPage reads a page; a refusal of any page but the first means that the page does not exist
 * @param before how many pages were read before, and how many different rows they had
 * @returns whether the list has ended; false: it was enough before
 * @throws what `readPage` throws
 */
export async function pageByPage(
	maxPerPage: number | undefined,
	readPage: (page: number) => Promise<PageRead>,
	before = { pages: 0, seen: 0 },
): Promise<boolean> {
	let { seen: known } = before;
	for (let page = before.pages + 1; ; page++) {
		const { rows, seen, isEnough } = await readPage(page).catch(noSuchPage<PageRead>(page, { rows: 0, seen: known }));
		if (maxPerPage === undefined || rows < maxPerPage || seen === known) return true;
		if (isEnough === true) return false;
		known = seen;
	}
}

/** @returns the parameters of a page; none for a list without pages */
export function pageQuery(perPage: number | undefined, page: number): IDataObject {
	return perPage === undefined ? {} : { per_page: perPage, page };
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

/** A list as far as its pages were read. `readAt`: when the first one was read. */
export class PagedList {
	readonly rows: IDataObject[] = [];
	/** Whether `rows` are all rows of the list. */
	isWhole = false;
	/** How many pages were read. */
	pages = 0;
	private readonly keys = new Set<unknown>();

	constructor(readonly readAt: LocalTime) {}

	/** Whether no page is missing, if this many will do. */
	has(maxPages: number): boolean {
		return this.isWhole || this.pages >= maxPages;
	}

	/**
	 * Reads the pages that are missing.
	 *
	 * @param maxPages rows on later pages are not needed
	 * @param expected what each answer must contain
	 * @throws what `read` throws; the pages that were read stay
	 */
	async complete(read: Read, { path, key, maxPerPage }: ServiceList, maxPages = Infinity, expected = listOf(key)): Promise<void> {
		if (this.has(maxPages)) return;
		const readPage = async (page: number) => {
			const { items, rows } = await read({ method: 'GET', path, qs: pageQuery(maxPerPage, page), expected });
			for (const { json } of items) {
				if (!this.keys.has(json[key])) this.rows.push(json);
				this.keys.add(json[key]);
			}
			this.pages = page;
			return { rows, seen: this.keys.size, isEnough: page >= maxPages };
		};
		this.isWhole = await pageByPage(maxPerPage, readPage, { pages: this.pages, seen: this.keys.size });
	}
}

import { SECOND } from '../time';

import type { Cursor } from './cursor';
import type { Moment } from './serviceClock';

/** The tickets of a slice that is read page by page, and when its first page was read. */
export interface Pages extends Moment {
	ids: readonly number[];
}

/** Where a sweep goes on, and the last second (s) that it reads. */
interface Sweep {
	cursor: Cursor;
	end: number;
}

/** A sweep may begin so long before what another one wants (s): triggers that are activated together begin some seconds apart. */
const MAX_BEFORE_S = 300;

/**
 * How far the readings that are not yet done have come, whichever trigger sent their last request: the pages of a slice,
 * and where a sweep goes on. Another trigger that stands at the same place goes on from there, instead of finding out
 * again how wide a slice may be.
 */
export class UnderWay {
	private pages: ({ since: number } & Pages) | undefined;
	private sweep: Sweep | undefined;

	/**
	 * Notes the tickets of one page of a slice.
	 *
	 * @param since where the slice begins (s)
	 * @param firstAsOf when its first page was read (ms of the service's clock); null: this is the first page
	 * @returns all pages of the slice so far; undefined when the earlier ones are not known here
	 */
	notePage(since: number, firstAsOf: number | null, page: Pages): Pages | undefined {
		if (firstAsOf === null) this.pages = { since, ...page };
		else if (this.pages !== undefined && this.hasPages(since, firstAsOf)) {
			this.pages = { ...this.pages, ids: [...new Set([...this.pages.ids, ...page.ids])] };
		} else return undefined;
		const { ids, asOf, readAt } = this.pages;
		return { ids, asOf, readAt };
	}

	/** Notes where a sweep goes on after an answer; undefined: it has been read to its end. */
	noteSweep(sweep: Sweep | undefined): void {
		this.sweep = sweep;
	}

	/**
	 * @param own where a sweep stands
	 * @param notBefore pages that were read earlier do not count (ms of the service's clock)
	 * @returns another sweep that has come further with the slice in which this one stands: it has read more pages of it, or
	 *   knows that a slice as wide is too full
	 */
	sweepAhead(own: Cursor, notBefore: number): Sweep | undefined {
		if (this.sweep === undefined) return undefined;
		const { cursor: { at, width, pageCursor }, end } = this.sweep;
		if (at > own.at || own.at - at > MAX_BEFORE_S || Math.min(end, at + width) <= own.at || width > own.width) return undefined;
		const firstAsOf = (pageCursor?.startedAt ?? 0) * SECOND;
		if (pageCursor !== null && (firstAsOf < notBefore || !this.hasPages(at - 1, firstAsOf))) return undefined;
		const isAhead = width < own.width || (pageCursor?.rows ?? 0) > (own.pageCursor?.rows ?? 0);
		return isAhead ? this.sweep : undefined;
	}

	private hasPages(since: number, firstAsOf: number): boolean {
		return this.pages?.since === since && this.pages.asOf === firstAsOf;
	}
}

import { FULL_PAGE } from '../api';
import { OPEN_END } from '../time';

/**
 * How far a period has been read, oldest first, in seconds of the service's clock. It is read in slices that fit into one
 * answer, because pages shift while they are read and a single answer does not.
 * - `at`: everything sent before has been read.
 * - `width`: length of the next slice.
 * - `pageCursor`: a slice that cannot be divided and is read page by page: rows read so far, the last few of them, and the
 *   service's clock (s) when this began.
 */
export interface Cursor {
	at: number;
	width: number;
	pageCursor: { rows: number; lastRows: number[]; startedAt: number } | null;
}

/** One request for a part of the period; both ends are included, and neighbours share a second. */
export interface Ask {
	since: number;
	until: number;
	per_page: number;
	page: number;
}

/**
 * What follows from an answer: whether its rows are used, whether the slice is read with it, and how far the period has been
 * read.
 */
export interface Step {
	accepted: boolean;
	isRead: boolean;
	cursor: Cursor;
	/** Whether the period has been read to its end. */
	complete: boolean;
}

/** A slice as long as any period: the first try is always the whole. */
export const WHOLE = 1_000_000_000;

/** How many rows a page shares with the one before. If none of them is in it, rows have moved and the slice is read anew. */
const SHARED_ROWS = 3;

const NARROWING = 8;
const MAX_WIDENING = 4;
/** Rows that a slice of the past should hold: some less than a page, so that few slices need a second one. */
export const TARGET_ROWS = FULL_PAGE - 8;
/** With so many rows a slice still fits into an answer, and a little more of them the next time. */
export const MAX_ROWS = FULL_PAGE - 3;
/** A whole period that has more pages than this is divided: so many cost less than finding out how wide a slice may be. */
const MAX_PAGES_OF_WHOLE = 12;
/** A slice of the past is divided when rows have moved after more pages than this: beginning it anew would cost as much again. */
const MAX_PAGES_ANEW = 3;

/** @returns a reading that begins at `at` (s) */
export function cursorAt(at: number, width = WHOLE): Cursor {
	return { at, width, pageCursor: null };
}

/**
 * @param end last second of the period, or OPEN_END
 * @param now the service's clock (s), an estimate
 * @returns what to ask for next
 */
export function nextAsk(cursor: Cursor, end: number, now: number): Ask {
	const since = cursor.at - 1;
	const sliceEnd = cursor.at + cursor.width;
	const until = end === OPEN_END ? (sliceEnd >= now ? OPEN_END : sliceEnd) : Math.min(end, sliceEnd);
	return { since, until: Math.max(until, since + 1), ...pageAfter(cursor.pageCursor?.rows ?? 0) };
}

/**
 * @param rows ids of the tickets in the answer to `ask`
 * @param now the service's clock (s) when the request left
 */
export function afterAnswer(cursor: Cursor, ask: Ask, end: number, rows: readonly number[], now: number): Step {
	const full = rows.length >= ask.per_page;
	const length = Math.min(ask.until, now) - ask.since;
	const rowsSoFar = (cursor.pageCursor?.rows ?? 0) + rows.length;
	const moved = cursor.pageCursor !== null && !cursor.pageCursor.lastRows.some((id) => rows.includes(id));
	// Nothing of the new activity may be missed, so a slice of it should be one answer. A slice of the past may have pages:
	// what moves out of them to the front is found as new activity, or by the next sweep. They cost no more than narrower
	// slices, and narrowing down to a crowd costs its first pages each time.
	const isPast = end !== OPEN_END;
	const mostPages = isPast ? (cursor.width === WHOLE ? MAX_PAGES_OF_WHOLE : Infinity) : 1;
	const isTooLong = moved && isPast ? ask.page > MAX_PAGES_ANEW : full && ask.page >= mostPages;
	if (isTooLong && length > 2) {
		const width = Math.max(1, Math.floor(Math.min(length / NARROWING, (length * TARGET_ROWS) / rowsSoFar)));
		return { accepted: ask.page > 1, isRead: false, complete: false, cursor: { ...cursor, width, pageCursor: null } };
	}
	if (moved) return { accepted: true, isRead: false, complete: false, cursor: { ...cursor, pageCursor: null } };
	// What is sent while an open slice is read page by page belongs to the next one.
	const startedAt = cursor.pageCursor?.startedAt ?? now;
	if (full) {
		const pageCursor = { rows: ask.per_page * ask.page, lastRows: rows.slice(-2 * SHARED_ROWS), startedAt };
		return { accepted: true, isRead: false, complete: false, cursor: { ...cursor, pageCursor } };
	}
	const at = Math.min(ask.until, startedAt);
	const width = end === OPEN_END ? wider(cursor.width, rows.length) : fitting(length, rowsSoFar);
	return { accepted: true, isRead: true, complete: ask.until >= end, cursor: { at, width, pageCursor: null } };
}

/**
 * @param now the service's clock (s) when the request left
 * @returns the reading with the end of its present slice fixed, and that end: an open slice ends when it was asked for
 */
export function fixed(cursor: Cursor, ask: Ask, now: number): { cursor: Cursor; until: number } {
	if (cursor.pageCursor !== null) return { cursor, until: Math.min(ask.until, cursor.pageCursor.startedAt) };
	const until = Math.min(ask.until, now);
	return { cursor: { ...cursor, width: Math.max(1, until - cursor.at) }, until };
}

/**
 * The page that goes on after so many rows and shares some with what was read. Pages of one size begin at multiples of it,
 * so of all sizes that one is taken which shows the most new rows: 40 on average, 22 at least.
 */
function pageAfter(rows: number): { per_page: number; page: number } {
	if (rows === 0) return { per_page: FULL_PAGE, page: 1 };
	const from = rows - SHARED_ROWS;
	const sizes = Array.from({ length: FULL_PAGE - SHARED_ROWS }, (_, less) => FULL_PAGE - less);
	const shown = (size: number) => size - (from % size);
	const per_page = sizes.reduce((best, size) => (shown(size) > shown(best) ? size : best));
	return { per_page, page: Math.floor(from / per_page) + 1 };
}

/** @returns a width (s) that should give some rows less than a page, when `length` s gave `rows` */
function fitting(length: number, rows: number): number {
	if (rows >= TARGET_ROWS && rows <= MAX_ROWS) return length;
	const factor = Math.min(MAX_WIDENING, Math.max(1 / NARROWING, TARGET_ROWS / Math.max(1, rows)));
	return Math.max(1, Math.min(WHOLE, Math.floor(length * factor)));
}

function wider(width: number, rows: number): number {
	if (rows < FULL_PAGE / 4) return Math.min(WHOLE, width * 4);
	return rows < FULL_PAGE / 2 ? Math.min(WHOLE, width * 2) : width;
}

import { FULL_PAGE } from '../api';
import { isoOfSeconds, OPEN_END, SECOND } from '../time';

import type { Cursor } from './cursor';
import { afterAnswer, fixed, nextAsk } from './cursor';
import type { InboxView, Row } from './inboxView';
import type { RequestBudget } from './requestBudget';

/** Where to ask, and on whose account. */
export interface Source {
	messageBoxId: number;
	view: InboxView;
	budget: RequestBudget;
}

/**
 * Which part of the send times is wanted.
 * - `end`: the last second of the period, or OPEN_END.
 * - `notBefore`: what was read earlier does not count (ms of the service's clock).
 * - `narrow`: whether being found must mean activity in about this time, see Stretch.
 * - `isWide`: whether this reading is a wide one.
 */
export interface Wanted {
	cursor: Cursor;
	end: number;
	notBefore: number;
	narrow: boolean;
	isWide?: boolean;
}

/**
 * A part that has been read.
 * - `rows`: its tickets; `until`: its end (ms); `readAt`: everything in it was read at this time or later (ms of this
 *   machine's steady clock).
 * - `held`: where to go on as long as the rows have not all been dealt with: the same part again, with its end fixed.
 * - `cursor`: where to go on after that.
 * - `complete`: whether the end of the period has been reached by asking for it; `isOpen`: whether it was the present when
 *   the part was read.
 * - `asOf`: the service's clock when it was read (ms).
 */
export interface Slice {
	rows: Row[];
	until: number;
	readAt: number;
	held: Cursor;
	cursor: Cursor;
	complete: boolean;
	isOpen: boolean;
	asOf: number;
}

/**
 * Reads the next part of a period: what the view holds of it, else one answer of the service, which the view keeps.
 *
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readSlice({ messageBoxId, view, budget }: Source, wanted: Wanted): Promise<Slice> {
	const { cursor, end, isWide = false } = wanted;
	const known = cursor.pageCursor === null ? view.stretchFrom(cursor.at, wanted) : undefined;
	if (known !== undefined) {
		const { rows, stretch, to } = known;
		const next: Cursor = { ...cursor, at: Math.min(to, end) };
		const held: Cursor = { ...cursor, width: Math.max(1, stretch.until - cursor.at) };
		const { asOf, until, isOpen } = stretch;
		return { rows, until: until * SECOND, readAt: stretch.readAt, held, cursor: next, complete: to >= end, isOpen, asOf };
	}
	const ask = nextAsk(cursor, end, Math.floor(budget.serverNow() / SECOND));
	const { tickets, moment } = await budget.search(messageBoxId, {
		since: isoOfSeconds(ask.since),
		until: isoOfSeconds(ask.until),
		per_page: ask.per_page,
		page: ask.page,
	});
	const { asOf } = moment;
	const rows = view.noteRows(tickets, moment);
	const ids = tickets.map(({ ticket_id }) => ticket_id);
	const step = afterAnswer(cursor, ask, end, ids, asOf / SECOND);
	const slice = fixed(cursor, ask, asOf / SECOND);
	const pages = view.notePage(ask.since, cursor.pageCursor === null ? null : cursor.pageCursor.startedAt * SECOND, { ids, ...moment });
	if (step.isRead && pages !== undefined) {
		view.noteStretch({ since: ask.since, until: slice.until, ...pages, isOpen: ask.until === OPEN_END, isWide });
	}
	return {
		rows: step.accepted ? rows : [],
		until: slice.until * SECOND,
		readAt: moment.readAt,
		held: step.accepted ? slice.cursor : cursor,
		cursor: step.cursor,
		complete: step.complete,
		isOpen: step.isRead && ask.until === OPEN_END,
		asOf,
	};
}

/**
 * Reads the rows of known tickets.
 *
 * @param ids at most a page of them
 * @returns the rows of those that exist
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readRows({ messageBoxId, view, budget }: Source, ids: number[]): Promise<Row[]> {
	const { tickets, moment } = await budget.search(messageBoxId, { ticket_ids: ids, per_page: FULL_PAGE, page: 1 });
	return view.noteRows(tickets, moment);
}

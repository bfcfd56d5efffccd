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
	const { cursor, isWide = false } = wanted;
	const isSweep = isWide && wanted.end !== OPEN_END;
	const known = cursor.pageCursor === null || isSweep ? view.stretchFrom(cursor.at, wanted) : undefined;
	if (known !== undefined) {
		const { rows, stretch, to } = known;
		const next: Cursor = { ...cursor, at: Math.min(to, wanted.end), pageCursor: null };
		const held: Cursor = { ...cursor, width: Math.max(1, stretch.until - cursor.at), pageCursor: null };
		const { asOf, until, isOpen } = stretch;
		return { rows, until: until * SECOND, readAt: stretch.readAt, held, cursor: next, complete: to >= wanted.end, isOpen, asOf };
	}
	const ahead = isSweep ? view.underWay.sweepAhead(cursor, wanted.notBefore) : undefined;
	const { cursor: from, end } = ahead ?? wanted;
	const ask = nextAsk(from, end, Math.floor(budget.serverNow() / SECOND));
	const { tickets, moment } = await budget.search(messageBoxId, {
		since: isoOfSeconds(ask.since),
		until: isoOfSeconds(ask.until),
		per_page: ask.per_page,
		page: ask.page,
	});
	const { asOf } = moment;
	const rows = view.noteRows(tickets, moment);
	const ids = tickets.map(({ ticket_id }) => ticket_id);
	const step = afterAnswer(from, ask, end, ids, asOf / SECOND);
	const slice = fixed(from, ask, asOf / SECOND);
	const pages = view.underWay.notePage(ask.since, from.pageCursor === null ? null : from.pageCursor.startedAt * SECOND, { ids, ...moment });
	if (step.isRead && pages !== undefined) {
		view.noteStretch({ since: ask.since, until: slice.until, ...pages, isOpen: ask.until === OPEN_END, isWide });
	}
	if (isSweep) view.underWay.noteSweep(step.complete ? undefined : { cursor: step.cursor, end });
	const part = { until: slice.until * SECOND, readAt: moment.readAt, asOf };
	// Its earlier pages this trigger has not dealt with: it takes the whole slice from the view when it has been read.
	if (ahead !== undefined) return { ...part, rows: [], held: cursor, cursor, complete: false, isOpen: false };
	return {
		...part,
		rows: step.accepted ? rows : [],
		held: step.accepted ? slice.cursor : cursor,
		cursor: step.cursor,
		complete: step.complete,
		isOpen: step.isRead && ask.until === OPEN_END,
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

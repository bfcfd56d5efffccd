import type { Answer, InboxStore } from '../../store/inboxStore';
import type { Requests } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import type { InboxState } from '../state/state';
import { type ServiceTime, LONG_OVERLAP_S, OPEN_END, OVERLAP_S, SECOND, windowOf } from '../time';

/** The length of a slice is chosen to get this many rows; a page holds 50. */
const TARGET_ROWS = 35;

/** What the news of an inbox are read into. */
interface Target {
	messageBoxId: number;
	state: InboxState;
	store: InboxStore;
}

/**
 * Reads the next slice of send times after the cursor with one request, the oldest first. A slice that does not fit into a page is
 * narrowed, and asked for anew; a slice of one second is read page by page (API document, Ticket search).
 *
 * @param overlap how many seconds before the cursor are read again
 * @returns the tickets in it; undefined: it did not fit. The cursor stays: the caller moves it when it has taken them in
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readSlice(
	{ messageBoxId, state, store }: Target,
	requests: Requests,
	overlap: number,
): Promise<(Answer & { cursor: ServiceTime }) | undefined> {
	const at = secondOf(state.cursor);
	const { width = Infinity, page = 1, since = at - overlap, asOf } = state.slice ?? {};
	const present = Math.max(at, secondOf(requests.serverNow()));
	const until = at + width >= present ? OPEN_END : at + width;
	const { tickets, rows, moment } = await requests.search(messageBoxId, { ...windowOf(since, until), per_page: FULL_PAGE, page });
	const isFull = rows === FULL_PAGE;
	store.newsRows = rows;
	// The answer has shown the service's clock.
	const length = Math.min(width, secondOf(requests.serverNow()) - at);
	if (isFull && width > 1) {
		state.slice = { width: Math.max(1, Math.floor(length / 3)) };
		return undefined;
	}
	const readAt = asOf ?? moment.asOf;
	const answer: Answer = { since: since * SECOND, until: until * SECOND, tickets, moment };
	store.recordRows(tickets, moment, Math.min(moment.asOf, answer.until));
	if (isFull) {
		state.slice = { width, page: page + 1, since, asOf: readAt };
		return { ...answer, cursor: state.cursor };
	}
	if (until === OPEN_END) delete state.slice;
	else state.slice = { width: Math.max(2, Math.floor(length * Math.min(4, TARGET_ROWS / Math.max(1, rows)))) };
	if (page === 1) store.recordAnswer(answer);
	return { ...answer, cursor: until === OPEN_END ? secondOf(readAt) * SECOND : answer.until };
}

/**
 * How many seconds before the cursor are read again. A ticket that is found again is read again, so nothing up to the newest message
 * that was read is asked for, unless a resync could not find what came late then.
 */
export function overlapBefore({ state: { cursor, slice }, store }: Target): number {
	const hasRoom = slice === undefined && store.newsRows <= FULL_PAGE / 2;
	const least = store.messagesMove ? 0 : OVERLAP_S;
	return Math.max(least, Math.min(hasRoom ? LONG_OVERLAP_S : OVERLAP_S, secondOf(cursor) - 1 - secondOf(store.sentAt)));
}

export function secondOf(at: ServiceTime): number {
	return Math.floor(at / SECOND);
}

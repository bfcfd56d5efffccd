import { FULL_PAGE } from '../api';
import { wants } from '../settings';
import { OPEN_END, OVERLAP_S, SECOND } from '../time';
import { cursorAt, MAX_ROWS } from '../view/cursor';
import { readRows } from '../view/readSlice';

import { dealWith, readOn } from './inboxReading';
import type { InboxReading } from './reading';
import { retryUnreadable } from './retryUnreadable';
import { isUnreadable } from './unreadable';

/**
 * Reads everything that was sent since the last poll, oldest first, until the present or until the budget is used up. What
 * the view has read already is not asked for again. Where the look-back fits into the same answer, it is read along with
 * it: an idle poll then takes one request at most.
 *
 * @returns whether the look-back was read along with it
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readNewActivity(reading: InboxReading): Promise<boolean> {
	const { view, budget, settings } = reading;
	if (wants(settings, 'newMessage')) view.messagesWantedAt = budget.now();
	await readInitialTickets(reading);
	const isLookBackRead = await readLookBackToo(reading);
	if (!isLookBackRead) await readToEnd(reading);
	await retryUnreadable(reading);
	return isLookBackRead;
}

async function readToEnd(reading: InboxReading): Promise<void> {
	const { state, view, settings } = reading;
	const narrow = wants(settings, 'newMessage');
	const isFresh = isViewFresh(reading);
	for (;;) {
		// Not by the cursor: a slice that ended before the present may have moved it there, without what is dated ahead.
		if (isFresh && view.isReadTo(state.readToEndUntil / SECOND, state.view.notBefore, narrow)) return;
		const wanted = { cursor: state.cursor, end: OPEN_END, notBefore: 0, narrow };
		const { complete, isOpen, asOf } = await readOn(reading, wanted, (slice) => slice, (cursor) => (state.cursor = cursor));
		beginMessages(reading, asOf);
		if (complete) state.cursor = { ...state.cursor, at: state.cursor.at - OVERLAP_S };
		if (isOpen) state.readToEndUntil = state.cursor.at * SECOND;
		if (complete) return;
	}
}

/** When New Message has just been chosen, the service is asked: messages count as new from that answer on. */
function isViewFresh({ view, budget, maxAge, state, settings }: InboxReading): boolean {
	if (wants(settings, 'newMessage') && state.messageWatermark === null) return false;
	return view.isFresh(budget.now(), maxAge, wants(settings, 'newMessage'));
}

/** Messages are new from when New Message was chosen, not from when the trigger last read. */
function beginMessages({ state, settings }: InboxReading, asOf: number): void {
	if (!wants(settings, 'newMessage')) state.messageWatermark = null;
	else state.messageWatermark ??= asOf;
}

/** Not with New Message: a new message is known by the slice in which its ticket was found, and this slice is too wide. */
async function readLookBackToo(reading: InboxReading): Promise<boolean> {
	const { state, settings, view } = reading;
	if (wants(settings, 'newMessage') || state.lookBackRows > MAX_ROWS || state.sweep !== null) return false;
	if (state.cursor.pageCursor !== null) return false;
	const from = Math.min(state.cursor.at, Math.floor((state.lastSweepStartedAt - settings.lookBack) / SECOND));
	const notBefore = isViewFresh(reading) ? view.newestToEnd(false)?.asOf ?? Infinity : Infinity;
	const wanted = { cursor: cursorAt(from), end: OPEN_END, notBefore, narrow: false, isWide: true };
	const { isOpen: isRead, asOf, rows } = await readOn(reading, wanted, () => ({}), () => {});
	if (isRead) {
		state.cursor = cursorAt(asOf / SECOND - OVERLAP_S);
		state.readToEndUntil = state.cursor.at * SECOND;
		state.lastSweepStartedAt = asOf;
		state.firstSweepDone = true;
	}
	state.lookBackRows = isRead ? Math.min(rows, MAX_ROWS) : FULL_PAGE;
	beginMessages(reading, asOf);
	return isRead;
}

/** Gives the tickets of "start with the newest" that have not been given yet; one that cannot be read is tried again later. */
async function readInitialTickets(reading: InboxReading): Promise<void> {
	const { state } = reading;
	const waiting = state.initialTickets.filter((id) => !isUnreadable(state, id));
	for (let place = 0; place < waiting.length; place += FULL_PAGE) {
		const next = waiting.slice(place, place + FULL_PAGE);
		const rows = await readRows(reading, next);
		await dealWith(reading, rows, { announced: true }, { readAt: rows[0]?.readAt });
		// The rest of them no longer exist.
		state.initialTickets = state.initialTickets.filter((id) => !next.includes(id) || isUnreadable(state, id));
	}
}

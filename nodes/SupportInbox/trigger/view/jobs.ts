import { FULL_PAGE } from '../api';
import { wants } from '../settings';
import { OPEN_END, OVERLAP_S, SECOND } from '../time';

import { cursorAt } from './cursor';
import type { InboxReading } from './reader';
import { readKnown, readOn } from './reader';

/** The look-back fits into one answer again when a whole round had no more rows than this. */
const FEW_ROWS = FULL_PAGE - 10;

/**
 * Reads everything that was sent since the last look, oldest first, until it is done or the poll pauses.
 * Where the look-back fits into the same answer it is read along with it: an idle poll is one request.
 *
 * @returns whether the look-back was read along with it
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readNews(reading: InboxReading): Promise<boolean> {
	const { state } = reading;
	await readInitialTickets(reading);
	if (await readAllAtOnce(reading)) return true;
	for (;;) {
		const { cursor, complete, asOf } = await readOn(
			reading,
			state.cursor,
			OPEN_END,
			(slice) => slice,
			(held) => (state.cursor = held),
		);
		state.cursor = complete ? { ...cursor, at: cursor.at - OVERLAP_S } : cursor;
		if (complete) state.readToEndUntil = state.cursor.at * SECOND;
		beginMessages(reading, asOf);
		if (complete) return false;
	}
}

/** New Message counts from when it was first chosen, not from whenever the trigger last looked. */
function beginMessages({ state, settings }: InboxReading, asOf: number): void {
	if (!wants(settings, 'newMessage')) state.messageWatermark = null;
	else state.messageWatermark ??= asOf;
}

/** Only where messages do not matter: for them it must be known in which slice a ticket was found. */
async function readAllAtOnce(reading: InboxReading): Promise<boolean> {
	const { state, settings } = reading;
	if (wants(settings, 'newMessage') || state.exceedsPage || state.sweep !== null) return false;
	if (state.cursor.pageCursor !== null) return false;
	const from = Math.min(state.cursor.at, Math.floor((state.lastSweepStartedAt - settings.lookBack) / SECOND));
	const { complete, asOf } = await readOn(reading, cursorAt(from), OPEN_END, () => ({}), () => {});
	if (complete) {
		state.cursor = cursorAt(asOf / SECOND - OVERLAP_S);
		state.readToEndUntil = state.cursor.at * SECOND;
		state.lastSweepStartedAt = asOf;
		state.firstSweepDone = true;
	}
	state.exceedsPage = !complete;
	beginMessages(reading, asOf);
	return complete;
}

/** Gives the tickets of "start with the newest" that have not been given yet. */
async function readInitialTickets(reading: InboxReading): Promise<void> {
	const { state } = reading;
	while (state.initialTickets.length > 0) {
		const next = state.initialTickets.slice(0, FULL_PAGE);
		await readKnown(reading, next, { announced: true });
		// Those that are left over no longer exist.
		state.initialTickets = state.initialTickets.filter((id) => !next.includes(id));
	}
}

/**
 * One step of the round over the look-back, which finds what was dated back or came late.
 *
 * @returns whether a round has been completed by it
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readLookBack(reading: InboxReading): Promise<boolean> {
	const { state, settings } = reading;
	const read = state.cursor.at;
	const sweep = (state.sweep ??= {
		cursor: cursorAt(Math.floor((state.lastSweepStartedAt - settings.lookBack) / SECOND)),
		until: read,
		startedAt: read * SECOND,
		rows: 0,
	});
	const { cursor, complete, rows } = await readOn(
		reading,
		sweep.cursor,
		sweep.until,
		() => ({ sweepStartedAt: sweep.startedAt }),
		(held) => (state.sweep = { ...sweep, cursor: held }),
	);
	state.sweep = { ...sweep, cursor, rows: sweep.rows + rows };
	if (!complete) return false;
	state.exceedsPage = state.sweep.rows > FEW_ROWS;
	state.lastSweepStartedAt = sweep.startedAt;
	state.firstSweepDone = true;
	state.sweep = null;
	return true;
}

/**
 * One step of the round over the watched tickets, which finds silent edits: the next page of them by id. Those that
 * the poll has come across already are left out.
 *
 * @returns whether a round has been completed by it
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readWatched(reading: InboxReading): Promise<boolean> {
	const { state, seen } = reading;
	const ids = [...state.tickets]
		.filter(([id, { snapshot }]) => snapshot !== null && id > state.watchedCursor && !seen.has(id))
		.map(([id]) => id)
		.sort((a, b) => a - b)
		.slice(0, FULL_PAGE);
	if (ids.length > 0) await readKnown(reading, ids);
	const complete = ids.length < FULL_PAGE;
	state.watchedCursor = complete ? 0 : ids[ids.length - 1];
	return complete;
}

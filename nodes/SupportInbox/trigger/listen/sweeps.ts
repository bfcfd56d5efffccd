import { FULL_PAGE } from '../api';
import type { InboxState, Sweep } from '../memory/model';
import type { Settings } from '../settings';
import { wants } from '../settings';
import { OVERLAP_S, SECOND } from '../time';
import { cursorAt, MAX_ROWS, TARGET_ROWS, WHOLE } from '../view/cursor';
import type { Row } from '../view/inboxView';
import { readRows } from '../view/readSlice';
import { sweepShare } from '../view/shares';

import { dealWith, readOn } from './inboxReading';
import type { InboxReading } from './reading';

/** A first round may use what was read so long before the activation (ms), so that ten triggers that start together read once. */
const MAX_AGE_AT_START = 20 * SECOND;
/** What was read just before a round began counts for it (ms): times of the service are whole seconds. */
const ROUND_MARGIN = 2 * SECOND;

/** Polls between the begins of two rounds, and how many of them the next one is expected to take. */
export interface Period {
	polls: number;
	duration: number;
}

/**
 * After how many polls the next round begins: the longest time until a silent edit is seen. A round that uses all of its
 * share takes half of that, and then rests. After a quick round the next one begins sooner, so that it ends in time.
 *
 * @param tickets tickets that the sweeps of all inboxes of the trigger have to read
 * @param triggers how many triggers take part
 */
export function periodOf(tickets: number, triggers: number, { maxRequests }: Pick<Settings, 'maxRequests'>): Period {
	const pages = Math.ceil(tickets / FULL_PAGE);
	const share = sweepShare(maxRequests);
	return { polls: Math.max(1, Math.ceil((2 * pages) / share)), duration: Math.max(1, Math.ceil(pages / (share * triggers))) };
}

/** @returns how many tickets the sweeps of an inbox have to read */
export function ticketsToSweep({ tickets, lookBackRows }: InboxState, settings: Settings): number {
	if (!wants(settings, 'ticketChanged')) return lookBackRows;
	let watched = 0;
	for (const { snapshot } of tickets.values()) if (snapshot !== null) watched += 1;
	return Math.max(watched, lookBackRows);
}

/**
 * Joins the newest round, unless the trigger has taken part in it already; begins a new round when it is time for one.
 * Between two rounds there are no sweeps.
 *
 * @param period polls between the begins of two rounds
 * @param isLookBackRead whether the look-back has been read along with the new activity
 */
export function joinRound({ state, view, budget, settings }: InboxReading, period: Period, isLookBackRead: boolean): void {
	state.round.polls += 1;
	if (state.sweep !== null || state.watchedSweepStartedAt !== null) return;
	const isFirst = !state.firstSweepDone;
	const earliest = Math.max(isFirst ? state.lastSweepStartedAt - MAX_AGE_AT_START : state.round.startedAt + 1, state.view.notBefore);
	const shared = view.roundStartedAt;
	if (shared === null || shared < earliest) {
		const sooner = Math.max(0, period.duration - state.round.took);
		if (!isFirst && state.round.polls < Math.max(1, period.polls - sooner)) return;
		view.roundStartedAt = Math.floor(budget.serverNow() / SECOND) * SECOND - ROUND_MARGIN;
	}
	const startedAt = view.roundStartedAt as number;
	state.round = { ...state.round, startedAt, polls: 0 };
	if (isLookBackRead) beginWatchedSweep(state, settings);
	else {
		const from = Math.floor((state.lastSweepStartedAt - settings.lookBack) / SECOND);
		const width = Math.ceil(((state.cursor.at - from) * TARGET_ROWS) / state.lookBackRows);
		state.sweep = {
			cursor: cursorAt(from, state.lookBackRows <= MAX_ROWS ? WHOLE : width),
			until: isFirst ? state.cursor.at - OVERLAP_S : state.cursor.at,
			startedAt,
			rows: 0,
			hasDeferred: false,
		};
	}
}

/**
 * One step of a round: first the look-back sweep, then the watched sweep over the tickets that the first did not find.
 *
 * @returns whether the round is complete
 * @throws BudgetExhausted, ServiceFailure
 */
export async function sweepOn(reading: InboxReading): Promise<boolean> {
	const { state } = reading;
	if (state.sweep !== null) await sweepLookBack(reading, state.sweep);
	else if (state.watchedSweepStartedAt !== null) await sweepWatched(reading, state.watchedSweepStartedAt);
	else return true;
	if (state.sweep !== null || state.watchedSweepStartedAt !== null) return false;
	state.round.took = state.round.polls + 1;
	return true;
}

/** The look-back sweep finds what was dated back or came late. */
async function sweepLookBack(reading: InboxReading, sweep: Sweep): Promise<void> {
	const { state, settings } = reading;
	const { startedAt, until, cursor } = sweep;
	const wanted = { cursor, end: until, notBefore: startedAt, narrow: false, isWide: true };
	const { complete, rows } = await readOn(reading, wanted, () => ({ sweepStartedAt: startedAt }), (next) => (sweep.cursor = next));
	sweep.rows += rows;
	if (!complete) return;
	state.lookBackRows = sweep.rows;
	// A message of a ticket that was put off may be dated back to the begin of this sweep: the next sweep begins there too.
	if (!sweep.hasDeferred) state.lastSweepStartedAt = Math.min(startedAt, until * SECOND);
	state.firstSweepDone = true;
	state.round.hasDeferred = sweep.hasDeferred;
	state.sweep = null;
	beginWatchedSweep(state, settings);
}

function beginWatchedSweep(state: InboxState, settings: Settings): void {
	if (!wants(settings, 'ticketChanged')) return;
	state.watchedCursor = 0;
	state.watchedSweepStartedAt = state.round.startedAt;
}

/**
 * The watched sweep finds silent edits: the next watched tickets by id. Those that have been read since the round began
 * are not asked for again.
 */
async function sweepWatched(reading: InboxReading, startedAt: number): Promise<void> {
	const { state, view } = reading;
	const notBefore = Math.max(startedAt, state.view.notBefore);
	const known: Row[] = [];
	const unknown: number[] = [];
	let upTo = state.watchedCursor;
	let complete = true;
	for (const id of watchedAfter(state)) {
		const row = view.row(id, notBefore);
		if (row === undefined && unknown.length === FULL_PAGE) {
			complete = false;
			break;
		}
		if (row === undefined) unknown.push(id);
		else known.push(row);
		upTo = id;
	}
	const rows = unknown.length === 0 ? [] : await readRows(reading, unknown);
	await dealWith(reading, [...known, ...rows], {}, { asOf: startedAt });
	state.watchedCursor = complete ? 0 : upTo;
	if (complete) state.watchedSweepStartedAt = null;
}

function watchedAfter({ tickets, watchedCursor }: InboxState): number[] {
	return [...tickets]
		.filter(([id, { snapshot }]) => snapshot !== null && id > watchedCursor)
		.map(([id]) => id)
		.sort((a, b) => a - b);
}

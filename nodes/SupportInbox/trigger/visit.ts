import { FULL_PAGE } from './api';
import type { Visit } from './reader';
import { readKnown, readOn } from './reader';
import { wants } from './settings';
import { OPEN_END, OVERLAP_S, SECOND } from './time';
import { reachFrom } from './window';

/** The look-back fits into one answer again when a whole round had no more rows than this. */
const FEW_ROWS = FULL_PAGE - 10;

/**
 * Reads everything that was sent since the last look, oldest first, until it is done or the poll pauses.
 * Where the look-back fits into the same answer it is read along with it: an idle poll is one request.
 *
 * @returns whether the look-back was read along with it
 * @throws Pause, ServiceFailure
 */
export async function readNews(visit: Visit): Promise<boolean> {
	const { state } = visit;
	await readQueue(visit);
	if (await readAllAtOnce(visit)) return true;
	for (;;) {
		const { reach, complete, asOf } = await readOn(
			visit,
			state.reach,
			OPEN_END,
			(slice) => slice,
			(held) => (state.reach = held),
		);
		state.reach = complete ? { ...reach, at: reach.at - OVERLAP_S } : reach;
		if (complete) state.caughtUp = state.reach.at * SECOND;
		beginMessages(visit, asOf);
		if (complete) return false;
	}
}

/** New Message counts from when it was first chosen, not from whenever the trigger last looked. */
function beginMessages({ state, settings }: Visit, asOf: number): void {
	if (!wants(settings, 'newMessage')) state.messageFloor = null;
	else state.messageFloor ??= asOf;
}

/** Only where messages do not matter: for them it must be known in which slice a ticket was found. */
async function readAllAtOnce(visit: Visit): Promise<boolean> {
	const { state, settings } = visit;
	if (wants(settings, 'newMessage') || state.busy || state.round !== null) return false;
	if (state.reach.deep !== null) return false;
	const from = Math.min(state.reach.at, Math.floor((state.swept - settings.lookBack) / SECOND));
	const { complete, asOf } = await readOn(visit, reachFrom(from), OPEN_END, () => ({}), () => {});
	if (complete) {
		state.reach = reachFrom(asOf / SECOND - OVERLAP_S);
		state.caughtUp = state.reach.at * SECOND;
		state.swept = asOf;
		state.filled = true;
	}
	state.busy = !complete;
	beginMessages(visit, asOf);
	return complete;
}

/** Gives the tickets of "start with the newest" that have not been given yet. */
async function readQueue(visit: Visit): Promise<void> {
	const { state } = visit;
	while (state.queue.length > 0) {
		const next = state.queue.slice(0, FULL_PAGE);
		await readKnown(visit, next, { announced: true });
		// Those that are left over no longer exist.
		state.queue = state.queue.filter((id) => !next.includes(id));
	}
}

/**
 * One step of the round over the look-back, which finds what was dated back or came late.
 *
 * @returns whether a round has been completed by it
 * @throws Pause, ServiceFailure
 */
export async function readLookBack(visit: Visit): Promise<boolean> {
	const { state, settings } = visit;
	const read = state.reach.at;
	const round = (state.round ??= {
		reach: reachFrom(Math.floor((state.swept - settings.lookBack) / SECOND)),
		until: read,
		begun: read * SECOND,
		rows: 0,
	});
	const { reach, complete, rows } = await readOn(
		visit,
		round.reach,
		round.until,
		() => ({ roundBegun: round.begun }),
		(held) => (state.round = { ...round, reach: held }),
	);
	state.round = { ...round, reach, rows: round.rows + rows };
	if (!complete) return false;
	state.busy = state.round.rows > FEW_ROWS;
	state.swept = round.begun;
	state.filled = true;
	state.round = null;
	return true;
}

/**
 * One step of the round over the watched tickets, which finds silent edits: the next page of them by id. Those that
 * the poll has come across already are left out.
 *
 * @returns whether a round has been completed by it
 * @throws Pause, ServiceFailure
 */
export async function readWatched(visit: Visit): Promise<boolean> {
	const { state, seen } = visit;
	const ids = [...state.tickets]
		.filter(([id, { snapshot }]) => snapshot !== null && id > state.watchedUpTo && !seen.has(id))
		.map(([id]) => id)
		.sort((a, b) => a - b)
		.slice(0, FULL_PAGE);
	if (ids.length > 0) await readKnown(visit, ids);
	const complete = ids.length < FULL_PAGE;
	state.watchedUpTo = complete ? 0 : ids[ids.length - 1];
	return complete;
}

import { FULL_PAGE } from '../api';

import type { StoredInbox, StoredState } from './encoding/state';
import { STATE_VERSION } from './encoding/state';

/** A cursor as version 2 stored it. */
interface SecondCursor {
	at: number;
	width: number;
	deep: { rows: number; tail: number[]; begun: number } | null;
}

/** An inbox as version 2 stored it; `unit`, `shapes` and `tickets` are the same in version 3. */
interface SecondInbox extends Pick<StoredInbox, 'unit' | 'shapes' | 'tickets' | 'failing'> {
	floor: number;
	messageFloor: number | null;
	forgetful: boolean;
	reach: SecondCursor;
	caughtUp: number;
	round: { reach: SecondCursor; until: number; begun: number; rows: number } | null;
	swept: number;
	filled: boolean;
	busy: boolean;
	watchedUpTo: number;
	queue: number[];
	stuck: { ticketId: number; polls: number } | null;
}

/** The state as version 2 stored it. Its fields had other names than those of version 3, with the same meaning. */
export interface SecondForm {
	v: 2;
	skew: number;
	turn: number;
	roundTurn: number;
	silence: number;
	inboxes: Record<string, SecondInbox>;
}

/** @returns the stored state of version 2 under the names of version 3 */
export function fromSecondForm({ turn, roundTurn, silence, inboxes }: SecondForm): StoredState {
	return {
		v: STATE_VERSION,
		origin: null,
		nextInbox: turn,
		nextSweep: roundTurn,
		silentPolls: silence,
		inboxes: Object.fromEntries(Object.entries(inboxes).map(([id, inbox]) => [id, inboxOf(inbox)])),
	};
}

function inboxOf(inbox: SecondInbox): StoredInbox {
	const { round, stuck } = inbox;
	return {
		unit: inbox.unit,
		shapes: inbox.shapes,
		tickets: inbox.tickets,
		failing: inbox.failing,
		watermark: inbox.floor,
		messageWatermark: inbox.messageFloor,
		hasEvicted: inbox.forgetful,
		cursor: cursorOf(inbox.reach),
		readToEndUntil: inbox.caughtUp,
		sweep: round === null ? null : { cursor: cursorOf(round.reach), until: round.until, startedAt: round.begun, rows: round.rows, hasDeferred: false },
		lastSweepStartedAt: inbox.swept,
		firstSweepDone: inbox.filled,
		lookBackRows: inbox.busy ? FULL_PAGE : 0,
		watchedCursor: 0,
		watchedSweepStartedAt: null,
		round: { startedAt: inbox.swept, polls: 0, took: 1, hasDeferred: false },
		initialTickets: inbox.queue,
		unreadable: stuck === null ? [] : [{ ...stuck, nextTryAt: 0, isNew: false, messageWatermark: inbox.messageFloor }],
		view: { id: '', notBefore: 0, observedAt: 0 },
	};
}

function cursorOf({ at, width, deep }: SecondCursor): StoredInbox['cursor'] {
	return { at, width, pageCursor: deep === null ? null : { rows: deep.rows, lastRows: deep.tail, startedAt: deep.begun } };
}

import type { Reach } from '../window';

/** The fields of a ticket whose changes are told (API document, Ticket). */
export const CHANGE_FIELDS = [
	'status_cd',
	'assignee',
	'color_cd',
	'label_ids',
	'case_category_ids',
	'pending_reason_id',
	'title',
] as const;

export type ChangeField = (typeof CHANGE_FIELDS)[number];

/** A title that was let go to save room: only whether it changed can still be told. */
export interface ForgottenTitle {
	print: string;
}

/** How a ticket looked when it was last seen. */
export interface Snapshot {
	status_cd: string;
	assignee: string | null;
	color_cd: string | null;
	label_ids: number[];
	case_category_ids: number[];
	pending_reason_id: number | null;
	title: string | ForgottenTitle;
}

/**
 * Which messages of a ticket have been dealt with: all that were created before `from`, and those in `done`.
 * `readAt` is the service's clock when the ticket was last read whole; `ahead` the newest send time, if that lay
 * in the future.
 */
export interface MessageMemory {
	from: number;
	done: number[];
	readAt: number;
	ahead: number | null;
}

/**
 * What is remembered of a ticket.
 * - `updated`: its `last_updated_at` when it was last dealt with; `settled` is false when that was so recent that
 *   something else may have happened in the same moment without moving it.
 * - `snapshot`: null when the ticket is only remembered, no longer watched.
 */
export interface TicketMemory {
	created: number;
	updated: number;
	settled: boolean;
	snapshot: Snapshot | null;
	messages: MessageMemory | null;
}

/** A round over the look-back: sent from `reach.at` to `until` (s) is still to be read; `begun` (ms) when it began. */
export interface Round {
	reach: Reach;
	until: number;
	begun: number;
	rows: number;
}

/** How many polls in a row an inbox has failed, and why. */
export interface Failing {
	polls: number;
	kind: 'refused' | 'trouble';
}

/**
 * What is remembered of an inbox. Times are ms of the service's clock.
 * - `floor`: unknown tickets created before it were there at the start or have been forgotten: not new.
 * - `messageFloor`: the same for messages; null while New Message is not chosen.
 * - `forgetful`: tickets have been forgotten, so that one that is not known may have been seen before.
 * - `reach`: how far the messages sent have been read.
 * - `caughtUp`: until when the messages sent were last read to the end (ms): tickets created before it have been seen. Between
 *   it and `reach` there may be some that have not, since all their messages are dated later.
 * - `swept`: begin of the last complete look-back round, at first the start; `filled`: whether there has been one.
 * - `busy`: the look-back holds more than fits into one answer.
 * - `watchedUpTo`: ticket id at which the round over watched tickets stands.
 * - `queue`: tickets of "start with the newest" that are still to be given, oldest first.
 * - `stuck`: a ticket that could not be read for so many polls.
 */
export interface InboxState {
	floor: number;
	messageFloor: number | null;
	forgetful: boolean;
	reach: Reach;
	caughtUp: number;
	round: Round | null;
	swept: number;
	filled: boolean;
	busy: boolean;
	watchedUpTo: number;
	queue: number[];
	failing: Failing | null;
	stuck: { ticketId: number; polls: number } | null;
	tickets: Map<number, TicketMemory>;
}

/**
 * What is remembered of all inboxes.
 * - `skew`: the service's clock minus this machine's (ms), only an estimate for the next request.
 * - `turn`, `roundTurn`: whose turn is next, so that a small budget reaches everyone.
 * - `silence`: polls in a row in which the service did not answer at all.
 */
export interface TriggerState {
	skew: number;
	turn: number;
	roundTurn: number;
	silence: number;
	inboxes: Map<number, InboxState>;
}

export function emptyState(): TriggerState {
	return { skew: 0, turn: 0, roundTurn: 0, silence: 0, inboxes: new Map() };
}

import type { Cursor } from '../view/cursor';

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

/** A title whose text was dropped to save room: whether it changed can still be told, but not from what. */
export interface ForgottenTitle {
	titleHash: string;
}

/** How a ticket looked when it was last observed. */
export interface Snapshot {
	status_cd: string;
	assignee: string | null;
	color_cd: string | null;
	label_ids: number[];
	case_category_ids: number[];
	pending_reason_id: number | null;
	title: string | ForgottenTitle;
}

/** Stands in `done` for a ticket's first message, as long as the ticket has not been read whole and its id is not known. */
export const FIRST_MESSAGE = 0;

/**
 * Which messages of a ticket have been handled: all that were created before `from`, and those in `done`.
 * `readAt` is the service's clock when the ticket was last read whole; `latestFutureSentAt` the newest send time, if that
 * lay in the future then.
 */
export interface MessageMemory {
	from: number;
	done: number[];
	readAt: number;
	latestFutureSentAt: number | null;
}

/**
 * What is remembered of a ticket. It is never changed in place: what is remembered otherwise is another object.
 * - `updated`: its `last_updated_at` when it was last observed; `settled` is false when that was so recent that
 *   something else may have happened in the same moment without moving it.
 * - `snapshot`: null when the ticket is only remembered, no longer watched.
 */
export interface TicketMemory {
	readonly created: number;
	readonly updated: number;
	readonly settled: boolean;
	readonly snapshot: Snapshot | null;
	readonly messages: MessageMemory | null;
}

/**
 * A look-back sweep under way: what was sent from `cursor.at` to `until` (s) is still to be read. `startedAt` (ms) is when
 * it began, `rows` how many tickets it has found; `hasDeferred`: a ticket was not read whole though it should be.
 */
export interface Sweep {
	cursor: Cursor;
	until: number;
	startedAt: number;
	rows: number;
	hasDeferred: boolean;
}

/**
 * A round: the sweeps over an inbox, shared by all triggers that watch it. `startedAt`: when it began (ms); `polls`: polls of
 * this trigger since it joined; `took`: how many the last round took. A round is quick when others take part in it.
 * `hasDeferred`: in the look-back sweep of the last one a ticket was not read whole though it should be.
 */
export interface JoinedRound {
	startedAt: number;
	polls: number;
	took: number;
	hasDeferred: boolean;
}

/**
 * A ticket that the service lists and cannot show.
 * - `polls`: in how many polls it has been tried; `nextTryAt`: not again before (ms of the service's clock).
 * - `isNew`: it is to be given as created.
 * - `messageWatermark`: that of the inbox when it was first met.
 */
export interface Unreadable {
	ticketId: number;
	polls: number;
	nextTryAt: number;
	isNew: boolean;
	messageWatermark: number | null;
}

/**
 * Which view the trigger used last (`id`), and the newest answer that it has handled (`observedAt`, ms of the service's
 * clock). The view of another process may be older than what the trigger has seen: of a new view it uses only what was read
 * after `notBefore`.
 */
export interface SeenView {
	id: string;
	notBefore: number;
	observedAt: number;
}

/** How many polls in a row an inbox has failed, and why. */
export interface Failing {
	polls: number;
	kind: 'refused' | 'trouble';
}

/**
 * What is remembered of an inbox. Times are ms of the service's clock.
 * - `watermark`: an unknown ticket created before it is not new: it was there at the start, or has been evicted.
 * - `messageWatermark`: the same for messages; null while New Message is not chosen.
 * - `hasEvicted`: tickets have been evicted, so that an unknown one may have been seen before.
 * - `cursor`: how far the send times have been read.
 * - `readToEndUntil`: until when the send times were last read to the end: every ticket created before it has been
 *   seen. Between it and `cursor` there may be tickets that have not, because all their messages are dated later.
 * - `lastSweepStartedAt`: when the last complete look-back sweep began, at first the start.
 * - `firstSweepDone`: whether a look-back sweep has been completed.
 * - `lookBackRows`: how many tickets the last look-back sweep found.
 * - `watchedCursor`: the ticket id up to which the watched sweep has read; `watchedSweepStartedAt`: when the round of it began,
 *   null: none is under way.
 * - `round`: the round that the trigger has joined last.
 * - `initialTickets`: tickets of "start with the newest" that are still to be given, oldest first.
 * - `unreadable`: tickets that the service lists and cannot show; they are tried again until they can be read or are gone.
 * - `view`: what the trigger has taken from the process's view of the inbox.
 */
export interface InboxState {
	watermark: number;
	messageWatermark: number | null;
	hasEvicted: boolean;
	cursor: Cursor;
	readToEndUntil: number;
	sweep: Sweep | null;
	lastSweepStartedAt: number;
	firstSweepDone: boolean;
	lookBackRows: number;
	watchedCursor: number;
	watchedSweepStartedAt: number | null;
	round: JoinedRound;
	initialTickets: number[];
	failing: Failing | null;
	unreadable: Unreadable[];
	view: SeenView;
	tickets: Map<number, TicketMemory>;
}

/**
 * What is remembered of all inboxes.
 * - `origin`: base URL of the tenant that they belong to; null where a state from before does not tell.
 * - `nextInbox`, `nextSweep`: place of the inbox with which the next poll begins, so that a small budget serves all in time.
 * - `silentPolls`: polls in a row that gave nothing because the service did not answer at all, or the rate limit left no request for a ticket.
 */
export interface TriggerState {
	origin: string | null;
	nextInbox: number;
	nextSweep: number;
	silentPolls: number;
	inboxes: Map<number, InboxState>;
}

export function emptyState(): TriggerState {
	return { origin: null, nextInbox: 0, nextSweep: 0, silentPolls: 0, inboxes: new Map() };
}

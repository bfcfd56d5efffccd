import { type Snapshot, NOT_WATCHED } from '../../store/snapshot';
import type { WatchedField } from '../../store/ticketFields';
import { type ServiceTime, HOUR } from '../../store/time';

/**
 * Which messages of a ticket were processed.
 * - `newFrom`: messages that came before are not new; `processed`: the messages since then that were processed.
 * - `unreadFrom`: where messages were left out unread: the `newFrom` of when they were read last. They may begin a wait.
 * - `open`: messages that may still come into a chosen state, such as drafts.
 * - `readAt`: the messages are known as of then; `unsettled`: something may have come in the same moment.
 * - `ahead`: the newest send time, where it lies in the future.
 * - `isEvicted`: the ticket had to be evicted, and its messages have not been read since.
 */
export interface MessageState {
	newFrom: ServiceTime;
	unreadFrom?: ServiceTime;
	readAt: ServiceTime;
	processed?: number[];
	open?: number[];
	ahead?: ServiceTime;
	unsettled?: true;
	isEvicted?: true;
}

/**
 * Which comments of a ticket were processed.
 * - `newFrom`: comments that came before are not new.
 * - `processed`: the comments since then that were processed: the time of each, by a hash that identifies it.
 * - `own`: comments that writes of this process may have left, until they are read.
 */
export interface CommentState {
	newFrom: ServiceTime;
	processed?: Record<string, ServiceTime>;
	own?: OwnCommentState[];
}

/** A comment that came between `from` and `until`, with the type and text that `key` stands for. */
export interface OwnCommentState {
	key: string;
	from: ServiceTime;
	until: ServiceTime;
}

/**
 * A customer who waits for an answer.
 * - `since`: the message that was not answered; `emittedAt`: when the wait was emitted last, or would have been if its ticket had fitted
 *   the filters.
 */
export interface WaitState {
	since: ServiceTime;
	emittedAt?: ServiceTime;
}

/**
 * How a ticket was when it was last processed.
 * - `updated`: the `last_updated_at` for which its messages were read, where messages are followed.
 * - `snapshot`: null: not known; a title that is {@link NOT_WATCHED} is not known either.
 * - `comments`: where New Comment is chosen; undefined: none since {@link InboxState.commentsSince} was processed.
 * - `wait`: where Ticket Unanswered is chosen and the customer waits.
 * - `isNew`: it was first seen in Spam or Trash, where its status was left out, and is there still: leaving them makes it new.
 * - `by`: with Include Other Tickets, a short hash of the sender's address; a longer name would take more than the state has for it.
 */
export interface TicketState {
	created: ServiceTime;
	updated: ServiceTime;
	snapshot: Snapshot | null;
	messages?: MessageState;
	comments?: CommentState;
	wait?: WaitState;
	isNew?: true;
	by?: string;
}

/** Why a ticket is in the work queue: 0 new activity, 1 a resync found that it moved, 2 it has not been read for long. */
export type Rank = 0 | 1 | 2;

/** A ticket that cannot be read is tried again after this at the latest (ms). */
export const MAX_PAUSE = HOUR;

/** How often a ticket could not be read; since when, and when it is tried again. */
export interface Tries {
	count: number;
	since: ServiceTime;
	next: ServiceTime;
}

/**
 * A ticket that was read and is not processed yet.
 * - `detailsFrom`: details as of then or later decide it; null: its row does.
 * - `isNew`: it is to be emitted as created if it fits; `isOfStart`: even if it is known.
 * - `messagesSince`: that of the inbox when it was put into the queue.
 * - `rank`: see {@link Rank}; 0 where it is missing.
 */
export interface QueueEntry {
	detailsFrom: ServiceTime | null;
	isNew?: true;
	isOfStart?: true;
	messagesSince?: ServiceTime;
	rank?: Rank;
	tries?: Tries;
}

/**
 * How the next send times are read, where they do not fit into a page.
 * - `width`: how many of them (s).
 * - `page`: the next page of a second that has more than a page, `since` when its first page begins (s), and `asOf` when that was read.
 */
export interface Slice {
	width: number;
	page?: number;
	since?: number;
	asOf?: ServiceTime;
}

/**
 * What a trigger stores of an inbox.
 * - `since`: tickets created before are not new; `messagesSince`: the same for messages, null where none are followed.
 * - `commentsSince`: when New Comment began: comments from before are not new; null without it.
 * - `cursor`: up to where the send times have been read.
 * - `resyncedUntil`: everything that came before this, also if dated back, has been looked for in all of the look-back.
 * - `processedUntil`: every ticket that was read before is processed or in the queue.
 * - `hasEvicted`: tickets had to be evicted, so an unknown ticket may be an old one.
 * - `needsBaseline`: its first page has not been read.
 * - `servedAt`: when a request was last sent for a ticket in the queue.
 * - `goneSince`: since when the list of all inboxes lacks it.
 */
export interface InboxState {
	since: ServiceTime;
	messagesSince: ServiceTime | null;
	commentsSince: ServiceTime | null;
	cursor: ServiceTime;
	slice?: Slice;
	resyncedUntil: ServiceTime;
	processedUntil: ServiceTime;
	tickets: Record<string, TicketState>;
	queue: Record<string, QueueEntry>;
	hasEvicted: boolean;
	needsBaseline?: true;
	servedAt?: ServiceTime;
	goneSince?: ServiceTime;
}

/**
 * What n8n stores for a trigger: plain JSON.
 * - `revision`: how often it was stored.
 * - `watched`: the fields that a `snapshot` has; none without an event of changes.
 * - `shared`: with Include Other Tickets, hashes of addresses that are no one person's, such as accounts of ours.
 */
export interface TriggerState {
	version: number;
	revision: number;
	origin: string;
	watched: readonly string[];
	shared?: string[];
	inboxes: Record<string, InboxState>;
}

/**
 * The version of this form. A state of another version, or with a part of another form, is not read: the trigger begins anew, and logs
 * that.
 */
const VERSION = 12;

/**
 * @param stored the node's static data as n8n returns it
 * @param origin the tenant's base URL; the state of another tenant is not used
 * @param watched the fields whose changes are emitted now
 * @returns the state, an empty one at the first activation; `note`: why it is empty otherwise
 */
export function loadState(stored: unknown, origin: string, watched: readonly WatchedField[]): { state: TriggerState; note?: string } {
	const empty: TriggerState = { version: VERSION, revision: 0, origin, watched, inboxes: {} };
	if (stored === undefined || stored === null) return { state: empty };
	const state = JSON.parse(JSON.stringify(stored)) as TriggerState;
	if (state.version !== VERSION || !isState(state)) {
		return { state: empty, note: 'what it stored has a form that this version does not read: it begins anew' };
	}
	if (state.origin !== origin) return { state: empty, note: 'the credential has another Base URL: it begins anew' };
	if (state.watched.join() !== watched.join()) watchFields(state, watched);
	return { state: { ...state, watched } };
}

/** An event of changes was added: the snapshots are taken anew, without events. Only the title is stored for its event alone. */
function watchFields({ inboxes, watched: before }: TriggerState, watched: readonly WatchedField[]): void {
	for (const ticket of Object.values(inboxes).flatMap(({ tickets }) => Object.values(tickets))) {
		if (before.length === 0) ticket.snapshot = null;
		else if (!watched.includes('title')) delete ticket.snapshot?.title;
		else if (!before.includes('title') && ticket.snapshot !== null) Object.assign(ticket.snapshot, { title: NOT_WATCHED });
	}
}

/** People move tickets to another inbox: what was processed there moves along, or all of it would be emitted again. */
export function moveTicket(id: number, from: InboxState, to: InboxState): void {
	for (const part of ['tickets', 'queue'] as const) {
		if (id in from[part]) Object.assign(to[part], { [id]: from[part][id] });
		delete from[part][id];
	}
}

/** Whether a value has the form of a part of the stored state. */
type Form = (value: unknown) => boolean;

const isNumber: Form = (value) => typeof value === 'number';
const isText: Form = (value) => typeof value === 'string';
const isFlag: Form = (value) => typeof value === 'boolean';
const orNull = (form: Form): Form => (value) => value === null || form(value);
const orMissing = (form: Form): Form => (value) => value === undefined || form(value);
const listOf = (form: Form): Form => (value) => Array.isArray(value) && value.every(form);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf =
	(form: Form): Form =>
	(value) =>
		isObject(value) && Object.values(value).every(form);
const having =
	(forms: Record<string, Form>): Form =>
	(value) =>
		isObject(value) && Object.entries(forms).every(([name, form]) => form(value[name]));

const time = isNumber;
const maybe = { time: orMissing(time), flag: orMissing(isFlag), ids: orMissing(listOf(isNumber)) };

const MESSAGES = having({
	newFrom: time,
	unreadFrom: maybe.time,
	readAt: time,
	processed: maybe.ids,
	open: maybe.ids,
	ahead: maybe.time,
	unsettled: maybe.flag,
	isEvicted: maybe.flag,
});
const COMMENTS = having({
	newFrom: time,
	processed: orMissing(recordOf(time)),
	own: orMissing(listOf(having({ key: isText, from: time, until: time }))),
});
const TICKET = having({
	created: time,
	updated: time,
	snapshot: orNull(isObject),
	messages: orMissing(MESSAGES),
	comments: orMissing(COMMENTS),
	wait: orMissing(having({ since: time, emittedAt: maybe.time })),
	isNew: maybe.flag,
	by: orMissing(isText),
});
const ENTRY = having({
	detailsFrom: orNull(time),
	isNew: maybe.flag,
	isOfStart: maybe.flag,
	messagesSince: maybe.time,
	rank: orMissing(isNumber),
	tries: orMissing(having({ count: isNumber, since: time, next: time })),
});
const INBOX = having({
	since: time,
	messagesSince: orNull(time),
	commentsSince: orNull(time),
	cursor: time,
	slice: orMissing(having({ width: isNumber, page: orMissing(isNumber), since: orMissing(isNumber), asOf: maybe.time })),
	resyncedUntil: time,
	processedUntil: time,
	tickets: recordOf(TICKET),
	queue: recordOf(ENTRY),
	hasEvicted: isFlag,
	goneSince: maybe.time,
	needsBaseline: maybe.flag,
	servedAt: maybe.time,
});

/** Whether all of a stored state can be read, see TriggerState. */
const isState = having({
	version: isNumber,
	revision: isNumber,
	origin: isText,
	watched: listOf(isText),
	shared: orMissing(listOf(isText)),
	inboxes: recordOf(INBOX),
});

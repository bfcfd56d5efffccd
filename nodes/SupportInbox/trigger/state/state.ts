import type { Snapshot } from '../../store/snapshot';

/**
 * Which messages of a ticket were handled. Times are ms of the service's clock.
 * - `newFrom`: messages that came before are not new; `done`: the messages since then that were handled.
 * - `unreadFrom`: where messages were left out unread: the `newFrom` of when they were read last. They may begin a wait.
 * - `open`: messages that may still come into a chosen state, such as drafts.
 * - `readAt`: the messages are known as of then; `unsettled`: something may have come in the same moment.
 * - `ahead`: the newest send time, where it lies in the future.
 * - `isEvicted`: the ticket had to be forgotten, and its messages have not been read since.
 */
export interface MessageState {
	newFrom: number;
	unreadFrom?: number;
	readAt: number;
	done?: number[];
	open?: number[];
	ahead?: number;
	unsettled?: true;
	isEvicted?: true;
}

/**
 * Which comments of a ticket were handled. Times are ms of the service's clock.
 * - `newFrom`: comments that came before are not new.
 * - `done`: the comments since then that were handled: the time of each, by a hash that identifies it.
 * - `own`: comments that writes of this process may have left, until they are read.
 */
export interface CommentState {
	newFrom: number;
	done?: Record<string, number>;
	own?: OwnCommentState[];
}

/** A comment that came between `from` and `until`, with the type and text that `key` stands for. */
export interface OwnCommentState {
	key: string;
	from: number;
	until: number;
}

/**
 * A customer who waits for an answer. Times are ms of the service's clock.
 * - `since`: the message that was not answered; `emittedAt`: when the wait was emitted last, or would have been if its ticket had fitted the filters.
 */
export interface WaitState {
	since: number;
	emittedAt?: number;
}

/**
 * How a ticket was when it was last handled. Times are ms of the service's clock.
 * - `updated`: the `last_updated_at` for which its messages were read, where messages are followed.
 * - `snapshot`: null: not known, see {@link loadState}.
 * - `comments`: where New Comment is chosen; undefined: none since {@link InboxState.commentsSince} was handled.
 * - `wait`: where Ticket Unanswered is chosen and the customer waits.
 * - `isNew`: it was first seen in Spam or Trash, where its status was left out, and is there still: leaving them makes it new.
 */
export interface TicketState {
	created: number;
	updated: number;
	snapshot: Snapshot | null;
	messages?: MessageState;
	comments?: CommentState;
	wait?: WaitState;
	isNew?: true;
}

/** The order on the list: 0 new activity, 1 a sweep found that the ticket moved, 2 the ticket has not been read for long. */
export type Rank = 0 | 1 | 2;

/**
 * A ticket that was seen and is not decided yet.
 * - `detailsFrom`: details as of then or later decide it (ms of the service's clock); null: its row does.
 * - `isNew`: it is to be emitted as created if it fits; `isOfStart`: even if it is known.
 * - `messagesSince`: that of the inbox when it was put on the list.
 * - `rank`: see {@link Rank}; 0 where it is missing.
 */
export interface QueueEntry {
	detailsFrom: number | null;
	isNew?: true;
	isOfStart?: true;
	messagesSince?: number;
	rank?: Rank;
}

/**
 * What a trigger remembers of an inbox. Times are ms of the service's clock.
 * - `since`: tickets created before are not new; `messagesSince`: the same for messages, null where none are followed.
 * - `commentsSince`: when New Comment began: comments from before are not new; null without it.
 * - `position`: up to where the send times have been handled.
 * - `resyncedUntil`: everything that came before this, also if dated back, has been looked for in all of the look-back.
 * - `processedUntil`: every row that was read before is decided or on the list `todo`.
 * - `hasEvicted`: tickets had to be forgotten, so an unknown ticket may be an old one.
 * - `goneSince`: since when the list of all inboxes lacks it.
 */
export interface InboxState {
	since: number;
	messagesSince: number | null;
	commentsSince: number | null;
	position: number;
	resyncedUntil: number;
	processedUntil: number;
	tickets: Record<string, TicketState>;
	todo: Record<string, QueueEntry>;
	hasEvicted: boolean;
	goneSince?: number;
}

/**
 * What n8n stores for a trigger: plain JSON.
 * - `revision`: how often it was stored.
 * - `watched`: the fields that a `snapshot` has; none without an event of changes.
 */
export interface TriggerState {
	version: number;
	revision: number;
	origin: string;
	watched: readonly string[];
	inboxes: Record<string, InboxState>;
}

/** The version of this form. A memory of another version is not read: the trigger begins anew, and logs that. */
const VERSION = 11;

/**
 * @param stored the node's static data as n8n returns it
 * @param origin the tenant's base URL; memory of another tenant is not used
 * @param watched the fields whose changes are emitted now
 * @returns the memory, an empty one at the first activation; `note`: why it is empty otherwise
 */
export function loadState(stored: unknown, origin: string, watched: readonly string[]): { memory: TriggerState; note?: string } {
	const empty: TriggerState = { version: VERSION, revision: 0, origin, watched, inboxes: {} };
	if (stored === undefined || stored === null) return { memory: empty };
	const memory = JSON.parse(JSON.stringify(stored)) as TriggerState;
	if (memory.version !== VERSION) return { memory: empty, note: 'what it remembered has a form that this version does not read: it begins anew' };
	if (memory.origin !== origin) return { memory: empty, note: 'the credential has another Base URL: it begins anew' };
	if (memory.watched.join() !== watched.join()) forgetSnapshots(memory);
	return { memory: { ...memory, watched } };
}

/** Another version watched other fields, or an event of changes was added: the snapshots are taken anew, without events. */
function forgetSnapshots({ inboxes }: TriggerState): void {
	for (const { tickets } of Object.values(inboxes)) for (const ticket of Object.values(tickets)) ticket.snapshot = null;
}

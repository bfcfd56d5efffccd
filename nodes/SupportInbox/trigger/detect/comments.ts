import { createHash } from 'node:crypto';
import type { OwnComment, OwnWrite } from '../../store/ownWrites';
import { type TicketComment, type TicketDetails, type TicketMessage, commentsIn } from '../../store/tickets';
import { type ServiceTime, millisOf, SECOND, shownUntil } from '../../store/time';
import type { CommentChoice, Settings } from '../properties/settings';
import type { Reason } from '../state/decisions';
import type { CommentState, OwnCommentState } from '../state/state';
import { createdAt, isAhead, nextFromOf } from './messages';

/** How many comments of this process are expected in one ticket; the oldest are dropped first. */
const MAX_OWN = 20;

/** A comment with the message that it belongs to, and when it was written. */
interface DatedComment {
	message: TicketMessage;
	comment: TicketComment;
	at: ServiceTime;
}

/** A comment, the key that identifies it, and why it is not new; null: it is. */
interface JudgedComment extends DatedComment {
	key: string;
	reason: Reason | null;
}

/**
 * The new comments of a ticket, and what to remember of them.
 *
 * @param row the time as of which the ticket is seen, and whether it fits the filters then
 * @param details what is known of its comments; null: nothing new
 * @param before what is remembered; undefined: no event is made of comments
 * @param own writes of this process whose comments are not emitted
 * @returns the comments in the order in which they came, each with the reason why it is not new; since when they are left out
 *   unread. A comment that comes while the ticket does not fit is not new later
 */
export function commentsOf(
	{ asOf, passes }: { asOf: ServiceTime; passes: boolean },
	details: TicketDetails | null,
	before: CommentState | undefined,
	own: readonly OwnWrite[],
	{ comments: choice }: Pick<Settings, 'comments'>,
): { judged: JudgedComment[]; unread?: ServiceTime; memory?: CommentState } {
	if (before === undefined) return { judged: [] };
	const { newFrom, processed = {} } = before;
	const expected = [...(before.own ?? []), ...own.flatMap((write) => leftBy(write, asOf, choice))].slice(-MAX_OWN);
	if (details === null) {
		return {
			judged: [],
			...(!passes && { unread: newFrom }),
			memory: memoryOf(passes ? newFrom : Math.max(newFrom, shownUntil(asOf)), processed, expected),
		};
	}
	const readAt = details.asOf;
	const all = identified(commentsByTime(details.ticket.messages, readAt));
	const shown = all.filter(({ at }) => at >= newFrom);
	const unknown = shown.filter(({ key }) => !(key in processed));
	const { own: ofProcess, missing } = ownAmong(unknown, expected);
	const known: Record<string, ServiceTime> = { ...processed, ...Object.fromEntries(shown.map(({ key, at }) => [key, at])) };
	const nextFrom = nextFromOf(newFrom, Object.values(known).filter((at) => !isAhead(at, readAt)));
	const kept = Object.fromEntries(Object.entries(known).filter(([, at]) => at >= nextFrom));
	const heldBack = (each: (typeof all)[number]): Reason | null => {
		if (each.at < newFrom) return { rule: 'before', is: each.at, chosen: newFrom };
		if (each.key in processed) return { rule: 'processed' };
		return ofProcess.has(each) ? { rule: 'own' } : heldByChoice(each.comment, choice);
	};
	return {
		judged: all.map((each) => ({ ...each, reason: heldBack(each) })),
		memory: memoryOf(nextFrom, kept, missing.filter(({ until }) => until > readAt)),
	};
}

/** @returns the comments of all messages, the oldest first */
function commentsByTime(messages: readonly TicketMessage[], readAt: ServiceTime): DatedComment[] {
	const ofMessage = (message: TicketMessage) =>
		commentsIn(message).map((comment) => ({ message, comment, at: commentedAt(message, comment, readAt) }));
	return messages.flatMap(ofMessage).sort((a, b) => a.at - b.at);
}

/** When a comment was written; without a time of its own, when its message was. `readAt` where neither has a time. */
export function commentedAt(message: TicketMessage, { commented_at }: TicketComment, readAt: ServiceTime): ServiceTime {
	return millisOf(commented_at, createdAt(message, readAt));
}

function heldByChoice(comment: TicketComment, choice: CommentChoice): Reason | null {
	const { commentAuthors, types } = choice;
	if (!isChosenType(comment, choice)) return { rule: 'commentType', is: comment.comment_type, chosen: types };
	const commenter = comment.commenter ?? '';
	return commentAuthors.length === 0 || commentAuthors.includes(commenter)
		? null
		: { rule: 'commenter', is: commenter, chosen: commentAuthors };
}

export function isChosenType({ comment_type }: Pick<TicketComment, 'comment_type'>, { types }: CommentChoice): boolean {
	return types.length === 0 || types.includes(comment_type);
}

function memoryOf(newFrom: ServiceTime, processed: Record<string, ServiceTime>, own: OwnCommentState[]): CommentState {
	return { newFrom, ...(Object.keys(processed).length > 0 && { processed }), ...(own.length > 0 && { own }) };
}

/**
 * In the document comments have no id: message, time, commenter, type and text identify them. Equal comments are numbered.
 */
function identified(comments: readonly DatedComment[]): Array<DatedComment & { key: string }> {
	const alike = new Map<string, number>();
	return comments.map((dated) => {
		const { commenter, comment_type, comment, commented_at } = dated.comment;
		const identity = JSON.stringify([dated.message.message_id, millisOf(commented_at, NaN), commenter, comment_type, comment]);
		const number = alike.get(identity) ?? 0;
		alike.set(identity, number + 1);
		return { ...dated, key: hashOf(`${identity} ${number}`) };
	});
}

/** @returns the comments that writes of this process have left, and the expected comments of such writes that have not come yet */
function ownAmong<C extends DatedComment>(
	comments: readonly C[],
	expected: readonly OwnCommentState[],
): { own: Set<C>; missing: OwnCommentState[] } {
	const missing = [...expected];
	const own = comments.filter(({ comment, at }) => {
		const key = textKeyOf(comment);
		const place = missing.findIndex((one) => one.key === key && at >= one.from && at <= one.until);
		if (place >= 0) missing.splice(place, 1);
		return place >= 0;
	});
	return { own: new Set(own), missing };
}

/** @param asOf the time of a row that shows the write */
function leftBy({ comments, onService }: OwnWrite, asOf: ServiceTime, choice: CommentChoice): OwnCommentState[] {
	const { earliest, latest } = onService ?? { earliest: 0, latest: asOf };
	// The service may cut its times to the second.
	const period = { from: Math.floor(earliest / SECOND) * SECOND, until: latest };
	return comments.filter((comment) => isChosenType(comment, choice)).map((comment) => ({ key: textKeyOf(comment), ...period }));
}

function textKeyOf({ comment_type, comment }: OwnComment): string {
	return hashOf(JSON.stringify([comment_type, String(comment ?? '').trim()]));
}

/** @returns the key of a text in the memory: a short hash, which no built-in property name of an object can equal */
function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

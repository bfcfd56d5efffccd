/** Which comments are new, and what is remembered of them (docs/trigger.md, New Comment). */
import type { OwnWrite } from '../../../nodes/SupportInbox/store/ownWrites';
import type { TicketComment, TicketMessage } from '../../../nodes/SupportInbox/store/tickets';
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/store/time';
import { commentsOf } from '../../../nodes/SupportInbox/trigger/detect/comments';
import { detect } from '../../../nodes/SupportInbox/trigger/detect/detect';
import { needsDetails } from '../../../nodes/SupportInbox/trigger/detect/needsDetails';
import type { CommentChoice } from '../../../nodes/SupportInbox/trigger/properties/settings';
import type { CommentState, InboxState, TicketState, QueueEntry } from '../../../nodes/SupportInbox/trigger/state/state';
import { details, FRESH, freshIn, inbox, isoOf, memory, message, NOW, OLD, row, seen, settings } from '../samples';

const ALL: CommentChoice = { types: [], commentAuthors: [] };
const FROM = NOW - 5 * HOUR;

/** @param at ms after NOW */
function comment(at: number, fields: Partial<TicketComment> = {}): TicketComment {
	return { commenter: 'kim', comment_type: 'comment', comment: 'Look', commented_at: isoOf(at), ...fields };
}

const withComments = (comments: unknown, fields: Partial<TicketMessage> = {}): TicketMessage => message(1, -9 * DAY, { comments, ...fields });

/** What is found at `asOf` (ms after NOW) in a ticket that fits; the memory as n8n brings it back. */
function find(messages: TicketMessage[], before: CommentState = { newFrom: FROM }, { choice = ALL, asOf = 0, own = [] as OwnWrite[] } = {}) {
	const found = commentsOf({ asOf: NOW + asOf, passes: true }, details(OLD, messages, asOf), before, own, { comments: choice });
	return { fresh: freshIn(found.judged).map((one) => one.comment), memory: JSON.parse(JSON.stringify(found.memory)) as CommentState };
}

const texts = (comments: readonly TicketComment[]) => comments.map((one) => one.comment);

describe('a comment', () => {
	it('is new beside an old message, and comes in the order of the comments, with its message', () => {
		const old = withComments([comment(-MINUTE, { comment: 'second' }), comment(-9 * HOUR, { comment: 'old' })]);
		const draft = message(2, -HOUR, { action_cd: 'draft', comments: [comment(-HOUR, { comment: 'first', comment_type: 'request' })] });
		const { judged } = commentsOf({ asOf: NOW, passes: true }, details(OLD, [old, draft]), { newFrom: FROM }, [], settings());
		expect(freshIn(judged).map(({ message: { message_id }, comment: { comment: text } }) => [message_id, text])).toEqual([[2, 'first'], [1, 'second']]);
	});

	it('counts for each message, time, user, type and text of its own, and two alike in one second are two', () => {
		const alike = [comment(-MINUTE), comment(-MINUTE)];
		const others = [comment(-MINUTE, { commenter: 'lee' }), comment(-MINUTE, { comment_type: 'reject' }), comment(-MINUTE, { comment: 'Look!' }), comment(-MINUTE + SECOND)];
		const one = find([withComments(alike.slice(1))]);
		expect(one.fresh).toHaveLength(1);
		expect(find([withComments([...alike, ...others]), withComments(alike, { message_id: 2 })], one.memory).fresh).toHaveLength(7);
	});

	it.each<[string, unknown, number]>([
		['without a text', [comment(-MINUTE, { comment: null })], 1],
		['of a type that was added later', [comment(-MINUTE, { comment_type: 'praise' })], 1],
		['by nobody', [{ comment_type: 'comment', comment: 'x', commented_at: isoOf(-MINUTE) }], 1],
		['without a time, of an old message', [comment(0, { commented_at: null })], 0],
		['with a text in the place of its time', [comment(0, { commented_at: 'yesterday' })], 0],
		['that is none', [null, 'x', 7, ['y']], 0],
		['that is not in a list', { 0: comment(-MINUTE) }, 0],
		['of which nothing is said', undefined, 0],
	])('that is odd: %s', (_what, comments, count) => {
		const first = find([withComments(comments)]);
		expect(first.fresh).toHaveLength(count);
		expect(find([withComments(comments)], first.memory).fresh).toEqual([]);
	});

	it('without a time is as new as its message, and comes once all the same', () => {
		const timeless = message(1, -MINUTE, { comments: [comment(0, { commented_at: undefined })] });
		const neither = { ...timeless, created_at: '', sent_at: null };
		for (const odd of [timeless, neither]) {
			let { fresh, memory: of } = find([odd]);
			expect(fresh).toHaveLength(1);
			for (let after = 0; after < DAY; after += 2 * HOUR) ({ fresh, memory: of } = { ...find([odd], of, { asOf: after }) });
			expect(fresh).toEqual([]);
		}
	});

	it('that is dated ahead comes once, and keeps no other back', () => {
		const ahead = comment(2 * DAY);
		const { fresh, memory: of } = find([withComments([ahead])]);
		expect(fresh).toHaveLength(1);
		expect(of.newFrom).toBe(FROM);
		const next = find([withComments([ahead, comment(HOUR, { comment: 'now' })])], of, { asOf: 2 * HOUR });
		expect(texts(next.fresh)).toEqual(['now']);
		expect(find([withComments([ahead])], next.memory, { asOf: 3 * DAY }).fresh).toEqual([]);
	});
});

describe('what is remembered of the comments', () => {
	it('is at most a hundred of a ticket with 10,000: each comes once, and so does the next one', () => {
		const many = Array.from({ length: 10_000 }, (_, place) => comment(-5 * HOUR + place * SECOND, { comment: `Comment ${place}` }));
		const { fresh, memory: of } = find([withComments(many)]);
		expect(fresh).toHaveLength(10_000);
		expect(Object.keys(of.processed ?? {})).toHaveLength(100);
		expect(JSON.stringify(of).length).toBeLessThan(3_500);
		expect(texts(find([withComments([...many, comment(0)])], of).fresh)).toEqual(['Look']);
	});

	it('is nothing for a ticket without new ones', () => {
		const known = inbox({ commentsSince: NOW - HOUR }, { 1: memory() });
		const { ticket } = detect(seen(row(OLD)), details(OLD, [withComments([comment(-9 * HOUR)])]), known, 101, settings({ events: ['newComment'] }));
		expect(ticket).not.toHaveProperty('comments');
	});
});

describe('a comment that a write of this process has left', () => {
	const write = (comments: OwnWrite['comments'], at = -MINUTE): OwnWrite => ({
		sentAt: 0, answeredAt: 0, isUpdate: true, body: {}, comments, onService: { earliest: NOW + at + 700, latest: NOW + at + 1_500 },
	});
	const assigned = { comment_type: 'assign', comment: 'Please' };

	it('is not new, one for each write; one like it of somebody else is', () => {
		const own = comment(-MINUTE, assigned);
		expect(find([withComments([own])], undefined, { own: [write([assigned])] }).fresh).toEqual([]);
		expect(find([withComments([own, own])], undefined, { own: [write([assigned])] }).fresh).toEqual([own]);
		expect(find([withComments([own, own])], undefined, { own: [write([assigned]), write([assigned])] }).fresh).toEqual([]);
	});

	it.each<[string, Partial<TicketComment>]>([
		['another text', { comment: 'Please do' }],
		['another type', { comment_type: 'comment' }],
		['before the write', { commented_at: isoOf(-MINUTE - SECOND) }],
		['after it', { commented_at: isoOf(-MINUTE + 2 * SECOND) }],
	])('is no other: %s', (_what, fields) => {
		expect(find([withComments([comment(-MINUTE, { ...assigned, ...fields })])], undefined, { own: [write([assigned])] }).fresh).toHaveLength(1);
	});

	it('may have no text, or spaces around it, and may not be there at all', () => {
		const empty = { comment_type: 'assign', comment: '' };
		expect(find([withComments([comment(-MINUTE, { ...empty, comment: null })])], undefined, { own: [write([empty])] }).fresh).toEqual([]);
		expect(find([withComments([comment(-MINUTE, { ...assigned, comment: ' Please\n' })])], undefined, { own: [write([assigned])] }).fresh).toEqual([]);
		const { memory: of } = find([withComments([])], undefined, { own: [write([empty])] });
		expect(of).not.toHaveProperty('own');
	});

	it('is waited for until the ticket is read, however late', () => {
		const { memory: before } = commentsOf({ asOf: NOW, passes: true }, null, { newFrom: FROM }, [write([assigned])], { comments: ALL });
		expect(before?.own).toHaveLength(1);
		const older = find([withComments([])], before, { asOf: -10 * MINUTE });
		expect(older.memory.own).toHaveLength(1);
		const { fresh, memory: of } = find([withComments([comment(-MINUTE, assigned), comment(-SECOND)])], older.memory, { asOf: DAY });
		expect(texts(fresh)).toEqual(['Look']);
		expect(of).not.toHaveProperty('own');
	});

	it('is not waited for where its type is not chosen, and of few of them in one ticket', () => {
		const { memory: of } = commentsOf({ asOf: NOW, passes: true }, null, { newFrom: FROM }, [write([assigned])], { comments: { types: ['request'], commentAuthors: [] } });
		expect(of).not.toHaveProperty('own');
		const many = Array.from({ length: 30 }, () => write([assigned]));
		expect(commentsOf({ asOf: NOW, passes: true }, null, { newFrom: FROM }, many, { comments: ALL }).memory?.own).toHaveLength(20);
	});

	it('is taken for old where it is not known when it was written, if the row shows it', () => {
		const own = { ...write([assigned]), onService: null };
		expect(find([withComments([comment(-MINUTE, assigned)])], undefined, { own: [own] }).fresh).toEqual([]);
		expect(find([withComments([comment(MINUTE, assigned)])], undefined, { own: [own] }).fresh).toHaveLength(1);
	});
});

describe('which comments are new in a ticket', () => {
	const SINCE = NOW - 30 * MINUTE;
	const chosen = (filters = {}) => settings({ events: ['newComment'] }, filters);

	/** What is concluded at NOW of a ticket with these comments; null: they are not read. */
	function concluded(comments: TicketComment[] | null, of: { known?: Partial<TicketState>; inbox?: Partial<InboxState>; entry?: QueueEntry; shown?: typeof OLD; filters?: object } = {}) {
		const { shown = OLD, known, entry } = of;
		const read = comments === null ? null : details(shown, [withComments(comments)]);
		const result = detect(seen(row(shown), { entry }), read, inbox({ commentsSince: SINCE, ...of.inbox }, known === undefined ? {} : { 1: memory(known) }), 101, chosen(of.filters));
		return { times: result.events.map(({ comment: one }) => Date.parse(String(one?.commented_at)) - NOW), comments: result.ticket.comments };
	}
	const three = [comment(-40 * MINUTE), comment(-20 * MINUTE), comment(-MINUTE)];

	it('of one that was known: those since the event was chosen', () => {
		expect(concluded(three, { known: {} }).times).toEqual([-20 * MINUTE, -MINUTE]);
		expect(concluded(three, { known: {}, inbox: { commentsSince: null } }).times).toEqual([]);
	});

	it('of one that is new: all of them since then, and of one of the start as well', () => {
		expect(concluded(three, { shown: FRESH }).times).toEqual([-20 * MINUTE, -MINUTE]);
		expect(concluded(three, { entry: { detailsFrom: null, isNew: true, isOfStart: true } }).times).toEqual([-20 * MINUTE, -MINUTE]);
	});

	it('of one that had to be forgotten: those after the time up to which all are taken for known', () => {
		const raised = { messagesSince: NOW - 10 * MINUTE, hasEvicted: true };
		expect(concluded(three, { inbox: raised }).times).toEqual([-MINUTE]);
		// It was seen before others were forgotten.
		expect(concluded(three, { inbox: raised, entry: { detailsFrom: NOW, messagesSince: NOW - HOUR } }).times).toEqual([-20 * MINUTE, -MINUTE]);
		expect(concluded(three, { inbox: raised, known: {} }).times).toEqual([-20 * MINUTE, -MINUTE]);
		expect(concluded([], { inbox: raised }).comments).toEqual({ newFrom: NOW - 10 * MINUTE });
	});

	it('of one that does not fit: none, also later', () => {
		const filters = { statusCds: ['closed'] };
		const read = concluded(three, { known: {}, filters });
		expect(read.times).toEqual([]);
		const now = { ...OLD, status_cd: 'closed' };
		expect(concluded(three, { known: { comments: read.comments }, shown: now, filters }).times).toEqual([]);
		const unread = concluded(null, { known: {}, filters });
		expect(concluded(three, { known: { comments: unread.comments }, shown: now, filters }).times).toEqual([]);
		expect(concluded(null, { known: {} }).comments).toBeUndefined();
	});

	it('that a node of this n8n has commented, and that is not ignored: it is read', () => {
		const writes = [{ comments: [{ comment_type: 'comment', comment: '' }], body: {} } as unknown as OwnWrite];
		const known = inbox({ commentsSince: SINCE }, { 1: memory({ messages: { newFrom: NOW - HOUR, readAt: NOW - MINUTE } }) });
		expect(needsDetails(seen(row(OLD)), known, chosen())).toBeNull();
		expect(needsDetails(seen(row(OLD), { writes }), known, chosen())).toEqual({ detailsFrom: NOW, rank: 1 });
		expect(needsDetails(seen(row(OLD), { writes }), known, chosen({ statusCds: ['closed'] }))).toBeNull();
	});
});

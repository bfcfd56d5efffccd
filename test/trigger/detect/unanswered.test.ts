/** Whether a customer waits, and when that is emitted (docs/trigger.md, Ticket Unanswered). */
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/store/time';
import { detect } from '../../../nodes/SupportInbox/trigger/detect/detect';
import type { Unanswered } from '../../../nodes/SupportInbox/trigger/properties/settings';
import type { TicketState, WaitState } from '../../../nodes/SupportInbox/trigger/state/state';
import { details, inbox, isoOf, memory, message, messageMemory, NOW, OLD, row, seen, settings } from '../samples';

const FOUR_HOURS = { first: 4 * HOUR };
const ours = (id: number, sent: number, fields = {}) => message(id, sent, { action_cd: 'sent', ...fields });

/** What is concluded at NOW of a ticket with these messages; null: they are not read. */
function concluded(messages: Array<ReturnType<typeof message>> | null, of: Partial<TicketState> = {}, unanswered: Unanswered = FOUR_HOURS, shown = OLD, filters = {}) {
	const known = messages === null ? null : details(shown, messages);
	const chosen = settings({ events: ['ticketUnanswered'], unanswered }, filters);
	const { events, ticket: next } = detect(seen(row(shown)), known, inbox({}, { 1: memory(of) }), 101, chosen);
	return { events, wait: next.wait };
}

const waiting = (since: number, emittedAt?: number): { wait: WaitState } => ({ wait: { since: NOW + since, ...(emittedAt === undefined ? {} : { emittedAt: NOW + emittedAt }) } });

describe('a wait', () => {
	it.each<[string, Array<ReturnType<typeof message>>, number | undefined]>([
		['begins with the first message that is new', [message(2, -10 * MINUTE), message(1, -30 * MINUTE)], -30 * MINUTE],
		['begins with one of the second in which the last look ended', [message(1, -HOUR)], -HOUR],
		['does not begin with what came before the trigger watched', [message(1, -HOUR - 1)], undefined],
		['does not begin with what was handled', [message(7, -MINUTE)], undefined],
		['begins with the send time, not with the time of arrival', [message(1, -MINUTE, { sent_at: isoOf(-3 * HOUR) })], -3 * HOUR],
		['begins with the time of arrival where there is no send time', [message(1, -MINUTE, { sent_at: undefined })], -MINUTE],
		['begins with the send time where there is no time of arrival', [message(1, -MINUTE, { created_at: undefined })], -MINUTE],
		['ends with a mail of ours', [message(1, -30 * MINUTE), ours(2, -MINUTE)], undefined],
		['ends with one of the same moment', [message(1, -MINUTE), ours(2, -MINUTE)], undefined],
		['begins with a mail that was on its way when we wrote', [ours(2, -20 * MINUTE), message(1, -10 * MINUTE, { sent_at: isoOf(-30 * MINUTE) })], -30 * MINUTE],
		['is not ended by two mails of ours of which one was sent before and the other came before', [message(1, -10 * MINUTE, { sent_at: isoOf(-30 * MINUTE) }), ours(2, -20 * MINUTE), ours(3, -5 * MINUTE, { sent_at: isoOf(-40 * MINUTE) })], -30 * MINUTE],
		['is ended by our mail that came after a message dated ahead, also when its date has come', [message(1, -30 * MINUTE, { sent_at: isoOf(-5 * MINUTE) }), ours(2, -20 * MINUTE)], undefined],
		['begins after a mail of ours', [message(1, -30 * MINUTE), ours(2, -20 * MINUTE), message(3, -10 * MINUTE)], -10 * MINUTE],
		['is not ended by a draft', [message(1, -30 * MINUTE), ours(2, -MINUTE, { action_cd: 'draft' })], -30 * MINUTE],
		['is not ended by a memo', [message(1, -30 * MINUTE), ours(2, -MINUTE, { method_cd: 'record' })], -30 * MINUTE],
		['does not begin with a memo of a call', [message(1, -30 * MINUTE, { method_cd: 'call' })], undefined],
		['begins when a message that is dated ahead came', [message(1, -MINUTE, { sent_at: isoOf(DAY) })], -MINUTE],
		['is ended by our mail that is dated ahead', [message(1, -MINUTE), ours(2, -MINUTE, { sent_at: isoOf(DAY) })], undefined],
		['does not begin with an absence note', [ours(2, -20 * MINUTE), message(3, -10 * MINUTE, { title: '自動返信: 不在のお知らせ' })], undefined],
		['begins with the message before an absence note', [message(1, -30 * MINUTE), message(3, -10 * MINUTE, { title: 'Out of Office' })], -30 * MINUTE],
		['begins with the answer to an automatic mail of ours', [message(1, -30 * MINUTE, { title: 'Re: 【自動返信】お問い合わせ' })], -30 * MINUTE],
		['is not ended by our mail that is dated far ahead and came before', [message(1, -MINUTE), ours(2, -30 * MINUTE, { sent_at: isoOf(2 * DAY) })], -MINUTE],
		['is ended by our draft that was just sent, by a clock that is a little ahead', [message(1, -MINUTE), ours(2, -30 * MINUTE, { sent_at: isoOf(30 * SECOND) })], undefined],
		['is not ended by our mail that is dated ahead by hours and came before', [message(1, -MINUTE), ours(2, -30 * MINUTE, { sent_at: isoOf(3 * HOUR) })], -MINUTE],
	])('%s', (_what, messages, since) => {
		const { events, wait } = concluded(messages, { messages: messageMemory({ processed: [7] }) });
		expect(events).toEqual([]);
		expect(wait).toEqual(since === undefined ? undefined : { since: NOW + since });
	});

	it.each<[string, string, boolean]>([
		['open', 'open', true],
		['on hold', 'ongoing', true],
		['closed', 'closed', false],
		['unwanted', 'unwanted', false],
		['in the trash', 'trash', false],
	])('of a ticket that is %s', (_name, status_cd, waits) => {
		const shown = { ...OLD, status_cd };
		expect(concluded([message(1, -MINUTE)], {}, FOUR_HOURS, shown).wait !== undefined).toBe(waits);
		expect(concluded(null, waiting(-HOUR), FOUR_HOURS, shown).wait !== undefined).toBe(waits);
	});

	it('is not remembered where the event is not chosen, or no messages are followed', () => {
		const known = details(OLD, [message(1, -MINUTE)]);
		expect(detect(seen(row(OLD)), known, inbox({}, { 1: memory() }), 101, settings()).ticket.wait).toBeUndefined();
		const unfollowed = inbox({ messagesSince: null }, { 1: memory(waiting(-HOUR)) });
		expect(detect(seen(row(OLD)), known, unfollowed, 101, settings({ events: ['ticketUnanswered'] })).ticket.wait).toEqual({ since: NOW - HOUR });
	});

	it.each<[string, object, boolean]>([
		['a sent message with the text, however its lines are broken', { body: 'Hello,\nthis is an automatic\r\n message. Goodbye' }, true],
		['a text in HTML', { is_html: true, body: '<p>This is an <b>AUTOMATIC</b>&nbsp;message.</p>' }, true],
		['one in its signature', { body: 'We have it.\n-- \nThis is an automatic message.' }, true],
		['another sent message', { body: 'Here it is.' }, false],
		['one without a text', { body: null }, false],
		['one that quotes it', { body: 'Here it is.\n\nOn Tue, 10 Mar 2026 at 10:02 Support <support@ours.example> wrote:\n> This is an automatic message.' }, false],
	])('with Ignore Replies Containing: %s', (_what, fields, isAutomatic) => {
		const unanswered = { ...FOUR_HOURS, automatic: 'This is an automatic message.' };
		const messages = [message(1, -30 * MINUTE, { body: 'This is an automatic message.' }), ours(2, -20 * MINUTE, fields)];
		expect(concluded(messages, {}, unanswered).wait).toEqual(isAutomatic ? { since: NOW - 30 * MINUTE } : undefined);
		expect(concluded(messages, waiting(-30 * MINUTE), unanswered).wait).toEqual(isAutomatic ? { since: NOW - 30 * MINUTE } : undefined);
		expect(concluded(messages).wait).toBeUndefined();
	});

	it('begins when a ticket comes to fit, also if another trigger has read its message before', () => {
		const chosen = settings({ events: ['ticketUnanswered'] }, { statusCds: ['open'] });
		const closed = { ...OLD, status_cd: 'closed' };
		const read = detect(seen(row(closed)), details(closed, [message(1, -10 * MINUTE)]), inbox({}, { 1: memory() }), 101, chosen).ticket;
		expect(read.wait).toBeUndefined();
		expect(concluded([message(1, -10 * MINUTE)], { messages: read.messages }).wait).toEqual({ since: NOW - 10 * MINUTE });
	});

	it('that is known goes on with a second message, and as long as its details are not read', () => {
		const known = waiting(-3 * HOUR, -HOUR);
		expect(concluded([message(1, -3 * HOUR), message(2, -MINUTE)], known).wait).toEqual(known.wait);
		expect(concluded([ours(3, -5 * HOUR), message(1, -3 * HOUR)], known).wait).toEqual(known.wait);
		expect(concluded(null, known).wait).toEqual(known.wait);
		// It began with a mail that was on its way when we wrote.
		expect(concluded([ours(3, -150 * MINUTE), message(1, -2 * HOUR, { sent_at: isoOf(-3 * HOUR) })], known).wait).toEqual(known.wait);
		// A mail that was on its way for long does not begin it again.
		expect(concluded([message(1, -3 * HOUR), message(2, -MINUTE, { sent_at: isoOf(-4 * HOUR) })], known).wait).toEqual(known.wait);
	});

	it('that is known is over when it was answered, and a later message begins another', () => {
		const known = waiting(-3 * HOUR, -HOUR);
		expect(concluded([message(1, -3 * HOUR), ours(2, -30 * MINUTE)], known).wait).toBeUndefined();
		expect(concluded([message(1, -3 * HOUR), ours(2, -30 * MINUTE), message(3, -MINUTE)], known).wait).toEqual({ since: NOW - MINUTE });
		expect(concluded([message(1, -3 * HOUR), ours(2, -3 * HOUR), message(3, -MINUTE)], known).wait).toEqual({ since: NOW - MINUTE });
		expect(concluded([message(9, -3 * HOUR - 1)], known).wait).toBeUndefined();
	});

	it('that is known and answered does not go on with what came before the trigger watched', () => {
		const before = message(4, -2 * HOUR);
		expect(concluded([message(1, -30 * MINUTE, { sent_at: isoOf(-3 * HOUR) }), ours(2, -20 * MINUTE, { sent_at: isoOf(-150 * MINUTE) }), before, message(3, -MINUTE)], waiting(-3 * HOUR)).wait).toEqual({ since: NOW - MINUTE });
	});

	it('goes on with a message dated ahead that came beside it, where our mail is dated before that one came', () => {
		const messages = [message(3, -3 * HOUR), message(1, -HOUR, { sent_at: isoOf(DAY) }), ours(2, -30 * MINUTE, { sent_at: isoOf(-2 * HOUR) })];
		expect(concluded(messages, { ...waiting(-3 * HOUR), messages: messageMemory({ processed: [1, 3] }) }).wait).toEqual({ since: NOW - HOUR });
	});

	it('that began with a message dated ahead keeps its begin, and one that comes after an answer begins another', () => {
		const ahead = message(1, -HOUR, { sent_at: isoOf(DAY) });
		const handled = { ...waiting(-HOUR), messages: messageMemory({ processed: [1] }) };
		expect(concluded([ahead], handled).wait).toEqual({ since: NOW - HOUR });
		expect(concluded([message(3, -3 * HOUR), ours(2, -2 * HOUR), ahead], waiting(-3 * HOUR)).wait).toEqual({ since: NOW - HOUR });
		expect(concluded([message(3, -3 * HOUR), ours(2, -30 * MINUTE), ahead], waiting(-3 * HOUR)).wait).toBeUndefined();
		// Seen long ago, and answered since.
		const old = message(1, -3 * HOUR, { sent_at: isoOf(DAY) });
		expect(concluded([old, ours(2, -30 * MINUTE)], waiting(-3 * HOUR)).wait).toBeUndefined();
	});
});

describe('Ticket Unanswered', () => {
	const asked = (since: number) => [message(1, since)];

	it('is emitted once the time is up, with the message and since when', () => {
		const { events, wait } = concluded(asked(-4 * HOUR), waiting(-4 * HOUR));
		expect(events).toEqual([{ event: 'ticketUnanswered', message_box_id: 101, ...OLD, waiting_since: isoOf(-4 * HOUR), shown: message(1, -4 * HOUR) }]);
		expect(wait).toEqual({ since: NOW - 4 * HOUR, emittedAt: NOW });
		expect(concluded(asked(-4 * HOUR + 1), waiting(-4 * HOUR + 1)).events).toEqual([]);
	});

	it('shows the newest message of the customer', () => {
		const { events } = concluded([message(2, -HOUR), ours(3, -MINUTE, { action_cd: 'draft' }), message(1, -4 * HOUR)], waiting(-4 * HOUR));
		expect(events[0].shown?.message_id).toBe(2);
	});

	it('is not emitted before its details are read, since it may have been answered', () => {
		expect(concluded(null, waiting(-5 * HOUR))).toEqual({ events: [], wait: { since: NOW - 5 * HOUR } });
	});

	it('counts as emitted for a ticket that does not fit the filters when the time is up', () => {
		const closed = { statusCds: ['ongoing'] };
		expect(concluded(null, waiting(-5 * HOUR), FOUR_HOURS, OLD, closed)).toEqual({ events: [], wait: { since: NOW - 5 * HOUR, emittedAt: NOW } });
		expect(concluded(null, waiting(-HOUR), FOUR_HOURS, OLD, closed)).toEqual({ events: [], wait: { since: NOW - HOUR } });
	});

	it('is emitted again only where that is asked for, by the time since it was emitted last', () => {
		const again = { first: HOUR, again: 2 * HOUR };
		const names = (since: number, emittedAt: number, unanswered: Unanswered) => concluded(asked(since), waiting(since, emittedAt), unanswered).events.length;
		expect(names(-30 * DAY, -20 * DAY, FOUR_HOURS)).toBe(0);
		expect(names(-9 * HOUR, -2 * HOUR, again)).toBe(1);
		expect(names(-9 * HOUR, -2 * HOUR + 1, again)).toBe(0);
	});

	it('counts business hours only: NOW is Monday, 17:00 in Tokyo', () => {
		const hours = { days: [1, 2, 3, 4, 5], from: 9 * 60, to: 18 * 60, holidays: ['2026-11-23'], zone: 'Asia/Tokyo' };
		const count = (since: number) => concluded(asked(since), waiting(since), { first: 4 * HOUR, hours }).events.length;
		expect(count(-4 * HOUR)).toBe(1);
		expect(count(-4 * HOUR + SECOND)).toBe(0);
		// Sunday
		expect(count(-DAY)).toBe(1);
	});
});

import type { TicketMessage, TicketSummary } from '../../../nodes/SupportInbox/trigger/api';
import type { Observation } from '../../../nodes/SupportInbox/trigger/detect/detect';
import { detect, isNewTicket } from '../../../nodes/SupportInbox/trigger/detect/detect';
import { hashOfTitle } from '../../../nodes/SupportInbox/trigger/memory/encoding/shapes';
import type { MessageMemory, TicketMemory } from '../../../nodes/SupportInbox/trigger/memory/model';
import { FIRST_MESSAGE } from '../../../nodes/SupportInbox/trigger/memory/model';
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';

import { FRESH, inbox, memory, message, messageMemory, NOW, OLD, seen, settings, SNAPSHOT, ticket } from '../samples';

/** A ticket read whole a second after it was observed. */
const read = (shown: TicketSummary, ...messages: TicketMessage[]) => ({ ticket: { ...shown, messages }, asOf: NOW + SECOND });

describe('a ticket is new', () => {
	it('when it is unknown and created since the watermark', () => {
		expect(isNewTicket(seen(ticket({ created: -HOUR })), inbox())).toBe(true);
		expect(isNewTicket(seen(ticket({ created: -HOUR - SECOND })), inbox())).toBe(false);
		expect(isNewTicket(seen(FRESH), inbox({}, { 1: memory() }))).toBe(false);
		expect(isNewTicket(seen({ ...FRESH, created_at: '' }), inbox())).toBe(true);
	});

	it('when it is announced, whatever is known; never when it is only to be remembered', () => {
		expect(isNewTicket(seen(OLD, { announced: true }), inbox({}, { 1: memory() }))).toBe(true);
		expect(isNewTicket(seen(FRESH, { announced: true, silent: true }), inbox())).toBe(false);
	});
});

/** What is concluded, and what is remembered of the ticket then. */
function concluded(observation: Observation, detail: Parameters<typeof detect>[1], of = inbox(), given = settings()) {
	const events = detect(observation, detail, of, 101, given);
	return { events, names: events.map(({ event }) => event), ticket: of.tickets.get(observation.ticket.ticket_id), inbox: of };
}

describe('Ticket Created', () => {
	const names = (...args: Parameters<typeof concluded>) => concluded(...args).names;

	it('is told of a new ticket that passes, as it was read', () => {
		const shown = { ...FRESH, title: 'Read later' };
		expect(concluded(seen(FRESH), null).events).toEqual([{ event: 'ticketCreated', message_box_id: 101, ...FRESH }]);
		expect(concluded(seen(FRESH), read(shown)).events).toEqual([{ event: 'ticketCreated', message_box_id: 101, ...shown }]);
		expect(names(seen(OLD), null)).toEqual([]);
		expect(names(seen(FRESH), null, inbox(), settings({ events: ['newMessage'] }))).toEqual([]);
		expect(names(seen(FRESH), null, inbox(), settings({}, { statusCds: ['closed'] }))).toEqual([]);
		expect(names(seen(FRESH), read({ ...FRESH, status_cd: 'closed' }), inbox(), settings({}, { statusCds: ['open'] }))).toEqual([]);
	});

	it('is judged by the messages, where they were read', () => {
		const mails = settings({ events: ['ticketCreated'] }, { methodCds: ['mail'] });
		const sms = message(1, -DAY, { method_cd: 'sms' });
		expect(names(seen(FRESH), read(FRESH, message(1, -DAY)), inbox(), mails)).toEqual(['ticketCreated']);
		expect(names(seen(FRESH), read(FRESH, sms), inbox(), mails)).toEqual([]);
		expect(names(seen(FRESH), 'unreadable', inbox(), mails)).toEqual(['ticketCreated']);
		expect(names(seen(FRESH), read(FRESH, sms), inbox(), settings({ events: ['ticketCreated'] }))).toEqual(['ticketCreated']);
	});

	it('holds the messages, if they are asked for', () => {
		const whole = read(FRESH, message(1, -MINUTE));
		const asking = settings({ events: ['ticketCreated'], includeMessages: true });
		expect(concluded(seen(FRESH), whole, inbox(), asking).events[0].messages).toEqual(whole.ticket.messages);
		expect(concluded(seen(FRESH), 'unreadable', inbox(), asking).events[0].messages).toEqual([]);
		expect(concluded(seen(FRESH), whole).events[0]).not.toHaveProperty('messages');
	});

	it('of an announced ticket takes it off the list, and tells no change of it', () => {
		const known = inbox({ initialTickets: [7, 1, 8] }, { 1: memory() });
		const { names: told, inbox: after } = concluded(seen({ ...OLD, status_cd: 'closed' }, { announced: true }), null, known);
		expect(told).toEqual(['ticketCreated']);
		expect(after.initialTickets).toEqual([7, 8]);
		expect(concluded(seen(OLD), null, inbox({ initialTickets: [1] }, { 1: memory() })).inbox.initialTickets).toEqual([1]);
	});
});

describe('New Message', () => {
	const whole = read(FRESH, message(5, -MINUTE));

	it('is told of each new message, after the ticket that came with it', () => {
		const { events, ticket: after } = concluded(seen(FRESH), whole);
		expect(events.map(({ event, message: told }) => [event, told?.message_id])).toEqual([['ticketCreated', undefined], ['newMessage', 5]]);
		expect(after?.messages).toMatchObject({ done: [5], readAt: NOW + SECOND });
	});

	it('is left out beside Ticket Created, if so chosen', () => {
		const skipping = settings({ skipFirstMessages: true });
		expect(concluded(seen(FRESH), whole, inbox(), skipping)).toMatchObject({ names: ['ticketCreated'], ticket: { messages: { done: [5] } } });
		const old = read(OLD, message(5, -MINUTE));
		expect(concluded(seen(OLD), old, inbox(), skipping).names).toEqual(['newMessage']);
	});

	it('is not told of a ticket outside of the filters, or one that is only to be remembered', () => {
		expect(concluded(seen(FRESH), whole, inbox(), settings({}, { statusCds: ['closed'] }))).toMatchObject({ names: [], ticket: { messages: { done: [5] } } });
		expect(concluded(seen(FRESH, { silent: true }), whole).names).toEqual([]);
	});

	it('is about what came since the messages were looked at', () => {
		const known = inbox({}, { 1: memory({ messages: messageMemory({ from: NOW - 30 * SECOND }) }) });
		const shown = read(OLD, message(5, -MINUTE), message(6, -SECOND));
		expect(concluded(seen(OLD), shown, known).events.map(({ message: told }) => told?.message_id)).toEqual([6]);
		expect(concluded(seen(OLD), shown).events.map(({ message: told }) => told?.message_id)).toEqual([5, 6]);
	});
});

describe('Ticket Changed', () => {
	const closed = { ...OLD, status_cd: 'closed' };
	const CHANGES = { status_cd: { from: 'open', to: 'closed' } };
	const changes = (given = settings(), detail: Parameters<typeof detect>[1] = null, known = memory(), fields: Partial<Observation> = {}) =>
		concluded(seen(closed, fields), detail, inbox({}, { 1: known }), given).events;

	it('is told of a ticket that looks different from the one that is remembered', () => {
		expect(changes()).toEqual([{ event: 'ticketChanged', message_box_id: 101, ...closed, changes: CHANGES }]);
		expect(changes(settings({ fields: ['title'] }))).toEqual([]);
		expect(changes(settings({ events: ['newMessage'] }))).toEqual([]);
		expect(changes(settings(), null, memory({ snapshot: null }))).toEqual([]);
		expect(changes(settings(), null, memory(), { silent: true })).toEqual([]);
		expect(concluded(seen(closed), null).events).toEqual([]);
	});

	it('is told as the ticket was read whole, later than it was seen', () => {
		const whole = read({ ...OLD, color_cd: 'red' });
		expect(changes(settings(), whole)).toMatchObject([{ color_cd: 'red', changes: { color_cd: { from: null, to: 'red' } } }]);
	});

	it('is told of a ticket that leaves the filters or comes in, and of no other', () => {
		const of = (status: string) => changes(settings({}, { statusCds: [status] })).length;
		expect([of('open'), of('closed'), of('spam')]).toEqual([1, 1, 0]);
	});

	it('is judged by the messages, where they were read', () => {
		const mails = settings({ events: ['ticketChanged'] }, { methodCds: ['mail'] });
		expect(changes(mails, read(closed, message(1, -DAY)))).toHaveLength(1);
		expect(changes(mails, read(closed, message(1, -DAY, { method_cd: 'sms' })))).toHaveLength(0);
		expect(changes(mails)).toHaveLength(1);
	});
});

describe('what is remembered of a ticket', () => {
	it('is how it looks and when it was created and updated, as read last', () => {
		const shown = ticket({ created: -MINUTE, updated: -30 * SECOND, color_cd: 'red' });
		expect(concluded(seen(FRESH), read(shown)).ticket).toMatchObject({
			created: NOW - MINUTE,
			updated: NOW - 30 * SECOND,
			settled: true,
			snapshot: { ...SNAPSHOT, color_cd: 'red' },
		});
		expect(concluded(seen({ ...FRESH, created_at: '', last_updated_at: '' }), read({ ...FRESH, created_at: '', last_updated_at: '' })).ticket).toMatchObject({
			created: NOW + SECOND,
			updated: NOW + SECOND,
			settled: false,
		});
	});

	it('is not settled when it was updated so recently that more may have happened in the moment', () => {
		const settled = (updated: number, fields: Partial<Observation> = {}, detail: Parameters<typeof detect>[1] = null) =>
			concluded(seen(ticket({ created: -MINUTE, updated }), fields), detail).ticket?.settled;
		expect([settled(-2 * SECOND), settled(-3 * SECOND)]).toEqual([false, true]);
		// What our own writes explain counts from the later of the two looks.
		const earlier = { ticket: { ...ticket({ created: -MINUTE, updated: -3 * SECOND }), messages: [] }, asOf: NOW - 2 * SECOND };
		expect(settled(-3 * SECOND, {}, earlier)).toBe(false);
		expect(settled(-3 * SECOND, { explained: [] }, earlier)).toBe(false);
		expect(settled(-3 * SECOND, { explained: [1] }, earlier)).toBe(true);
		expect(settled(-3 * SECOND, { explained: [1], asOf: NOW - 3 * SECOND }, { ...earlier, asOf: NOW })).toBe(true);
	});

	it('does not move on with a ticket whose messages could not be read', () => {
		const shown = ticket({ updated: -MINUTE, color_cd: 'red' });
		const known = memory({ settled: false });
		expect(concluded(seen(shown), 'unreadable', inbox({}, { 1: known })).ticket).toEqual({ ...known, snapshot: { ...SNAPSHOT, color_cd: 'red' } });
		expect(concluded(seen(shown), 'unreadable').ticket).toMatchObject({ updated: NOW - MINUTE, settled: true });
		expect(concluded(seen(shown), null, inbox({}, { 1: known })).ticket).toMatchObject({ updated: NOW - MINUTE, settled: true });
	});
});

describe('what is remembered of messages that were not read', () => {
	const kept = (fields: Partial<Observation>, known: TicketMemory | null = null, given = settings(), messageWatermark: number | null = NOW - HOUR) => {
		const { ticket: shown = OLD, ...rest } = fields;
		return concluded(seen(shown, rest), null, inbox({ messageWatermark }, known === null ? {} : { 1: known }), given).ticket?.messages;
	};
	const none = (from: number, readAt = from): MessageMemory => ({ from, done: [], readAt, latestFutureSentAt: null });

	it('is nothing while New Message is not chosen', () => {
		expect(kept({}, memory(), settings(), null)).toBeNull();
		expect(concluded(seen(OLD), read(OLD, message(1, 0)), inbox({ messageWatermark: null }))).toMatchObject({ names: [], ticket: { messages: null } });
	});

	it('stays as it was, or begins at the watermark', () => {
		const messages = messageMemory({ from: NOW - MINUTE, done: [3] });
		expect(kept({}, memory({ messages }))).toEqual(messages);
		expect(kept({})).toEqual(none(NOW - HOUR));
	});

	it('of a ticket outside of the filters is that what has come by now is let go', () => {
		const outside = settings({}, { statusCds: ['closed'] });
		expect(kept({}, null, outside)).toEqual(none(NOW));
		const messages = messageMemory({ from: NOW + MINUTE, done: [3], latestFutureSentAt: NOW + DAY });
		expect(kept({}, memory({ messages }), outside)).toEqual({ ...none(NOW + MINUTE, NOW), done: [3] });
	});

	it('of a ticket of the very second of the start is its first message', () => {
		const first = { from: NOW - HOUR, done: [FIRST_MESSAGE], readAt: NOW - HOUR, latestFutureSentAt: null };
		const at = (created: number) => ticket({ created });
		expect(kept({ ticket: at(-HOUR), silent: true })).toEqual(first);
		expect(kept({ ticket: at(-HOUR + SECOND), silent: true })).toEqual({ ...first, from: NOW - HOUR + SECOND });
		expect(kept({ ticket: at(-HOUR - SECOND), silent: true })).toEqual(none(NOW - HOUR));
		expect(kept({ ticket: { ...OLD, created_at: '' }, silent: true })).toEqual(none(NOW - HOUR));
	});
});

describe('a ticket about which nothing has changed', () => {
	const MESSAGES = messageMemory({ done: [5], readAt: NOW + SECOND });
	const after = (known: TicketMemory) => concluded(seen(OLD), read(OLD, message(5, -MINUTE)), inbox({}, { 1: known })).ticket;

	it('is remembered by the same object, which is not encoded anew', () => {
		const known = memory({ messages: MESSAGES });
		expect(after(known)).toBe(known);
		const unread = memory();
		expect(concluded(seen(OLD), null, inbox({}, { 1: unread })).ticket).toBe(unread);
		const without = memory({ messages: null });
		expect(concluded(seen(OLD), null, inbox({ messageWatermark: null }, { 1: without })).ticket).toBe(without);
		const hashed = memory({ messages: MESSAGES, snapshot: { ...SNAPSHOT, title: { titleHash: hashOfTitle(SNAPSHOT.title as string) } } });
		expect(after(hashed)).toBe(hashed);
	});

	it.each([
		['created', { created: NOW - 2 * DAY }],
		['updated', { updated: NOW - 2 * DAY }],
		['settled', { settled: false }],
		['no snapshot', { snapshot: null }],
		['a field of the snapshot', { snapshot: { ...SNAPSHOT, color_cd: 'red' } }],
		['labels', { snapshot: { ...SNAPSHOT, label_ids: [1] } }],
		['no messages', { messages: null }],
		['from', { messages: { ...MESSAGES, from: NOW - 2 * HOUR } }],
		['read at', { messages: { ...MESSAGES, readAt: NOW } }],
		['done', { messages: { ...MESSAGES, done: [3, 5] } }],
		['dated ahead', { messages: { ...MESSAGES, latestFutureSentAt: NOW + DAY } }],
	] as Array<[string, Partial<TicketMemory>]>)('is remembered anew when it was remembered otherwise: %s', (_what, otherwise) => {
		const known = memory({ messages: MESSAGES, ...otherwise });
		expect(after(known)).not.toBe(known);
		expect(after(known)).toMatchObject({ created: NOW - DAY, updated: NOW - DAY, settled: true, snapshot: SNAPSHOT, messages: { done: [5], readAt: NOW + SECOND, latestFutureSentAt: null } });
	});

	it('is remembered anew when its labels are in another order', () => {
		const known = memory({ snapshot: { ...SNAPSHOT, label_ids: [1, 2] } });
		expect(concluded(seen({ ...OLD, label_ids: [2, 1] }), null, inbox({}, { 1: known }))).toMatchObject({ names: [], ticket: { snapshot: { label_ids: [2, 1] } } });
	});
});

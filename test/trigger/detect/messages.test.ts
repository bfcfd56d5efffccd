import type { TicketMessage } from '../../../nodes/SupportInbox/store/tickets';
import { DAY, HOUR, LATE_BY, MINUTE, SECOND } from '../../../nodes/SupportInbox/store/time';
import { cameAt, isChosen, newMessages } from '../../../nodes/SupportInbox/trigger/detect/messages';
import type { MessageState } from '../../../nodes/SupportInbox/trigger/state/state';
import { freshIn, isoOf, message, messageMemory, NOW } from '../samples';

const choosing = (...actionCds: string[]) => ({ methodCds: [], actionCds });
const FROM = NOW - 5 * HOUR;

function find(messages: TicketMessage[], memory: MessageState | null = null, choice: { methodCds: string[]; actionCds: string[] } = choosing('received'), readAt = NOW) {
	const { judged, memory: next } = newMessages(messages, memory ?? { newFrom: FROM }, { choice, readAt });
	return { fresh: freshIn(judged).map(({ message: { message_id } }) => message_id), memory: next };
}

it('new messages are those of the chosen channels and states', () => {
	const chosen = { methodCds: ['mail'], actionCds: ['received', 'sent'] };
	expect(isChosen(message(1, 0), chosen)).toBe(true);
	expect(isChosen(message(1, 0, { method_cd: 'sms' }), chosen)).toBe(false);
	expect(isChosen(message(1, 0, { action_cd: 'draft' }), chosen)).toBe(false);
	expect(isChosen(message(1, 0, { action_cd: 'draft' }), choosing())).toBe(true);
	expect(find([message(1, 0), message(2, 0, { method_cd: 'sms' })], null, chosen).fresh).toEqual([1]);
});

describe('what is remembered of the messages', () => {
	it('is where the next ones may begin, and the ids since then', () => {
		const messages = [message(4, -HOUR - 1), message(3, 0), message(2, -HOUR), message(5, -MINUTE)];
		expect(find(messages).memory).toEqual({ newFrom: NOW - LATE_BY, processed: [2, 3, 5], readAt: NOW });
	});

	it('does not go back, also when there is nothing', () => {
		expect(find([message(1, -9 * DAY)]).memory).toEqual({ newFrom: FROM, readAt: NOW });
		expect(find([]).memory.newFrom).toBe(FROM);
		const memory = messageMemory({ newFrom: NOW - MINUTE });
		expect(find([message(1, 0)], memory).memory.newFrom).toBe(NOW - MINUTE);
	});

	it('is a hundred ids at most: what is older than they are is not new', () => {
		const messages = (count: number) => Array.from({ length: count }, (_, place) => message(place, -MINUTE - (count - 1 - place) * SECOND));
		expect(find(messages(100)).memory).toMatchObject({ newFrom: NOW - MINUTE - LATE_BY, processed: { length: 100 } });
		const { fresh, memory } = find(messages(500));
		expect(fresh).toHaveLength(500);
		expect(memory.processed).toEqual(Array.from({ length: 100 }, (_, place) => 400 + place));
		expect(memory.newFrom).toBe(NOW - MINUTE - 100 * SECOND + 1);
		expect(find(messages(500), memory).fresh).toEqual([]);
	});

	it('counts of a hundred only those that must be remembered', () => {
		const newest = Array.from({ length: 100 }, (_, place) => message(place, 0));
		expect(find([message(500, -LATE_BY - MINUTE), ...newest]).memory.newFrom).toBe(NOW - LATE_BY);
		expect(find([message(500, -LATE_BY), ...newest]).memory).toMatchObject({ newFrom: NOW - LATE_BY + 1, processed: { length: 100 } });
	});

	it('is the newest send time, if it lies ahead', () => {
		const ahead = (...times: Array<string | null>) => find(times.map((sent_at, place) => message(place + 1, 0, { sent_at }))).memory.ahead;
		expect(ahead(isoOf(2 * DAY), isoOf(DAY), null)).toBe(NOW + 2 * DAY);
		expect(ahead(isoOf(1))).toBe(NOW + 1);
		expect(ahead(isoOf(0))).toBeUndefined();
		expect(ahead(null)).toBeUndefined();
		expect(ahead()).toBeUndefined();
	});
});

describe('a message that is not in a chosen state yet', () => {
	const draft = (fields: Partial<TicketMessage> = {}) => message(1, -4 * HOUR, { action_cd: 'draft', sent_at: null, ...fields });

	it('is known by its send time, so that others need not be remembered for it', () => {
		expect(find([draft(), message(2, 0, { action_cd: 'sent' })], null, choosing('sent')).memory).toMatchObject({ newFrom: NOW - LATE_BY, processed: [2] });
	});

	it('is known from before in a state without a time, however much has come since', () => {
		const approved = choosing('sent', 'approved');
		const others = [message(2, -3 * HOUR), message(3, 0), message(4, -5 * HOUR)];
		const { memory } = find([draft(), ...others], null, approved);
		expect(memory).toMatchObject({ newFrom: NOW - LATE_BY, processed: [3], open: [1] });
		expect(find([draft({ action_cd: 'approved' }), ...others], memory, approved).fresh).toEqual([1]);
	});

	it('holds nothing up when it came before what is looked at', () => {
		const old = message(1, -9 * HOUR, { action_cd: 'draft', sent_at: null });
		expect(find([old, message(2, 0)], null, choosing('approved')).memory.newFrom).toBe(NOW - LATE_BY);
	});

	it.each([
		['a draft is never received', draft(), choosing('received')],
		['a draft of another channel', draft(), { methodCds: ['sms'], actionCds: ['approved'] }],
		['received', draft({ action_cd: 'received' }), choosing('approved')],
		['sent', draft({ action_cd: 'sent' }), choosing('approved')],
		['an ended chat', draft({ action_cd: 'end_conversation' }), choosing('approved')],
		['a draft of another channel, whatever its state', draft(), { methodCds: ['sms'], actionCds: [] }],
	])('is dealt with when it cannot come into one: %s', (_what, other, choice) => {
		const { memory } = find([{ ...other, created_at: isoOf(-MINUTE) }], null, choice);
		expect(memory.processed).toEqual([1]);
		expect(find([other, message(2, 0)], null, choice).memory.newFrom).toBe(NOW - LATE_BY);
	});

	it('is waited for in a chosen channel', () => {
		expect(find([draft()], null, { methodCds: ['sms', 'mail'], actionCds: ['received', 'approved'] }).memory.open).toEqual([1]);
	});
});

it('takes a mail of a forgotten ticket for emitted where its draft may have been', () => {
	const sent = message(1, -9 * HOUR, { action_cd: 'sent', sent_at: isoOf(0) });
	const ofForgotten = (...states: string[]) => freshIn(newMessages([sent], { newFrom: FROM }, { choice: choosing(...states), readAt: NOW, isEvicted: true }).judged);
	expect(ofForgotten()).toEqual([]);
	expect(ofForgotten('sent')).toMatchObject([{ message: sent }]);
	expect(find([sent], null, choosing()).fresh).toEqual([1]);
});

it('a draft of a forgotten ticket that may have been emitted is not emitted when it is sent', () => {
	const draft = message(1, -9 * HOUR, { action_cd: 'approved' });
	const { judged, memory } = newMessages([draft], { newFrom: FROM }, { choice: choosing(), readAt: NOW, isEvicted: true });
	expect(freshIn(judged)).toEqual([]);
	const sent = { ...draft, action_cd: 'sent', sent_at: isoOf(HOUR) };
	expect(freshIn(newMessages([sent], memory, { choice: choosing(), readAt: NOW + 2 * HOUR }).judged)).toEqual([]);
});

describe('a message that may have another time when it is read again', () => {
	it('is remembered by its id: a sent one that is dated ahead', () => {
		const ahead = message(1, -4 * HOUR, { action_cd: 'sent', sent_at: isoOf(DAY) });
		const { fresh, memory } = find([ahead, message(2, 0)], null, choosing('sent', 'received'));
		expect(fresh).toEqual([1, 2]);
		expect(memory).toMatchObject({ newFrom: NOW - LATE_BY, processed: [1, 2] });
		expect(find([ahead], memory, choosing('sent'), NOW + 2 * DAY).fresh).toEqual([]);
	});

	it('is remembered by its id: one in a chosen state that it may leave', () => {
		const { fresh, memory } = find([message(1, -4 * HOUR, { action_cd: 'draft' }), message(2, 0)], null, choosing());
		expect(fresh).toEqual([1, 2]);
		expect(memory.processed).toEqual([1, 2]);
	});

	it.each([
		['sent in the past', message(1, -4 * HOUR, { action_cd: 'sent' }), choosing('sent', 'received')],
		['a draft from before, which is new when it is sent', message(1, -9 * HOUR, { action_cd: 'draft' }), choosing()],
		['received', message(1, -4 * HOUR), choosing('received')],
		['in a state that is not chosen', message(1, -4 * HOUR, { action_cd: 'draft' }), choosing('received')],
		['without a send time', message(1, -4 * HOUR, { action_cd: 'sent', sent_at: null }), choosing('sent', 'received')],
	])('is none of these: %s', (_what, other, choice) => {
		expect(find([other, message(2, 0)], null, choice).memory.processed).toEqual([2]);
	});
});

describe('when a message came', () => {
	const sentAt = (sent_at: string | null, fields: Partial<TicketMessage> = {}) => message(1, -HOUR, { action_cd: 'sent', sent_at, ...fields });
	const came = (given: TicketMessage) => cameAt(given, NOW) - NOW;

	it('is when it was sent, if it was sent, and else when it was created', () => {
		expect(came(sentAt(isoOf(-MINUTE)))).toBe(-MINUTE);
		expect(came(message(1, -HOUR, { sent_at: isoOf(-MINUTE) }))).toBe(-HOUR);
	});

	it('is when it was created, if it is dated before that, not at all, or clearly ahead', () => {
		expect(came(sentAt(isoOf(-DAY)))).toBe(-HOUR);
		expect(came(sentAt(null))).toBe(-HOUR);
		expect(came(sentAt(isoOf(MINUTE)))).toBe(MINUTE);
		expect(came(sentAt(isoOf(MINUTE + 1)))).toBe(-HOUR);
	});

	it('is when it was sent or read, if nothing shows when it was created', () => {
		expect(came(sentAt(isoOf(-MINUTE), { created_at: '' }))).toBe(-MINUTE);
		expect(came(sentAt(null, { created_at: '' }))).toBe(0);
	});
});

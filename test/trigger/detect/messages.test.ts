import fc from 'fast-check';
import type { TicketMessage } from '../../../nodes/SupportInbox/ledger/tickets';
import { cameAt, isChosen, newMessages } from '../../../nodes/SupportInbox/trigger/detect/messages';
import type { MessageMemory } from '../../../nodes/SupportInbox/trigger/memory/memory';
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';
import { isoOf, message, messageMemory, NOW } from '../samples';

const choosing = (...actionCds: string[]) => ({ methodCds: [], actionCds });
const FROM = NOW - 5 * HOUR;

function find(messages: TicketMessage[], memory: MessageMemory | null = null, choice: { methodCds: string[]; actionCds: string[] } = choosing('received'), readAt = NOW) {
	const { fresh, memory: next } = newMessages(messages, memory ?? { from: FROM }, { choice, asOf: readAt, lookBack: DAY });
	return { fresh: fresh.map(({ message_id }) => message_id), memory: next };
}

/**
 * A message as it happens, in ms from FROM on: `created`, visible to a reading so long `after`, and the states that it comes into at
 * some times; a received one stays as it is.
 */
interface Happening {
	created: number;
	after: number;
	channel: string;
	states: Array<{ at: number; action_cd: string }>;
}

const ofMail = (created: number, ...gaps: number[]): Happening['states'] =>
	['draft', 'approved', 'sent'].slice(0, 1 + gaps.length).map((action_cd, place) => ({ action_cd, at: created + gaps.slice(0, place).reduce((sum, gap) => sum + gap, 0) }));

const happening: fc.Arbitrary<Happening> = fc
	.record({
		created: fc.integer({ min: -2 * HOUR, max: 4 * HOUR }),
		after: fc.integer({ min: 0, max: 3 * HOUR }),
		channel: fc.constantFrom('mail', 'sms'),
		gaps: fc.option(fc.array(fc.integer({ min: 1, max: 3 * HOUR }), { maxLength: 2 })),
	})
	.map(({ gaps, created, ...rest }) => ({ ...rest, created, states: gaps === null ? [{ at: created, action_cd: 'received' }] : ofMail(created, ...gaps) }));

const CHOICES = [[], ['received'], ['sent'], ['received', 'sent'], ['sent', 'approved'], ['draft', 'sent']];

/** @returns the message as a reading at `at` (ms from FROM on) shows it; undefined: not yet */
function shownAt({ created, after, channel, states }: Happening, id: number, at: number): TicketMessage | undefined {
	const state = states.filter((each) => each.at <= at).at(-1);
	if (created + after > at || state === undefined) return undefined;
	const sent = state.action_cd === 'draft' || state.action_cd === 'approved' ? null : new Date(FROM + state.at).toISOString();
	return { ...message(id, FROM - NOW + created), method_cd: channel, action_cd: state.action_cd, sent_at: sent };
}

/** Whether docs/trigger.md promises the message, by what the readings show of it: it comes into a chosen state after FROM. */
function isPromised(shown: TicketMessage[], choice: { methodCds: string[]; actionCds: string[] }): boolean {
	const first = shown.findIndex((one) => isChosen(one, choice));
	if (first < 0) return false;
	const isAfter = (text: string | null) => text !== null && Date.parse(text) >= FROM;
	const wasSeenBefore = first > 0 && choice.methodCds.every((channel) => channel === shown[0].method_cd);
	return shown.some((one) => isChosen(one, choice) && (isAfter(one.created_at) || (one.action_cd === 'sent' && isAfter(one.sent_at)))) || wasSeenBefore;
}

it('each message that comes into a chosen state is new once, whenever it is read, and no other is', () => {
	const histories = fc.record({
		messages: fc.array(happening, { maxLength: 12 }),
		readings: fc.uniqueArray(fc.integer({ min: 0, max: 10 * HOUR }), { minLength: 1, maxLength: 12 }).map((times) => times.sort((a, b) => a - b)),
		actionCds: fc.constantFrom(...CHOICES),
		methodCds: fc.constantFrom<string[]>([], ['mail']),
	});
	fc.assert(
		fc.property(histories, ({ messages, readings, ...choice }) => {
			const shownIn = readings.map((at) => messages.flatMap((each, id) => shownAt(each, id, at) ?? []));
			const emitted: number[] = [];
			let memory: MessageMemory = { from: FROM };
			for (const [place, at] of readings.entries()) {
				const { fresh, memory: next } = newMessages(shownIn[place], memory, { choice, asOf: FROM + at, lookBack: HOUR });
				const times = fresh.map((each) => cameAt(each, FROM + at));
				expect(times).toEqual([...times].sort((a, b) => a - b));
				emitted.push(...fresh.map(({ message_id }) => message_id));
				memory = next;
			}
			const promised = messages.map((_, id) => id).filter((id) => isPromised(shownIn.flatMap((shown) => shown.filter(({ message_id }) => message_id === id)), choice));
			expect(emitted.sort((a, b) => a - b)).toEqual(promised);
		}),
		{ numRuns: 500 },
	);
});

describe('new messages', () => {
	it('are those of the chosen channels and states', () => {
		const chosen = { methodCds: ['mail'], actionCds: ['received', 'sent'] };
		expect(isChosen(message(1, 0), chosen)).toBe(true);
		expect(isChosen(message(1, 0, { method_cd: 'sms' }), chosen)).toBe(false);
		expect(isChosen(message(1, 0, { action_cd: 'draft' }), chosen)).toBe(false);
		expect(isChosen(message(1, 0, { action_cd: 'draft' }), choosing())).toBe(true);
		expect(find([message(1, 0), message(2, 0, { method_cd: 'sms' })], null, chosen).fresh).toEqual([1]);
	});
});

describe('what is remembered of the messages', () => {
	it('are the ids of all since the event was chosen', () => {
		expect(find([message(4, -6 * HOUR), message(3, 0), message(2, -HOUR), message(5, -MINUTE)]).memory).toEqual({ from: FROM, done: [2, 3, 5] });
	});

	it('is for what is older than a day, and than Look Back, where the next ones begin', () => {
		const messages = [message(1, -3 * DAY), message(2, -25 * HOUR), message(3, -HOUR), message(4, 0)];
		expect(find(messages, { from: NOW - 9 * DAY }).memory).toEqual({ from: NOW - DAY, done: [3, 4] });
		const longer = newMessages(messages, { from: NOW - 9 * DAY }, { choice: choosing('received'), asOf: NOW, lookBack: 2 * DAY });
		expect(longer.memory).toEqual({ from: NOW - 2 * DAY, done: [2, 3, 4] });
	});

	it('does not go back, and goes by what was handled, not by the clock of an answer', () => {
		expect(find([message(1, -9 * DAY)]).memory).toEqual({ from: FROM });
		expect(find([]).memory.from).toBe(FROM);
		expect(find([message(1, 0)], messageMemory({ from: NOW - MINUTE })).memory.from).toBe(NOW - MINUTE);
		const ahead = newMessages([message(1, 0)], { from: FROM }, { choice: choosing('received'), asOf: NOW + 300 * DAY, lookBack: HOUR });
		expect(ahead.memory.from).toBe(FROM);
	});

	it('is every id within Look Back, and a hundred at most of what came before', () => {
		const messages = (count: number) => Array.from({ length: count }, (_, place) => message(place, -MINUTE - (count - 1 - place) * SECOND));
		const { fresh, memory } = find(messages(500));
		expect(fresh).toHaveLength(500);
		expect(memory).toMatchObject({ from: FROM, done: { length: 500 } });
		const short = newMessages(messages(500), { from: FROM }, { choice: choosing('received'), asOf: NOW, lookBack: 2 * MINUTE }).memory;
		expect(short).toMatchObject({ from: NOW - MINUTE - 100 * SECOND + 1, done: { length: 100 } });
		expect(find(messages(500), short).fresh).toEqual([]);
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

	it('is known by its send time when it is sent', () => {
		const { memory } = find([draft(), message(2, 0, { action_cd: 'sent' })], null, choosing('sent'));
		expect(memory).toEqual({ from: FROM, done: [2], open: [1] });
		expect(find([draft({ action_cd: 'sent', sent_at: isoOf(0) })], memory, choosing('sent')).fresh).toEqual([1]);
	});

	it('is known from before in a state without a time, however much has come since', () => {
		const approved = choosing('sent', 'approved');
		const others = [message(2, -3 * HOUR), message(3, 0), message(4, -6 * HOUR)];
		const { memory } = find([draft(), ...others], null, approved);
		expect(memory).toMatchObject({ done: [2, 3], open: [1] });
		expect(find([draft({ action_cd: 'approved' }), ...others], memory, approved).fresh).toEqual([1]);
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
		expect(memory).toEqual({ from: FROM, done: [1] });
	});

	it('is waited for in a chosen channel', () => {
		expect(find([draft()], null, { methodCds: ['sms', 'mail'], actionCds: ['received', 'approved'] }).memory.open).toEqual([1]);
	});
});

it('takes a mail of a forgotten ticket for emitted where its draft may have been', () => {
	const sent = message(1, -9 * HOUR, { action_cd: 'sent', sent_at: isoOf(0) });
	const ofForgotten = (...states: string[]) => newMessages([sent], { from: FROM, isForgotten: true }, { choice: choosing(...states), asOf: NOW, lookBack: DAY }).fresh;
	expect(ofForgotten()).toEqual([]);
	expect(ofForgotten('sent')).toEqual([sent]);
	expect(find([sent], null, choosing()).fresh).toEqual([1]);
});

it('a draft of a forgotten ticket that may have been emitted is not emitted when it is sent', () => {
	const draft = message(1, -9 * HOUR, { action_cd: 'approved' });
	const { fresh, memory } = newMessages([draft], { from: FROM, isForgotten: true }, { choice: choosing(), asOf: NOW, lookBack: DAY });
	expect(fresh).toEqual([]);
	const sent = { ...draft, action_cd: 'sent', sent_at: isoOf(HOUR) };
	expect(newMessages([sent], memory, { choice: choosing(), asOf: NOW + 2 * HOUR, lookBack: DAY }).fresh).toEqual([]);
});

describe('a message that may have another time when it is read again', () => {
	const before = (given: TicketMessage, choice: ReturnType<typeof choosing>) => newMessages([given, message(2, 0)], { from: NOW - 9 * DAY }, { choice, asOf: NOW, lookBack: HOUR });

	it('is remembered by its id, however old: a sent one that is dated ahead', () => {
		const ahead = message(1, -2 * DAY, { action_cd: 'sent', sent_at: isoOf(DAY) });
		const { memory } = before(ahead, choosing('sent', 'received'));
		expect(memory).toMatchObject({ from: NOW - DAY, done: [1, 2] });
		expect(find([ahead], memory, choosing('sent'), NOW + 2 * DAY).fresh).toEqual([]);
	});

	it('is remembered by its id, however old: one in a chosen state that it may leave', () => {
		expect(before(message(1, -2 * DAY, { action_cd: 'draft' }), choosing()).memory.done).toEqual([1, 2]);
	});

	it.each([
		['sent in the past', message(1, -2 * DAY, { action_cd: 'sent' }), choosing('sent', 'received')],
		['a draft from before, which is new when it is sent', message(1, -10 * DAY, { action_cd: 'draft' }), choosing()],
		['received', message(1, -2 * DAY), choosing('received')],
		['in a state that is not chosen', message(1, -2 * DAY, { action_cd: 'draft' }), choosing('received')],
		['without a send time', message(1, -2 * DAY, { action_cd: 'sent', sent_at: null }), choosing('sent', 'received')],
	])('is none of these: %s', (_what, other, choice) => {
		expect(before(other, choice).memory.done).toEqual([2]);
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

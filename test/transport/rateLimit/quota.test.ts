import type { Quota } from '../../../nodes/SupportInbox/transport/rateLimit/quota';
import {
	afterAnswer,
	afterRefusal,
	afterSilence,
	localEnd,
	opened,
	opensAt,
	unknownQuota,
} from '../../../nodes/SupportInbox/transport/rateLimit/quota';

const SECOND = 1_000;
const MINUTE = 60_000;
const NOW = Date.parse('2026-03-02T08:00:00Z');

/** What an answer says; `date` and `reset` in ms of the service's clock. */
interface Reported {
	date?: number | null;
	reset?: number;
	limit?: unknown;
	remaining?: unknown;
	sentAt?: number;
	receivedAt?: number;
	inFlight?: number;
}

/** Takes in an answer of the service, whose Date is the machine's time unless given. */
function answered(quota: Quota, { reset, limit, remaining, inFlight = 0, ...given }: Reported): Quota {
	const receivedAt = given.receivedAt ?? NOW;
	const date = given.date === undefined ? receivedAt : given.date;
	const headers = {
		...(date === null ? {} : { date: new Date(date).toUTCString() }),
		...(reset === undefined ? {} : { 'x-ratelimit-reset': String(reset / SECOND) }),
		'x-ratelimit-limit': limit,
		'x-ratelimit-remaining': remaining,
	};
	return afterAnswer(quota, { headers, sentAt: given.sentAt ?? receivedAt, receivedAt, inFlight });
}

const END = NOW + 30 * SECOND;
/** A window of which 40 requests are left. */
const known = () => answered(unknownQuota(), { reset: END, limit: '60', remaining: '40' });
/** The same without an answer that had its end. */
const guessed = () => answered(unknownQuota(), { remaining: '40' });

describe('the first answer', () => {
	it('before it the documented limit is assumed, and that a window opens soon', () => {
		expect(unknownQuota()).toMatchObject({ limit: 60, remaining: 60, window: 0, windowMs: MINUTE, ends: null, lastReported: null, offset: null });
		expect(localEnd(unknownQuota())).toBeNull();
		expect(opensAt(unknownQuota(), NOW)).toBe(NOW + 2 * SECOND);
	});

	it('shows limit, rest and end of the window, and what others have spent for certain', () => {
		const quota = answered(unknownQuota(), { reset: END, limit: '50', remaining: '40', inFlight: 2 });
		expect(quota).toMatchObject({ limit: 50, remaining: 40, window: 0, windowMs: MINUTE, ends: { reported: true, at: END }, lastReported: END });
		expect(quota.others).toMatchObject({ own: 1, spent: 7 });
		expect(opensAt(quota, NOW)).toBe(END);
	});

	it('without a rest counts one request', () => {
		const quota = answered(unknownQuota(), { reset: END });
		expect(quota).toMatchObject({ limit: 60, remaining: 59, ends: { reported: true, at: END } });
		expect(quota.others).toMatchObject({ own: 1, spent: 0 });
		expect(answered({ ...known(), remaining: 0 }, { reset: END }).remaining).toBe(0);
	});

	it('without a reset begins a window when the request left', () => {
		const quota = answered(unknownQuota(), { remaining: '40', sentAt: NOW - 300 });
		expect(quota).toMatchObject({ remaining: 40, ends: { reported: false, at: NOW - 300 + MINUTE }, lastReported: null });
		expect(localEnd(quota)).toBe(NOW - 300 + MINUTE);
	});
});

describe('further answers of a window', () => {
	it('the lowest rest counts, since answers overtake each other', () => {
		const answer = (remaining: string) => answered(known(), { reset: END, remaining });
		expect(answer('45')).toMatchObject({ remaining: 40, window: 0, windowMs: MINUTE, ends: { reported: true, at: END } });
		expect(answer('30').remaining).toBe(30);
	});

	it('without headers are counted, down to none', () => {
		expect(answered(known(), {})).toMatchObject({ remaining: 39, ends: { reported: true, at: END } });
		expect(answered({ ...known(), remaining: 0 }, {}).remaining).toBe(0);
		expect(answered(known(), { remaining: '45' }).remaining).toBe(40);
		expect(answered(guessed(), { receivedAt: NOW + SECOND }).ends).toEqual(guessed().ends);
	});

	it('take the place of what was guessed', () => {
		const quota = answered(guessed(), { reset: END, remaining: '55' });
		expect(quota).toMatchObject({ remaining: 55, window: 1, ends: { reported: true, at: END } });
	});

	it('of the window before say nothing but the limit', () => {
		const late = answered(known(), { reset: END - 10 * SECOND, limit: '50', remaining: '1' });
		expect(late).toMatchObject({ limit: 50, remaining: 40, window: 0, ends: { reported: true, at: END }, lastReported: END });
	});
});

describe('the next window', () => {
	it('opens at the end of the last one, with the whole limit, and what others spent is the past', () => {
		const shared = known();
		expect(opened(shared, END - 1)).toBe(shared);
		expect(opened(shared, END)).toMatchObject({ remaining: 60, window: 1, ends: null, lastReported: END });
		expect(opened(shared, END).others).toMatchObject({ own: 0, spent: 0, before: [19] });
	});

	it('is counted on while nobody looks', () => {
		expect(opened(known(), END + MINUTE - 1).window).toBe(1);
		expect(opened(known(), END + MINUTE).window).toBe(2);
		expect(opened({ ...known(), windowMs: 20 * SECOND }, END + MINUTE).window).toBe(4);
	});

	it('is taken from an answer that comes after its begin', () => {
		const next = answered(known(), { receivedAt: END + SECOND, reset: END + MINUTE, remaining: '50' });
		expect(next).toMatchObject({ remaining: 50, window: 1, ends: { reported: true, at: END + MINUTE } });
		expect(next.others).toMatchObject({ own: 1, spent: 9 });
	});

	it('is taken from an answer that shows it before it is due here', () => {
		const next = answered(known(), { reset: END + 20 * SECOND, remaining: '50' });
		expect(next).toMatchObject({ remaining: 50, window: 1, ends: { reported: true, at: END + 20 * SECOND } });
		expect(next.others).toMatchObject({ own: 1, before: [19] });
	});

	it('shows that windows are shorter than documented, never that they are longer', () => {
		const next = (after: number) => answered(known(), { receivedAt: END, reset: END + after });
		expect(next(20 * SECOND).windowMs).toBe(20 * SECOND);
		expect(answered(next(20 * SECOND), { receivedAt: END + 20 * SECOND, reset: END + 50 * SECOND }).windowMs).toBe(20 * SECOND);
		expect(next(61 * SECOND).windowMs).toBe(MINUTE);
	});

	it('has a length even when the clock of the service is set back and reports the same end twice', () => {
		const again = answered(opened(known(), END), { receivedAt: END, date: END - 20 * SECOND, reset: END });
		expect(again).toMatchObject({ windowMs: MINUTE, ends: { reported: true, at: END } });
		expect(opensAt(again, END)).toBe(END + 20 * SECOND);
	});
});

describe('an answer with an end that has passed', () => {
	const LATER = END + 5 * SECOND;

	it('says nothing about the window that has begun, if it was sent before', () => {
		const quota = answered(known(), { sentAt: END - 1, receivedAt: END, reset: END, limit: '50', remaining: '3' });
		expect(quota).toMatchObject({ limit: 50, remaining: 60, window: 1, ends: null });
	});

	it('shows that the window goes on, if it was sent after: the end is looked for a second later', () => {
		const quota = answered(known(), { sentAt: LATER, receivedAt: LATER, date: LATER, reset: LATER - SECOND, limit: '50', remaining: '3' });
		expect(quota).toMatchObject({ limit: 50, remaining: 3, ends: { reported: false, at: LATER + SECOND } });
		expect(answered(known(), { receivedAt: END, reset: END }).ends).toEqual({ reported: false, at: END + SECOND });
		expect(answered(known(), { receivedAt: END, reset: END }).remaining).toBe(60);
	});
});

describe('the clocks', () => {
	it('the end is reported in the time of the service, and counts when it has surely come', () => {
		const ahead = answered(unknownQuota(), { sentAt: NOW - 400, date: NOW + 10 * MINUTE, reset: END + 10 * MINUTE });
		expect(ahead.offset).toEqual({ min: 10 * MINUTE, max: 10 * MINUTE + 1_400, at: NOW });
		expect(localEnd(ahead)).toBe(END);
		const behind = answered(unknownQuota(), { date: NOW - 10 * MINUTE, reset: END - 10 * MINUTE });
		expect(behind.ends).toEqual({ reported: true, at: END - 10 * MINUTE });
		expect(opensAt(behind, NOW)).toBe(END);
		expect(localEnd({ ...known(), offset: null })).toBe(END);
	});

	it('without a Date are compared by the reset, which is a window ahead at most', () => {
		const quota = answered(unknownQuota(), { date: null, reset: END, sentAt: NOW - 400 });
		expect(quota.offset).toEqual({ min: END - 61 * SECOND - NOW, max: END + SECOND - (NOW - 400), at: NOW });
		expect(answered(unknownQuota(), { date: null, reset: END + 10 * MINUTE }).ends).toEqual({ reported: true, at: END + 10 * MINUTE });
	});

	it('are compared by the Date alone as well, and by nothing when nothing is reported', () => {
		expect(answered(unknownQuota(), {}).offset).toEqual({ min: 0, max: SECOND, at: NOW });
		expect(answered(known(), { date: null, receivedAt: NOW + SECOND }).offset).toEqual(known().offset);
	});
});

describe('what is not believed', () => {
	it.each([
		['two seconds before the Date', -2, false],
		['a second before the Date', -1, true],
		['as far ahead as a window and the resolution of both', 62, true],
		['further ahead', 63, false],
	])('a reset %s: used is %s s', (_what, seconds, isUsed) => {
		// An end that has passed is no end of a window of one's own; one that is not used begins a window here.
		const quota = answered(unknownQuota(), { reset: NOW + seconds * SECOND, sentAt: NOW - 5 * SECOND });
		const isCounted = quota.ends?.reported === false;
		expect(isCounted).toBe(!isUsed);
	});

	it.each(['0', '-5', '0.5', '1.5', 'many', 'Infinity'])('a limit of %s, and not the rest beside it', (limit) => {
		expect(answered(known(), { reset: END, limit, remaining: '0' })).toMatchObject({ limit: 60, remaining: 39 });
	});

	it.each(['-1', 'some', 'Infinity', '61', '', null, undefined])('a rest of %j', (remaining) => {
		expect(answered(known(), { reset: END, remaining }).remaining).toBe(39);
	});

	it.each([
		['1', '0', { limit: 1, remaining: 0 }],
		['40', '40', { limit: 40, remaining: 40 }],
		['', '7', { limit: 60, remaining: 7 }],
		[null, '7', { limit: 60, remaining: 7 }],
		[undefined, '7', { limit: 60, remaining: 7 }],
	])('but a limit of %j and a rest of %j are', (limit, remaining, given) => {
		expect(answered(known(), { reset: END, limit, remaining })).toMatchObject(given);
	});
});

describe('without an answer', () => {
	it('a request counts in a window that is known, and as one of ours', () => {
		expect(afterSilence(known(), NOW)).toMatchObject({ remaining: 39, others: { own: 2 } });
		expect(afterSilence({ ...known(), remaining: 0 }, NOW).remaining).toBe(0);
		expect(afterSilence(known(), END)).toMatchObject({ remaining: 60, window: 1, ends: null, others: { own: 1 } });
	});
});

describe('a refusal', () => {
	it('leaves nothing until the window ends', () => {
		expect(afterRefusal(known(), NOW)).toMatchObject({ remaining: 0, ends: { reported: true, at: END } });
	});

	it('in a window that has just begun is waited out for a second, of an unknown one for a minute', () => {
		expect(afterRefusal(known(), END)).toMatchObject({ remaining: 0, window: 1, ends: { reported: false, at: END + SECOND } });
		expect(afterRefusal(unknownQuota(), NOW)).toMatchObject({ remaining: 0, ends: { reported: false, at: NOW + MINUTE } });
	});
});

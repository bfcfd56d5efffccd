/** What the rate limiter makes of the service's headers, against a service of its own with fixed windows (API document, Limits). */
import fc from 'fast-check';
import type { Headers } from '../../../nodes/SupportInbox/transport/errors/failure';
import type { RequestContext } from '../../../nodes/SupportInbox/transport/queue/requestContext';
import { RateLimiter } from '../../../nodes/SupportInbox/transport/rateLimit/limiter';
import { type QuotaWindow, afterAnswer, afterRefusal, afterNoAnswer, isShared, windowAt, unknownWindow } from '../../../nodes/SupportInbox/transport/rateLimit/quotaWindow';
import { FakeClock } from '../fakeClock';

const SECOND = 1_000;
const MINUTE = 60_000;

/** What the service's headers say in the place of the truth; undefined for what they do not contain. */
interface Shown {
	date?: number;
	limit?: unknown;
	remaining?: unknown;
	reset?: unknown;
}

interface Circumstances {
	limit: number;
	windowMs: number;
	/** service's clock minus the machine's, `passed` ms after the begin */
	offset: (passed: number) => number;
	/** ms that a request takes, half of it to the service */
	latency: () => number;
	/** how many requests may be under way together */
	parallel: number;
	requests: number;
	/** whether each of them rests on a reading of its own */
	readsFirst?: boolean;
	show?: (truth: Required<Shown>) => Shown;
}

interface Outcome {
	/** requests that were refused, by window */
	refused: Map<string, number>;
	/** ms until all were answered */
	duration: number;
}

const text = (value: unknown) => (value === undefined ? undefined : String(value));

/** One holder of the token sends requests until each has been answered with a 200. */
async function sendAll({ limit, windowMs, offset, latency, parallel, requests, readsFirst = false, show = (truth) => truth }: Circumstances): Promise<Outcome> {
	const clock = new FakeClock();
	const begun = clock.now();
	const limiter = new RateLimiter(clock, () => 0);
	const refused = new Map<string, number>();
	let window = { name: '', used: 0 };
	const answer = (): { isRefused: boolean; headers: Headers } => {
		const passed = clock.now() - begun;
		const now = clock.now() + offset(passed);
		const end = (Math.floor(now / windowMs) + 1) * windowMs;
		if (window.name !== String(end)) window = { name: String(end), used: 0 };
		const isRefused = window.used >= limit;
		if (isRefused) refused.set(window.name, (refused.get(window.name) ?? 0) + 1);
		else window.used += 1;
		const { date, ...shown } = show({ date: now, limit, remaining: limit - window.used, reset: Math.ceil(end / SECOND) });
		const headers = {
			date: date === undefined ? undefined : new Date(date).toUTCString(),
			'x-ratelimit-limit': text(shown.limit),
			'x-ratelimit-remaining': text(shown.remaining),
			'x-ratelimit-reset': text(shown.reset),
		};
		return { isRefused, headers };
	};
	/** @returns whether it was refused */
	const sendOne = async (requestContext: RequestContext, readPrecondition?: () => Promise<void>): Promise<boolean> => {
		const { answered } = await limiter.acquire(requestContext, readPrecondition);
		const ms = latency();
		await clock.sleep(ms / 2);
		const { isRefused, headers } = answer();
		await clock.sleep(ms / 2);
		answered(headers);
		if (isRefused) limiter.recordRefusal();
		return isRefused;
	};
	let sent = requests;
	const send = async (queue: string): Promise<void> => {
		const requestContext: RequestContext = { queue, order: 0, writes: true, priority: 'bulk' };
		const readPrecondition = async () => void (await sendOne(requestContext));
		while (sent > 0) {
			sent -= 1;
			if (await sendOne(requestContext, readsFirst ? readPrecondition : undefined)) sent += 1;
		}
	};
	await clock.run(Promise.all(Array.from({ length: parallel }, async (_, n) => await send(String(n)))));
	return { refused, duration: clock.now() - begun };
}

const total = ({ refused }: Outcome) => [...refused.values()].reduce((sum, count) => sum + count, 0);

/** More than are under way together, with a reading for each: before the first answer the documented limit is assumed, and not waited for longer than two seconds. */
const limits = fc.integer({ min: 17, max: 120 });
const windows = fc.constantFrom(20 * SECOND, 30 * SECOND, MINUTE);
const offsets = fc.integer({ min: -15 * MINUTE, max: 15 * MINUTE });
const latencies = fc.array(fc.integer({ min: 2, max: 3_000 }), { minLength: 1, maxLength: 20 });
const parallels = fc.integer({ min: 1, max: 8 });
const taking = (each: number[]) => {
	let n = 0;
	return () => each[n++ % each.length];
};

it('with true counters and one holder nothing that is admitted is refused, whatever the clocks and the latencies', async () => {
	await fc.assert(
		fc.asyncProperty(offsets, latencies, limits, windows, parallels, fc.boolean(), fc.boolean(), async (offset, each, limit, windowMs, parallel, withDate, readsFirst) => {
			const show = ({ date, ...truth }: Required<Shown>): Shown => (withDate ? { date, ...truth } : truth);
			const outcome = await sendAll({ limit, windowMs, offset: () => offset, latency: taking(each), parallel, requests: limit * 3, readsFirst, show });
			expect(total(outcome)).toBe(0);
		}),
		{ numRuns: 25 },
	);
});

it('when the clock of the service is set, one request at most is refused each time, and nobody waits more than two windows longer', async () => {
	const steps = fc.array(fc.record({ at: fc.integer({ min: 1, max: 180 }), by: offsets }), { minLength: 1, maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(steps, fc.integer({ min: 2, max: 500 }), async (given, latency) => {
			const offset = (passed: number) => given.reduce((sum, { at, by }) => (passed >= at * SECOND ? sum + by : sum), 0);
			const outcome = await sendAll({ limit: 60, windowMs: MINUTE, offset, latency: () => latency, parallel: 1, requests: 240 });
			expect(total(outcome)).toBeLessThanOrEqual(given.length);
			expect(outcome.duration).toBeLessThanOrEqual((5 + 2 * given.length) * MINUTE);
		}),
		{ numRuns: 25 },
	);
});

const anything = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(undefined, '', 'many', '-5', '0.5', 'Infinity', '1e400'));

it.each([
	['a rest that is not true', fc.record({ remaining: anything })],
	['a reset that is early by two seconds or jumps by one', fc.record({ early: fc.integer({ min: 0, max: 2 }), jumps: fc.boolean() })],
	['both', fc.record({ remaining: anything, early: fc.integer({ min: 0, max: 2 }) })],
	['no reset that could be one', fc.record({ reset: fc.constantFrom(undefined, '', 'soon', '-1', '0', '1', '33000000000', 'Infinity'), remaining: anything })],
])('with headers that lie, %s: one request of a window is refused at most', async (_what, lies) => {
	await fc.assert(
		fc.asyncProperty(lies as fc.Arbitrary<Record<string, unknown>>, fc.integer({ min: 2, max: 900 }), offsets, async (lie, latency, offset) => {
			let count = 0;
			const show = (truth: Required<Shown>): Shown => ({
				...truth,
				...('remaining' in lie ? { remaining: lie.remaining } : {}),
				reset: 'reset' in lie ? lie.reset : (truth.reset as number) - (Number(lie.early ?? 0)) - (lie.jumps === true ? count++ % 2 : 0),
			});
			const outcome = await sendAll({ limit: 60, windowMs: MINUTE, offset: () => offset, latency: () => latency, parallel: 1, requests: 150, show });
			expect([...outcome.refused.values()].filter((refusals) => refusals > 1)).toEqual([]);
		}),
		{ numRuns: 20 },
	);
});

const NOW = Date.parse('2026-03-02T08:00:00Z');
const END = NOW + 30 * SECOND;

interface Answer extends Shown {
	sentAt?: number;
	receivedAt?: number;
	inFlight?: number;
}

/** Takes in an answer of a service whose clock is the machine's; `reset` in ms. */
function answered(window: QuotaWindow, { sentAt, receivedAt = NOW, inFlight = 0, date = receivedAt, limit, remaining, reset }: Answer): QuotaWindow {
	const headers = {
		date: new Date(date).toUTCString(),
		'x-ratelimit-limit': limit,
		'x-ratelimit-remaining': remaining,
		'x-ratelimit-reset': reset === undefined ? undefined : String(Number(reset) / SECOND),
	};
	return afterAnswer(window, { headers: headers as Headers, sentAt: sentAt ?? receivedAt, receivedAt, inFlight });
}

/** A window of which 40 requests are left, and of which others have spent 19. */
const known = () => answered(unknownWindow, { reset: END, limit: '60', remaining: '40' });

describe('a window', () => {
	it('is followed by one that is full, in which what others spent is the past and fades', () => {
		expect(windowAt(known(), END - 1)).toEqual(known());
		expect(windowAt(known(), END)).toMatchObject({ remaining: 60, endsAt: null, openedAt: END, own: 0, others: 0, othersBefore: 19 });
		expect(windowAt(known(), END + MINUTE).othersBefore).toBe(9.5);
		expect([END, END + 5 * MINUTE, END + 10 * MINUTE].map((now) => isShared(windowAt(known(), now)))).toEqual([true, true, false]);
		expect([isShared(known()), isShared(unknownWindow)]).toEqual([true, false]);
	});

	it('has less by a request without an answer, and nothing after a refusal', () => {
		expect(afterNoAnswer(known(), NOW)).toMatchObject({ remaining: 39, own: 1, unanswered: [NOW] });
		expect(afterNoAnswer({ ...known(), remaining: 0 }, NOW).remaining).toBe(0);
		expect(afterNoAnswer(known(), END)).toMatchObject({ remaining: 60, own: 0, unanswered: [END], endsAt: null });
		expect(afterRefusal(known(), NOW)).toMatchObject({ remaining: 0, endsAt: END });
		expect(afterRefusal(known(), END)).toMatchObject({ remaining: 0, endsAt: END + 3 * SECOND });
		expect(afterRefusal(unknownWindow, NOW)).toMatchObject({ remaining: 0, endsAt: NOW + MINUTE });
	});

	it('has nothing less by requests of the minutes before it that got no answer, and less by those of the last minute', () => {
		const outage = (seconds: number) => Array.from({ length: 60 }, (_, n) => NOW - n * seconds * SECOND).reverse().reduce(afterNoAnswer, unknownWindow);
		const first = (window: QuotaWindow) => answered(window, { receivedAt: NOW + 100, reset: END, limit: '60', remaining: '59' });
		expect(first(outage(60))).toMatchObject({ remaining: 58, others: 0 });
		expect(first(outage(3)).remaining).toBe(39);
		expect(outage(60).unanswered).toHaveLength(1);
	});

	it('has the counters of its answer, and counts by itself where they cannot be true', () => {
		const counters = ([limit, remaining]: Array<string | null>) => {
			const window = answered(known(), { reset: END, limit, remaining });
			return [window.limit, window.remaining];
		};
		expect([['1', '0'], [null, '7'], ['', '7']].map(counters)).toEqual([[1, 0], [60, 7], [60, 7]]);
		expect([['0', '0'], ['many', '0'], ['60', '61'], ['60', null]].map(counters)).toEqual([[60, 39], [60, 39], [60, 39], [60, 39]]);
	});
});

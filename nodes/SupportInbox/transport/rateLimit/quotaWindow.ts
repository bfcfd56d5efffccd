import type { LocalTime } from '../../adapter/clock';
import type { ServiceTime } from '../../store/time';
import { type ClockOffset, dateOf, narrowed, unixMillis } from '../clock';
import type { Headers } from '../errors/failure';
import { DATE_RESOLUTION_MS, WINDOW_END_MARGIN_MS, PROBE_MS, RESET_RESOLUTION_MS, WINDOW_MS } from '../timing';

/** Requests in a window, until the service's own headers say otherwise (API document, Limits). */
export const DOCUMENTED_LIMIT = 60;
/** How far ahead a reset may be, and for how long earlier resets are used to check it (ms). */
const PLAUSIBLE_MS = 2 * WINDOW_MS;
/** The requests of others are halved with each window that passes; below this number they are forgotten. */
const NEGLIGIBLE = 1 / 4;

/**
 * What the service's headers show of the token's minute. A value, never changed in place.
 * - `limit`: requests in a window.
 * - `remaining`: the lowest figure reported in this window; `limit` until an answer has shown one.
 * - `endsAt`: when it has surely ended; null until it has got an answer.
 * - `reset`: its end as the service reported it; until an answer shows it, the end of the window before.
 * - `openedAt`: when it became the present window; `seenAt`: when the first answer with `reset` came.
 * - `own`: answered requests of this process; `unanswered`: when requests got no answer, which it may have
 *   counted.
 * - `others`: the least number of requests that other holders of the token have sent in it.
 * - `othersBefore`: the same for the windows before, halved with each window.
 * - `offset`: the clock offset.
 */
export interface QuotaWindow {
	readonly limit: number;
	readonly remaining: number;
	readonly endsAt: LocalTime | null;
	readonly reset: ServiceTime | null;
	readonly openedAt: LocalTime;
	readonly seenAt: LocalTime;
	readonly own: number;
	readonly unanswered: readonly number[];
	readonly others: number;
	readonly othersBefore: number;
	readonly offset: ClockOffset;
}

/** An answer: its headers, the times around the request, and how many other requests were under way when it came. */
interface Answered {
	headers: Headers;
	sentAt: LocalTime;
	receivedAt: LocalTime;
	inFlight: number;
}

/** The window of a token about which nothing is known. */
export const unknownWindow: QuotaWindow = {
	limit: DOCUMENTED_LIMIT,
	remaining: DOCUMENTED_LIMIT,
	endsAt: null,
	reset: null,
	openedAt: -Infinity,
	seenAt: -Infinity,
	own: 0,
	unanswered: [],
	others: 0,
	othersBefore: 0,
	offset: null,
};

/**
 * Updates the window with the headers of an answer (API document, Limits: X-RateLimit-*).
 *
 * @returns the window after this answer; where a header is missing, requests are counted here instead
 */
export function afterAnswer(window: QuotaWindow, answer: Answered): QuotaWindow {
	const { headers, sentAt, receivedAt, inFlight } = answer;
	const reset = resetIn(headers, receivedAt, window.offset);
	const offset = offsetAfter(window.offset, answer, reset);
	const { limit, remaining } = countersIn(headers, window.limit);
	const known = { ...windowAt(window, receivedAt), limit, offset };
	const { reset: before, seenAt } = known;
	const endsAt = reset === undefined ? (known.endsAt ?? sentAt + WINDOW_MS) : reset - (offset?.min ?? 0);
	// Ignore a late answer of an earlier window. But if the request was sent after the first answer of this window, an earlier end
	// shows that the service's clock was set back.
	const isLate = reset !== undefined && before !== null && reset < before && sentAt < seenAt;
	if (isLate || endsAt <= receivedAt) return known;
	const isNext = reset !== undefined && known.endsAt !== null && Math.abs(reset - (before ?? 0)) > RESET_RESOLUTION_MS;
	const current = isNext ? nextWindow(known, 1, receivedAt) : known;
	const isFirst = current.endsAt === null;
	const own = current.own + 1;
	const used = own + unansweredIn(current, receivedAt).length;
	// Requests are counted here as well: a counter that shows too many left does not make us send more than the limit.
	const remainingNow = Math.min(remaining ?? limit, Math.max(0, limit - used));
	return {
		...current,
		endsAt,
		reset: reset ?? current.reset,
		seenAt: isFirst ? receivedAt : seenAt,
		remaining: isFirst
			? remainingNow
			: Math.min(current.remaining, remaining === undefined ? Math.max(0, current.remaining - 1) : remainingNow),
		own,
		others: remaining === undefined ? current.others : Math.max(current.others, limit - remaining - used - inFlight),
	};
}

/** Counts a request that got no answer: the service may have counted it. */
export function afterNoAnswer(window: QuotaWindow, now: LocalTime): QuotaWindow {
	const current = windowAt(window, now);
	const remaining = current.endsAt === null ? current.remaining : Math.max(0, current.remaining - 1);
	return { ...current, unanswered: [...unansweredIn(current, now), now], remaining };
}

/** While no answer shows a window, the requests of past minutes belong to past windows. */
function unansweredIn({ unanswered }: QuotaWindow, now: LocalTime): readonly number[] {
	return unanswered.filter((at) => at > now - WINDOW_MS);
}

/**
 * Records a refusal for the rate limit, after its headers: no request is left until the window ends. Without a usable reset time
 * that takes a whole minute, because the start of the window was a guess. Otherwise it takes at least a few seconds, because
 * the service's windows may end a little later than it says.
 */
export function afterRefusal(window: QuotaWindow, now: LocalTime): QuotaWindow {
	const current = windowAt(window, now);
	const endsAt = current.reset === null ? now + WINDOW_MS : Math.max(current.endsAt ?? now, now + WINDOW_END_MARGIN_MS);
	return { ...current, remaining: 0, endsAt };
}

/** The window at `now`: a full new one when the given one has surely ended. */
export function windowAt(window: QuotaWindow, now: LocalTime): QuotaWindow {
	if (window.endsAt === null || now < window.endsAt) return window;
	return nextWindow(window, 1 + Math.floor((now - window.endsAt) / WINDOW_MS), window.endsAt);
}

/** @returns when the next window opens */
export function opensAt({ endsAt }: QuotaWindow, now: LocalTime): LocalTime {
	return endsAt ?? now + PROBE_MS;
}

/** @returns whether others have used the token, in this window or the last ones */
export function isShared({ others, othersBefore }: QuotaWindow): boolean {
	return others > 0 || othersBefore >= NEGLIGIBLE;
}

function nextWindow(window: QuotaWindow, passed: number, openedAt: LocalTime): QuotaWindow {
	const othersBefore = Math.max(window.others, window.othersBefore / 2) / 2 ** (passed - 1);
	return { ...window, remaining: window.limit, endsAt: null, openedAt, own: 0, unanswered: [], others: 0, othersBefore };
}

/**
 * The end of the window by the headers. It is used only if it is not in the past and at most two
 * windows ahead, by the service's Date or else by the clock offset of the last two windows. An older offset is not used for
 * this, because the clock may have been set.
 */
function resetIn(headers: Headers, receivedAt: LocalTime, offset: ClockOffset): ServiceTime | undefined {
	const end = unixMillis(numberIn(headers, 'x-ratelimit-reset'));
	const date = dateOf(headers);
	const known = offset === null || receivedAt - offset.at > PLAUSIBLE_MS ? undefined : [receivedAt + offset.min, receivedAt + offset.max];
	const [earliest, latest] = (date === undefined ? known : [date, date + DATE_RESOLUTION_MS]) ?? [-Infinity, Infinity];
	return end !== undefined && end >= earliest - RESET_RESOLUTION_MS && end <= latest + PLAUSIBLE_MS + RESET_RESOLUTION_MS ? end : undefined;
}

/** The clock offset by the Date header; without one by the reset time, which is at most a window ahead. */
function offsetAfter(offset: ClockOffset, { headers, sentAt, receivedAt }: Answered, end: number | undefined): ClockOffset {
	const date = dateOf(headers);
	if (date !== undefined) return narrowed(offset, { earliest: date, latest: date + DATE_RESOLUTION_MS }, sentAt, receivedAt);
	if (end === undefined) return offset;
	return narrowed(offset, { earliest: end - WINDOW_MS - RESET_RESOLUTION_MS, latest: end + RESET_RESOLUTION_MS }, sentAt, receivedAt);
}

/**
 * The counters of an answer. A limit below one contradicts the answer it came with, and the remaining number cannot exceed
 * the limit. Such counters are not used, and requests are counted here instead.
 */
function countersIn(headers: Headers, knownLimit: number): { limit: number; remaining: number | undefined } {
	const limit = numberIn(headers, 'x-ratelimit-limit') ?? knownLimit;
	if (!Number.isSafeInteger(limit) || limit < 1) return { limit: knownLimit, remaining: undefined };
	const remaining = numberIn(headers, 'x-ratelimit-remaining') ?? NaN;
	return { limit, remaining: remaining >= 0 && remaining <= limit ? remaining : undefined };
}

/** @returns undefined where the header is missing or empty, NaN where it is not a number */
function numberIn(headers: Headers, name: string): number | undefined {
	const value = headers[name];
	if (value === undefined || value === null || value === '') return undefined;
	return Number.isFinite(Number(value)) ? Number(value) : NaN;
}

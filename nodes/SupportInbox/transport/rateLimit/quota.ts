import type { Headers } from '../errors/failure';
import { DATE_RESOLUTION_MS, PROBE_MS, RESET_RESOLUTION_MS, WINDOW_MS } from '../timing';
import type { Bounds, ClockOffset } from './clockOffset';
import { dateOf, narrowed } from './clockOffset';
import type { OthersUse } from './othersUse';
import { afterCounters, afterOwnRequest, nobodyElse, usedInWindow } from './othersUse';

/** Requests in a window, until the service's own headers say otherwise (API document, Limits). */
const DOCUMENTED_LIMIT = 60;

/**
 * What is left of the token's minute, as far as the service's headers show. A value, never changed in place.
 * - `limit`: requests per window.
 * - `remaining`: the lowest figure the service gave in this window, or `limit` in a window nobody has seen yet.
 * - `ends`: end of the window in ms, as the service `reported` it (its own clock) or as counted here (this machine's
 *   clock); null while no answer of the window has come.
 * - `lastReported`: end of the last window that the service reported.
 * - `windowMs`: length of a window, the documented one unless ends closer to each other were seen.
 * - `window`: which window this is; grows by one with each that has passed.
 * - `others`: what other holders of the token spend.
 * - `offset`: difference of the clocks.
 */
export interface Quota {
	readonly limit: number;
	readonly remaining: number;
	readonly ends: { readonly reported: boolean; readonly at: number } | null;
	readonly lastReported: number | null;
	readonly windowMs: number;
	readonly window: number;
	readonly others: OthersUse;
	readonly offset: ClockOffset;
}

/**
 * A request's answer: its headers, when it was sent and received (ms of this machine's clock), and how many other
 * requests of this process were under way when it came.
 */
export interface Answered {
	headers: Headers;
	sentAt: number;
	receivedAt: number;
	inFlight: number;
}

/** @returns the quota of a token about which nothing is known */
export function unknownQuota(): Quota {
	return {
		limit: DOCUMENTED_LIMIT,
		remaining: DOCUMENTED_LIMIT,
		ends: null,
		lastReported: null,
		windowMs: WINDOW_MS,
		window: 0,
		others: nobodyElse,
		offset: null,
	};
}

/**
 * Updates the quota with the headers of an answer (API document, Limits: X-RateLimit-*).
 *
 * @returns the quota after this answer; what the headers do not say is counted here instead
 */
export function afterAnswer(quota: Quota, answered: Answered): Quota {
	const { headers, sentAt, receivedAt } = answered;
	const end = resetOf(answered);
	const known = opened({ ...quota, offset: offsetAfter(quota, answered, end) }, receivedAt);
	const { limit, remaining } = countersIn(headers, known.limit);
	if (end === undefined) return counted({ ...known, limit }, remaining, sentAt);

	// An answer of the last window that arrives late says nothing about this one.
	if (known.ends?.reported && end < known.ends.at) return { ...known, limit };
	const past = end - (known.offset?.min ?? 0);
	if (past <= receivedAt) {
		// Sent when the window should have been over, and it was not: the service's windows end a little later.
		const tooEarly = sentAt >= past;
		return tooEarly ? { ...known, limit, remaining: remaining ?? known.remaining, ends: { reported: false, at: receivedAt + RESET_RESOLUTION_MS } } : { ...known, limit };
	}
	const sameWindow = known.ends?.reported === true && known.ends.at === end;
	const left = remaining ?? Math.max(0, known.remaining - 1);
	const apart = known.lastReported !== null && end > known.lastReported ? end - known.lastReported : WINDOW_MS;
	const current = sameWindow || known.ends === null ? known : later(known, 1);
	const others = afterOwnRequest(current.others);
	return {
		...current,
		limit,
		remaining: sameWindow ? Math.min(known.remaining, left) : left,
		ends: { reported: true, at: end },
		lastReported: end,
		windowMs: Math.min(known.windowMs, apart),
		others: remaining === undefined ? others : afterCounters(others, limit - remaining, answered.inFlight),
	};
}

/** Counts a request that got no answer: the service may have counted it. */
export function afterSilence(quota: Quota, now: number): Quota {
	const current = opened(quota, now);
	const others = afterOwnRequest(current.others);
	return current.ends === null ? { ...current, others } : { ...current, others, remaining: Math.max(0, current.remaining - 1) };
}

/**
 * Notes a refusal for the rate limit, after its headers: nothing is left until the window ends.
 * Without a usable reset time a whole minute is waited, or a second when the window had just ended.
 */
export function afterRefusal(quota: Quota, now: number): Quota {
	const current = opened(quota, now);
	const at = now + (current.lastReported === null ? WINDOW_MS : RESET_RESOLUTION_MS);
	return { ...current, remaining: 0, ends: current.ends ?? { reported: false, at } };
}

/** @returns when the next window opens, in ms of this machine's clock */
export function opensAt(quota: Quota, now: number): number {
	return localEnd(quota) ?? now + PROBE_MS;
}

/** The quota as it is at `now`: a window that has surely ended on the service's clock is full again. */
export function opened(quota: Quota, now: number): Quota {
	const end = localEnd(quota);
	if (end === null || now < end) return quota;
	const passed = 1 + Math.floor((now - end) / quota.windowMs);
	return { ...later(quota, passed), remaining: quota.limit, ends: null };
}

function later(quota: Quota, windows: number): Quota {
	const window = quota.window + windows;
	return { ...quota, window, others: usedInWindow(quota.others, window) };
}

/** The end of the window on this machine's clock, when it has surely come; null while unknown. */
export function localEnd({ ends, offset }: Quota): number | null {
	if (ends === null) return null;
	return ends.reported ? ends.at - (offset?.min ?? 0) : ends.at;
}

/** Without a reset time: the window is taken to have begun with the first request that was seen in it. */
function counted(known: Quota, remaining: number | undefined, sentAt: number): Quota {
	const ends = known.ends ?? { reported: false, at: sentAt + WINDOW_MS };
	// The answer may have shown another limit than the one that an unseen window was taken to have.
	const before = known.ends === null ? known.limit : known.remaining;
	return { ...known, ends, remaining: Math.min(before, remaining ?? Math.max(0, before - 1)) };
}

/**
 * The end of the window by the headers, in ms of the service's clock. A time that lies further ahead of the
 * service's own Date than a window is long, or behind it, is no Unix time in seconds and is not used.
 */
function resetOf({ headers }: Answered): number | undefined {
	const reset = numberIn(headers, 'x-ratelimit-reset');
	if (reset === undefined) return undefined;
	const end = reset * 1_000;
	const date = dateOf(headers);
	if (date === undefined) return end;
	const soon = date + DATE_RESOLUTION_MS + WINDOW_MS + RESET_RESOLUTION_MS;
	return end >= date - RESET_RESOLUTION_MS && end <= soon ? end : undefined;
}

/** The service's clock by the Date header; without one by the reset time, which is at most a window ahead. */
function offsetAfter({ offset }: Quota, { headers, sentAt, receivedAt }: Answered, end: number | undefined): ClockOffset {
	const date = dateOf(headers);
	if (date === undefined && end === undefined) return offset;
	const written: Bounds =
		date !== undefined
			? { earliest: date, latest: date + DATE_RESOLUTION_MS }
			: { earliest: (end as number) - WINDOW_MS - RESET_RESOLUTION_MS, latest: (end as number) + RESET_RESOLUTION_MS };
	return narrowed(offset, written, sentAt, receivedAt);
}

/**
 * The counters of an answer. A limit that lets nothing through contradicts the very answer it came with, and so does
 * more left than there can be: such counters are not believed, and requests are counted here instead.
 */
function countersIn(headers: Headers, knownLimit: number): { limit: number; remaining: number | undefined } {
	const given = headers['x-ratelimit-limit'];
	const isGiven = given !== undefined && given !== null && given !== '';
	const limit = isGiven ? Number(given) : knownLimit;
	if (!Number.isSafeInteger(limit) || limit < 1) return { limit: knownLimit, remaining: undefined };
	const remaining = numberIn(headers, 'x-ratelimit-remaining');
	return { limit, remaining: remaining !== undefined && remaining > limit ? undefined : remaining };
}

function numberIn(headers: Headers, name: string): number | undefined {
	const value = headers[name];
	if (value === null || value === '') return undefined;
	const number = Number(value);
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}

import type { Headers } from './failure';

/** The documented limit and period, used until the service's own headers say otherwise (API document, Limits). */
export const DOCUMENTED_LIMIT = 60;
export const WINDOW_MS = 60_000;

/** The service sends whole seconds; a lone host clock cannot do better than this. */
const DATE_RESOLUTION_MS = 1_000;

/**
 * What is known about the token's budget. A value, never changed in place.
 * - `limit`: requests per window.
 * - `remaining`: the lowest figure the service gave in this window, or `limit` in a window nobody has seen yet.
 * - `endsAt`: end of the window in ms of the service's clock; null while unknown.
 * - `offset`: bounds of (service's clock - this machine's clock) in ms, from the Date headers.
 * - `seen`: whether any answer has come yet; until then one request is tried alone.
 */
export interface Budget {
	readonly limit: number;
	readonly remaining: number;
	readonly endsAt: number | null;
	readonly offset: { readonly min: number; readonly max: number } | null;
	readonly seen: boolean;
}

/** Whether a request may go now; if not, when to ask again (local ms), or null: when an answer under way has come. */
export type Verdict = { go: true } | { go: false; until: number | null };

/** @returns the budget of a token about which nothing is known */
export function unknownBudget(): Budget {
	return { limit: DOCUMENTED_LIMIT, remaining: DOCUMENTED_LIMIT, endsAt: null, offset: null, seen: false };
}

/**
 * Takes in the headers of an answer (API document, Limits: X-RateLimit-*).
 *
 * @param sentAt,receivedAt ms of this machine's clock around the request
 * @returns the budget after this answer; without rate-limit headers requests are counted here instead
 */
export function afterAnswer(
	budget: Budget,
	{ headers, sentAt, receivedAt }: { headers: Headers; sentAt: number; receivedAt: number },
): Budget {
	const offset = narrowOffset(budget.offset, headers, sentAt, receivedAt);
	const known = { ...opened({ ...budget, offset }, receivedAt), seen: true };

	const remaining = numberIn(headers, 'x-ratelimit-remaining');
	const reset = numberIn(headers, 'x-ratelimit-reset');
	if (remaining === undefined || reset === undefined) {
		const endsAt = known.endsAt ?? sentAt + WINDOW_MS + (offset?.min ?? 0);
		return { ...known, endsAt, remaining: Math.max(0, known.remaining - 1) };
	}

	const limit = numberIn(headers, 'x-ratelimit-limit') ?? known.limit;
	const endsAt = reset * 1_000;
	// An answer of the last window that arrives late says nothing about this one.
	if (known.endsAt !== null && endsAt < known.endsAt) return { ...known, limit };
	const sameWindow = known.endsAt === endsAt;
	return { ...known, limit, endsAt, remaining: sameWindow ? Math.min(known.remaining, remaining) : remaining };
}

/**
 * Takes in a refusal for the rate limit: nothing is left until the window ends.
 * Without a usable reset time the end of the running minute is assumed.
 */
export function afterRefusal(budget: Budget, now: number): Budget {
	const offsetMin = budget.offset?.min ?? 0;
	const open = budget.endsAt !== null && budget.endsAt > now + offsetMin;
	const endsAt = open ? budget.endsAt : now + offsetMin + (budget.endsAt === null ? WINDOW_MS : DATE_RESOLUTION_MS);
	return { ...budget, remaining: 0, endsAt, seen: true };
}

/**
 * Decides whether one more request may leave.
 *
 * @param now ms of this machine's clock
 * @param inFlight requests whose answers have not come; each may or may not be in `remaining` already
 * @param reserve requests of each window that this caller leaves for others
 */
export function mayGo(
	budget: Budget,
	{ now, inFlight, reserve }: { now: number; inFlight: number; reserve: number },
): Verdict {
	if (!budget.seen) return inFlight === 0 ? { go: true } : { go: false, until: null };

	const current = opened(budget, now);
	const available = current.remaining - inFlight;
	if (available > 0 && available > reserveAt(current, now, reserve)) return { go: true };
	// The answers under way tell whether they were counted already.
	if (inFlight > 0 && available + inFlight > reserveAt(current, now, reserve)) return { go: false, until: null };
	const releasedAt = available > 0 ? releaseTime(current) : opensAt(current, now);
	return { go: false, until: releasedAt };
}

/** @returns when the next window opens, in ms of this machine's clock, never more than a window away */
export function opensAt(budget: Budget, now: number): number {
	if (budget.endsAt === null) return now + WINDOW_MS;
	const local = budget.endsAt - (budget.offset?.min ?? 0);
	return Math.min(local, now + WINDOW_MS + DATE_RESOLUTION_MS);
}

/** The budget as it is at `now`: a window that has surely ended on the service's clock is full again. */
export function opened(budget: Budget, now: number): Budget {
	if (budget.endsAt === null || now < budget.endsAt - (budget.offset?.min ?? 0)) return budget;
	return { ...budget, remaining: budget.limit, endsAt: null };
}

/** The reserve is given up for the last tenth of a window, so that no request of the limit is wasted. */
function reserveAt(budget: Budget, now: number, reserve: number): number {
	return now >= releaseTime(budget) ? 0 : reserve;
}

function releaseTime(budget: Budget): number {
	return budget.endsAt === null
		? Infinity
		: budget.endsAt - (budget.offset?.min ?? 0) - WINDOW_MS / 10;
}

/**
 * The Date header was written between sending and receiving and cut to the second, which bounds the
 * difference of the clocks; every answer narrows the bounds, a clock that was set anew replaces them.
 */
function narrowOffset(known: Budget['offset'], headers: Headers, sentAt: number, receivedAt: number) {
	const date = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
	if (Number.isNaN(date)) return known;
	const fresh = { min: date - receivedAt, max: date + DATE_RESOLUTION_MS - sentAt };
	if (known === null) return fresh;
	const both = { min: Math.max(known.min, fresh.min), max: Math.min(known.max, fresh.max) };
	return both.min <= both.max ? both : fresh;
}

function numberIn(headers: Headers, name: string): number | undefined {
	const value = headers[name];
	if (value === undefined || value === null || value === '') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}

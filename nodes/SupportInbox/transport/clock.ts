import type { LocalTime } from '../adapter/clock';
import type { ServiceTime } from '../store/time';
import type { Headers } from './errors/failure';

/** The least Unix time in seconds that is accepted, of the year 2001. Times in seconds stay below 1,000 times this for 30,000 years. */
const FIRST_SECONDS = 1e9;

/**
 * @returns a Unix time in ms; the input may be in s, ms, µs or ns, as its size shows. Undefined for other numbers, such as seconds left.
 */
export function unixMillis(time: number | undefined): number | undefined {
	if (time === undefined || !Number.isFinite(time) || time < FIRST_SECONDS) return undefined;
	let seconds = time;
	while (seconds >= FIRST_SECONDS * 1_000) seconds /= 1_000;
	return seconds * 1_000;
}

/**
 * Bounds of ServiceTime - LocalTime in ms, as known at `at`.
 * null: no answer has shown it yet.
 */
export type ClockOffset = { readonly min: number; readonly max: number; readonly at: LocalTime } | null;

/** Two clocks drift apart by less than this share of the time that passes, even while one is slowly corrected. */
const DRIFT = 0.001;

/** A moment on the service's clock is between these bounds, which come from an answer. */
export interface Bounds {
	earliest: ServiceTime;
	latest: ServiceTime;
}

/**
 * Narrows the bounds by the time at which the service wrote an answer. When a clock has been set, the answer contradicts
 * the bounds and replaces them.
 *
 * @param written what the answer says about the service's clock
 * @param sentAt,receivedAt times around the request
 */
export function narrowed(known: ClockOffset, written: Bounds, sentAt: LocalTime, receivedAt: LocalTime): ClockOffset {
	const fresh = { min: written.earliest - receivedAt, max: written.latest - sentAt, at: receivedAt };
	if (known === null) return fresh;
	const drift = Math.abs(receivedAt - known.at) * DRIFT;
	const min = Math.max(known.min - drift, fresh.min);
	const max = Math.min(known.max + drift, fresh.max);
	return min <= max ? { min, max, at: receivedAt } : fresh;
}

/** The years of an HTTP date have four digits (RFC 9110). */
const LAST_DATE = Date.UTC(9999, 0);

/** @returns the service's clock by an answer's Date header; undefined without one, and for what is no HTTP date */
export function dateOf(headers: Headers): ServiceTime | undefined {
	const date = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
	return date >= 0 && date < LAST_DATE ? date : undefined;
}

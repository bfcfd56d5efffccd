/**
 * A time of the service's clock, in ms since 1970: those of its tickets and messages, and that of its `Date` header. This process's own
 * times are LocalTime (adapter/clock.ts); the compiler accepts neither for the other.
 */
export type ServiceTime = number & { readonly clock?: 'service' };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Messages may become visible in another order than they were created in, but at most this late (ms). */
export const LATE_BY = HOUR;
/** An edit that follows another one within this time may not move `last_updated_at` (ms). */
export const SAME_MOMENT = 2 * SECOND;

/** A time in ISO 8601 with an offset. Without one a text means another moment in each time zone, so it is no time. */
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)$/;

/** @returns the time in a text of the service; `otherwise` when the text is not a time with an offset */
export function millisOf(text: unknown, otherwise: ServiceTime): ServiceTime {
	const [, local, hours, minutes = '00'] = (typeof text === 'string' ? TIME.exec(text) : null) ?? [];
	const at = Date.parse(hours === undefined ? `${local}Z` : `${local}${hours}:${minutes}`);
	return Number.isNaN(at) ? otherwise : at;
}

/** @returns a time as the service takes it */
export const secondsOf = (at: ServiceTime): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** @returns up to when a row surely shows what was done, if it was read at `asOf`: the service may cut its times to the second */
export function shownUntil(asOf: ServiceTime): ServiceTime {
	return Math.floor(asOf / SECOND) * SECOND;
}

/**
 * The greatest and the smallest of any number of values: a call such as `Math.max(...values)` accepts about 120,000 values, and
 * an answer may have more rows.
 *
 * @returns -Infinity and Infinity where there is no value
 */
export const greatest = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), -Infinity);
export const smallest = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other), Infinity);

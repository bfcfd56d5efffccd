/** Times of tickets are milliseconds since 1970. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** For so long after a change the index that searches use may show a ticket as it was before (ms). */
export const INDEX_LAG = 10 * SECOND;

/** A calendar date and a time of day in ISO 8601, extended or basic, with a fraction behind a point or a comma, and an offset or none. */
const ISO_8601 = /^([+-]\d{6}|\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * @returns the time in a text of the service, in ms; `otherwise` when the text is not a time. A time without an offset is read as
 *   UTC, never by the zone of this machine, see Stamps
 */
export function millisOf(text: unknown, otherwise: number): number {
	const found = typeof text === 'string' ? ISO_8601.exec(text) : null;
	if (found === null) return otherwise;
	const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = found;
	const offset = zone.length < 3 ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
	const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
	return Number.isNaN(at) ? otherwise : at;
}

/** Whether a text is a time without an offset. */
export function hasNoOffset(text: unknown): boolean {
	return typeof text === 'string' && /\d[T ]\d\d[\d:.,]*$/i.test(text);
}

/**
 * The greatest and the smallest of any number of values: a call such as `Math.max(...values)` accepts about 120,000 values, and
 * an answer may have more rows.
 *
 * @returns -Infinity and Infinity where there is no value
 */
export const greatest = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), -Infinity);
export const smallest = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other), Infinity);

/** Times of tickets are milliseconds since 1970. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** @returns the time in a text of the service, in ms; `otherwise` when the text is not a time */
export function millisOf(text: unknown, otherwise: number): number {
	const at = typeof text === 'string' ? Date.parse(text) : NaN;
	return Number.isNaN(at) ? otherwise : at;
}

/**
 * The greatest and the smallest of any number of values: a call such as `Math.max(...values)` accepts about 120,000 values, and
 * an answer may have more rows.
 *
 * @returns -Infinity and Infinity where there is no value
 */
export const greatest = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), -Infinity);
export const smallest = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other), Infinity);

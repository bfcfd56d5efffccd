/** Times of tickets are milliseconds since 1970. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** @returns milliseconds of the service's text; `otherwise` when it is no time */
export function millisOf(text: unknown, otherwise: number): number {
	const at = typeof text === 'string' ? Date.parse(text) : NaN;
	return Number.isNaN(at) ? otherwise : at;
}

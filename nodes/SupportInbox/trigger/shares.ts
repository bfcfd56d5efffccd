/** Part of a poll's requests that is kept for the rounds; more they do not spend while nothing happens. */
const ROUND_SHARE = 0.3;

/** With less a round might not come further: a page to ask for and a ticket to read whole. */
const MIN_ROUNDS = 2;

/** With less an inbox might not come further: with three, the long run of the tests meets some that never do. */
export const MIN_NEWS = 4;

/** With less a poll might not come further where more happens than it can read. */
export const MIN_REQUESTS = MIN_NEWS + MIN_ROUNDS;

/** @returns how many of a poll's requests the rounds may use */
export function roundShare(maxRequests: number): number {
	return Math.max(MIN_ROUNDS, Math.floor(maxRequests * ROUND_SHARE));
}

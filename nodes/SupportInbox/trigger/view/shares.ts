/** Part of a poll's requests that is kept for the rounds; more they do not spend while nothing happens. */
const SWEEP_SHARE = 0.3;

/** With less a round might not come further: a page to ask for and a ticket to read whole. */
const MIN_SWEEP_REQUESTS = 2;

/** With less an inbox might not come further: with three, the long run of the tests meets some that never do. */
export const MIN_NEW_ACTIVITY_REQUESTS = 4;

/** With less a poll might not come further where more happens than it can read. */
export const MIN_REQUESTS = MIN_NEW_ACTIVITY_REQUESTS + MIN_SWEEP_REQUESTS;

/** @returns how many of a poll's requests the rounds may use */
export function sweepShare(maxRequests: number): number {
	return Math.max(MIN_SWEEP_REQUESTS, Math.floor(maxRequests * SWEEP_SHARE));
}

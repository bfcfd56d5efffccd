/** The part of a poll's requests that is reserved for the sweeps, and the most that they spend. */
const SWEEP_SHARE = 0.3;

/** The least for the sweeps: with less, one might never advance, as it needs a page and a ticket to read whole. */
const MIN_SWEEP_REQUESTS = 2;

/** The least for the new activity of an inbox: with three, some inboxes of the tests' long run never get to the present. */
export const MIN_NEW_ACTIVITY_REQUESTS = 4;

/** The least for a poll: with less, it might never catch up where more happens than it can read. */
export const MIN_REQUESTS = MIN_NEW_ACTIVITY_REQUESTS + MIN_SWEEP_REQUESTS;

/** @returns how many of a poll's requests the sweeps may use */
export function sweepShare(maxRequests: number): number {
	return Math.max(MIN_SWEEP_REQUESTS, Math.floor(maxRequests * SWEEP_SHARE));
}

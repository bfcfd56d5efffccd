import type { Failure } from './failure';

/** How long requests are not sent at all after the service was found dead, in ms. */
const REST_MS = 5_000;
/** Requests that waited for an answer in vain, one after the other, before the service counts as dead. */
const DEAD_AFTER = 2;

/**
 * Notices a dead service, so that a hundred items do not each wait for it. Only time-outs count: a refused or
 * reset connection costs no time, and the next item may be luckier. A value, never changed in place.
 * - `inVain`: requests that timed out for good since the service last answered anything.
 * - `restUntil`: nothing is sent before (this machine's ms).
 */
export interface Outage {
	readonly inVain: number;
	readonly restUntil: number;
}

export const noOutage: Outage = { inVain: 0, restUntil: 0 };

/** Takes in the end of a request that was given up. @param now this machine's ms */
export function afterGivingUp(outage: Outage, failure: Failure, now: number): Outage {
	if (!isTimeout(failure)) return outage;
	const inVain = outage.inVain + 1;
	return { inVain, restUntil: inVain >= DEAD_AFTER ? now + REST_MS : outage.restUntil };
}

/** @returns whether a request is not to be sent at all */
export function isDown(outage: Outage, now: number): boolean {
	return now < outage.restUntil;
}

/** @returns whether one try has to do, because the last request waited in vain already */
export function isDoubtful(outage: Outage): boolean {
	return outage.inVain > 0;
}

/** @returns whether the time-out ended the wait for an answer; axios and Node name it differently */
export function isTimeout(failure: Failure): boolean {
	return failure.kind === 'network' && (failure.code === 'ECONNABORTED' || failure.code === 'ETIMEDOUT');
}

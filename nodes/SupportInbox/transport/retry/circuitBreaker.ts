import { CIRCUIT_OPEN_MS } from '../timing';
import type { Failure } from '../errors/failure';

/** Requests that timed out for good, one after the other, before the circuit opens. */
const OPEN_AFTER = 2;

/**
 * A circuit breaker: notices a dead service, so that a hundred items do not each wait for it. Only time-outs
 * count: a refused or reset connection costs no time, and the next item may be luckier. A value, never changed
 * in place.
 * - `timeouts`: requests that timed out for good since the service last answered anything.
 * - `openUntil`: nothing is sent before (this machine's ms).
 */
export interface Circuit {
	readonly timeouts: number;
	readonly openUntil: number;
}

export const closedCircuit: Circuit = { timeouts: 0, openUntil: 0 };

/** Counts a request that was given up. @param now this machine's ms */
export function afterGivingUp(circuit: Circuit, failure: Failure, now: number): Circuit {
	if (!isTimeout(failure)) return circuit;
	const timeouts = circuit.timeouts + 1;
	return { timeouts, openUntil: timeouts >= OPEN_AFTER ? now + CIRCUIT_OPEN_MS : circuit.openUntil };
}

/** @returns whether a request is not to be sent at all */
export function isOpen(circuit: Circuit, now: number): boolean {
	return now < circuit.openUntil;
}

/** @returns whether the next request is a probe, which gets a single try: the one before it timed out for good */
export function isHalfOpen(circuit: Circuit): boolean {
	return circuit.timeouts > 0;
}

/** @returns whether the time-out ended the wait for an answer; axios and Node name it differently */
export function isTimeout(failure: Failure): boolean {
	return failure.kind === 'network' && (failure.code === 'ECONNABORTED' || failure.code === 'ETIMEDOUT');
}

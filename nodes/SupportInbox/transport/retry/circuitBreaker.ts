import type { Failure } from '../errors/failure';
import { CIRCUIT_OPEN_MS } from '../timing';

/** The circuit opens after this number of requests in a row that timed out in all their tries. */
const OPEN_AFTER = 2;

/**
 * A circuit breaker: notices a dead service, so that a hundred items do not each wait for it. Without it they would take 18 minutes
 * when they read, and 23 to 72 when they write. Only time-outs count: a refused or reset connection costs no time, and the next
 * item may succeed. A value, never changed in place.
 * - `timeouts`: requests that timed out in all their tries since the service last answered anything.
 * - `openUntil`: nothing is sent before this time (this machine's ms).
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

/** @returns whether requests must fail at once, without being sent */
export function isOpen(circuit: Circuit, now: number): boolean {
	return now < circuit.openUntil;
}

/** @returns whether the next request is a probe, which gets a single try because the request before it timed out in all its tries */
export function isHalfOpen(circuit: Circuit): boolean {
	return circuit.timeouts > 0;
}

/** @returns whether the time-out ended the wait for an answer; axios and Node name it differently */
export function isTimeout(failure: Failure): boolean {
	return failure.kind === 'network' && (failure.code === 'ECONNABORTED' || failure.code === 'ETIMEDOUT');
}

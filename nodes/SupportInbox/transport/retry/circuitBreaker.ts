import type { LocalTime } from '../../adapter/clock';
import { type Failure, isTimeout } from '../errors/failure';
import { CIRCUIT_OPEN_MS } from '../timing';

const OPEN_AFTER = 2;

/**
 * Counts the requests in a row that timed out in all their attempts. After one of them the next request gets a single attempt, after
 * {@link OPEN_AFTER} nothing is sent for a moment. Without it a hundred items wait for a dead service one by one: 18 minutes when
 * they read, 23 to 72 when they write. A rejected or reset connection does not count: it costs no time, and the next item may succeed.
 */
export class CircuitBreaker {
	private consecutiveTimeouts = 0;
	private openUntil = -Infinity;

	/** Whether the request before timed out. */
	get lastTimedOut(): boolean {
		return this.consecutiveTimeouts > 0;
	}

	/** Whether nothing is sent at this time. */
	isOpen(at: LocalTime): boolean {
		return this.consecutiveTimeouts >= OPEN_AFTER && at < this.openUntil;
	}

	/** The service has answered. */
	recordAnswer(): void {
		this.consecutiveTimeouts = 0;
	}

	/** A request has failed with its last attempt. */
	recordFailure(failure: Failure, now: LocalTime): void {
		if (!isTimeout(failure)) return;
		this.consecutiveTimeouts += 1;
		this.openUntil = now + CIRCUIT_OPEN_MS;
	}
}

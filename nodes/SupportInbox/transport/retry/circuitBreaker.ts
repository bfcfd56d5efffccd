import { type Failure, isTimeout } from '../errors/failure';
import { CIRCUIT_OPEN_MS } from '../timing';

const OPEN_AFTER = 2;

/**
 * Counts the requests in a row that timed out in all their tries. After one of them the next request gets a single try, after
 * {@link OPEN_AFTER} nothing is sent for a moment. Without it a hundred items wait for a dead service one by one: 18 minutes when
 * they read, 23 to 72 when they write. A refused or reset connection does not count: it costs no time, and the next item may succeed.
 */
export class CircuitBreaker {
	private timedOut = 0;
	private openUntil = -Infinity;

	/** Whether the request before timed out. */
	get isSuspicious(): boolean {
		return this.timedOut > 0;
	}

	/** Whether nothing is sent at this time (ms of the gate's clock). */
	isOpen(at: number): boolean {
		return this.timedOut >= OPEN_AFTER && at < this.openUntil;
	}

	/** The service has answered. */
	answered(): void {
		this.timedOut = 0;
	}

	/** A request has failed with its last try. */
	gaveUp(failure: Failure, now: number): void {
		if (!isTimeout(failure)) return;
		this.timedOut += 1;
		this.openUntil = now + CIRCUIT_OPEN_MS;
	}
}

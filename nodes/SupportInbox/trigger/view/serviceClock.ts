import type { ClockOffset } from '../../transport/rateLimit/clockOffset';
import { narrowed } from '../../transport/rateLimit/clockOffset';
import { SECOND } from '../time';

/** When a ticket was asked for: on the service's clock and on this machine's steady clock (ms). */
export interface Moment {
	asOf: number;
	readAt: number;
}

/** The service's clock, as its answers tell it. The time of day of this machine is not used: it may be wrong, and it may step. */
export class ServiceClock {
	private known: ClockOffset = null;

	/** The service's clock minus the steady clock of this process (ms): never too great; 0 until an answer has come. */
	get offset(): number {
		return this.known?.min ?? 0;
	}

	/**
	 * Takes in an answer: its time is cut to the second, and each answer narrows what is known.
	 *
	 * @param serverTime the service's clock when it answered (ms)
	 * @param sentAt,receivedAt the steady clock of this process around the request (ms)
	 */
	noteAnswer(serverTime: number, sentAt: number, receivedAt: number): void {
		this.known = narrowed(this.known, { earliest: serverTime, latest: serverTime + SECOND }, sentAt, receivedAt);
	}

	/** @returns the service's clock at `at` of the steady clock, in whole seconds (ms), never too late */
	wholeSecondAt(at: number): number {
		return Math.floor((at + this.offset) / SECOND) * SECOND;
	}
}

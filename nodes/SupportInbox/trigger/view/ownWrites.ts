import { SECOND } from '../time';

/**
 * A ticket update of this process: when it left and when its end was known on this machine's steady clock (ms), and the
 * same span on the service's clock, null while that is unknown.
 */
export interface OwnWrite {
	sentAt: number;
	answeredAt: number;
	onService: { earliest: number; latest: number } | null;
}

/** Writes of one ticket, and tickets, that are remembered; an older one only costs a request. */
const MAX_WRITES = 10;
const MAX_TICKETS = 2_000;

/**
 * How long before a write the ticket may have been read for the write to explain `last_updated_at`: an update takes what
 * was read at most two seconds before it leaves. In a longer gap someone else may have touched the ticket, and the write
 * would hide it.
 */
const MAX_GAP_MS = 3 * SECOND;

/** What this process has written to the tickets of one inbox. */
export class OwnWrites {
	private readonly writes = new Map<number, OwnWrite[]>();

	add(ticketId: number, write: OwnWrite): void {
		const known = this.writes.get(ticketId) ?? [];
		this.writes.delete(ticketId);
		this.writes.set(ticketId, [...known, write].slice(-MAX_WRITES));
		if (this.writes.size > MAX_TICKETS) this.writes.delete(this.writes.keys().next().value as number);
	}

	/**
	 * @param readAt when the ticket was read before (ms of the steady clock)
	 * @param updated its `last_updated_at` now (ms)
	 * @returns whether writes of this process, and nothing else, have moved `last_updated_at` since then
	 */
	explain(ticketId: number, readAt: number, updated: number): boolean {
		let knownUntil = readAt;
		for (const { sentAt, answeredAt, onService } of this.writes.get(ticketId) ?? []) {
			if (answeredAt < readAt) continue;
			if (sentAt > knownUntil + MAX_GAP_MS || onService === null) return false;
			// The service may cut its times to the second.
			const earliest = Math.floor(onService.earliest / SECOND) * SECOND;
			if (updated >= earliest && updated <= onService.latest) return true;
			knownUntil = answeredAt;
		}
		return false;
	}
}

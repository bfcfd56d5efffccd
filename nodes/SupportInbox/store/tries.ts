import { setBounded } from './bounded';
import { HOUR, MINUTE, SECOND } from './time';

/** How often a ticket is tried without a long pause; after that a new ticket is emitted without its messages. */
export const QUICK_TRIES = 3;
/** How long a new ticket is tried where its first message decides whether it is emitted (ms). */
const TRIED_FOR = HOUR;
/** The pause between quick tries (ms), so that several triggers do not count the same failure; later pauses grow up to MAX_PAUSE. */
const QUICK_PAUSE = 30 * SECOND;
const MAX_PAUSE = HOUR;
/** Most tickets that are remembered; the tickets that failed the longest ago are dropped first. */
const MAX_TRIED = 2_000;

/** Tickets that could not be read: how often each was tried, and when it is tried again. Times are ms of the steady clock. */
export class Tries {
	private readonly tries = new Map<number, { count: number; firstAt: number; nextAt: number }>();

	/** How often the ticket could not be read. */
	of(ticketId: number): number {
		return this.tries.get(ticketId)?.count ?? 0;
	}

	/** Whether the ticket has been tried for an hour. */
	areExhausted(ticketId: number, now: number): boolean {
		return now >= (this.tries.get(ticketId)?.firstAt ?? Infinity) + TRIED_FOR;
	}

	/** Whether the ticket may be asked for. */
	isDue(ticketId: number, now: number): boolean {
		return now >= (this.tries.get(ticketId)?.nextAt ?? -Infinity);
	}

	/** Notes that the ticket could not be read. */
	note(ticketId: number, now: number): void {
		const count = this.of(ticketId) + 1;
		const firstAt = this.tries.get(ticketId)?.firstAt ?? now;
		const pause = count < QUICK_TRIES ? QUICK_PAUSE : Math.min(MAX_PAUSE, MINUTE * 2 ** (count - QUICK_TRIES));
		const end = firstAt + TRIED_FOR;
		setBounded(this.tries, ticketId, { count, firstAt, nextAt: now < end ? Math.min(now + pause, end) : now + pause }, MAX_TRIED);
	}

	/** Notes that the ticket was read. */
	clear(ticketId: number): void {
		this.tries.delete(ticketId);
	}
}

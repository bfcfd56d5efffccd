import { setBounded } from './bounded';
import { HOUR, MINUTE, SECOND } from './time';

/** So often a ticket is tried without a long pause; after that a new ticket is emitted without its messages. */
export const QUICK_TRIES = 3;
/** Where the first message decides whether a new ticket is emitted, it is tried for so long (ms). */
const TRIED_FOR = HOUR;
/** The pause between quick tries, so that several triggers do not count the same trouble; later ones grow up to MAX_PAUSE (ms). */
const QUICK_PAUSE = 30 * SECOND;
const MAX_PAUSE = HOUR;
/** Tickets that are remembered; those that failed the longest ago leave first. */
const MAX_TRIED = 2_000;

/** Tickets that could not be shown: how often, and when each is tried again. Times are ms of the steady clock. */
export class Tries {
	private readonly tries = new Map<number, { count: number; firstAt: number; nextAt: number }>();

	/** How often the ticket could not be shown. */
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

	/** Notes that the ticket could not be shown. */
	note(ticketId: number, now: number): void {
		const count = this.of(ticketId) + 1;
		const firstAt = this.tries.get(ticketId)?.firstAt ?? now;
		const pause = count < QUICK_TRIES ? QUICK_PAUSE : Math.min(MAX_PAUSE, MINUTE * 2 ** (count - QUICK_TRIES));
		const end = firstAt + TRIED_FOR;
		setBounded(this.tries, ticketId, { count, firstAt, nextAt: now < end ? Math.min(now + pause, end) : now + pause }, MAX_TRIED);
	}

	/** Notes that the ticket could be shown. */
	clear(ticketId: number): void {
		this.tries.delete(ticketId);
	}
}

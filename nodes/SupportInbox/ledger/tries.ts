import { setBounded } from './bounded';
import { HOUR, MINUTE, SECOND } from './time';

/** How often a ticket is tried without a long pause, and in how many polls of a trigger before it emits a new one without its messages. */
export const QUICK_TRIES = 3;
/** How long a new ticket is tried where its first message decides whether it is emitted (ms). */
const TRIED_FOR = HOUR;
/** The pause between quick tries (ms), so that several triggers do not try one after the other; later pauses grow up to MAX_PAUSE. */
const QUICK_PAUSE = 30 * SECOND;
const MAX_PAUSE = HOUR;
/** Most tickets that are remembered; the tickets that failed the longest ago are dropped first. */
const MAX_TRIED = 2_000;

/**
 * A ticket that could not be read. Times are ms of the steady clock.
 * - `count`: how often it was tried; `error`: why the last try failed.
 * - `polls`: by trigger: in how many of its polls the ticket could not be read, also if another one tried, and when the last of these began.
 */
interface Tried {
	count: number;
	firstAt: number;
	nextAt: number;
	error?: unknown;
	polls: Map<string, { count: number; begunAt: number }>;
}

/** Tickets that could not be read: how often each was tried, and when it is tried again. All triggers share the tries, and each counts its polls. */
export class Tries {
	private readonly tries = new Map<number, Tried>();

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

	/** In how many polls of a trigger the ticket could not be read. */
	pollsOf(ticketId: number, trigger: string): number {
		return this.tries.get(ticketId)?.polls.get(trigger)?.count ?? 0;
	}

	/** Notes that the ticket could not be read. */
	note(ticketId: number, now: number, error?: unknown): void {
		const { count: before, firstAt, polls } = this.tries.get(ticketId) ?? { count: 0, firstAt: now, polls: new Map() };
		const count = before + 1;
		const pause = count < QUICK_TRIES ? QUICK_PAUSE : Math.min(MAX_PAUSE, MINUTE * 2 ** (count - QUICK_TRIES));
		const end = firstAt + TRIED_FOR;
		const nextAt = now < end ? Math.min(now + pause, end) : now + pause;
		setBounded(this.tries, ticketId, { count, firstAt, nextAt, error, polls }, MAX_TRIED);
	}

	/**
	 * Counts a poll of a trigger in which the ticket could not be read. One that follows within the pause between quick tries does not count.
	 *
	 * @returns whether it was counted, and why the last try failed
	 */
	countPoll(ticketId: number, trigger: string, begunAt: number): { isCounted: boolean; error?: unknown } {
		const tried = this.tries.get(ticketId);
		const last = tried?.polls.get(trigger) ?? { count: 0, begunAt: -Infinity };
		if (tried === undefined || begunAt < last.begunAt + QUICK_PAUSE) return { isCounted: false };
		tried.polls.set(trigger, { count: last.count + 1, begunAt });
		return { isCounted: true, error: tried.error };
	}

	/** Notes that the ticket was read. */
	clear(ticketId: number): void {
		this.tries.delete(ticketId);
	}
}

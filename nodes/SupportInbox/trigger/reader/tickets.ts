import type { TicketSummary } from '../../fields/ticketFields';
import type { Moment } from '../service/requests';
import type { TicketDetail } from '../service/service';
import { HOUR, MINUTE, SECOND } from '../time';

/**
 * The newest row of a ticket. Times are ms of the service's clock, but for `readAt`, see Moment.
 * - `created`, `updated`: the ticket's own times.
 * - `foundAt`: a search for new activity found the ticket; details of this time or later show why.
 * - `movedAt`: `last_updated_at` moved; details of this time or later show why.
 * - `explained`: earlier values of `last_updated_at`; since then only writes of this process have moved it.
 * - `sentUntil`: the ticket has a message that was sent shortly before this.
 */
export interface Row extends Moment {
	ticket: TicketSummary;
	created: number;
	updated: number;
	foundAt: number;
	movedAt: number;
	explained: readonly number[];
	sentUntil: number;
}

/** How a row was found, besides that it was. */
export type Found = Partial<Pick<Row, 'foundAt' | 'sentUntil'>>;

/** Details that are kept for one inbox, and the characters of their texts; those read the longest ago leave first. */
const MAX_DETAILS = 200;
const MAX_CHARACTERS = 4_000_000;

/** A ticket with its messages, as of when it was asked for. */
export interface TicketDetails extends Moment {
	ticket: TicketDetail;
}

/** The newest details of each ticket, as many as there is room for. */
export class Details {
	private readonly entries = new Map<number, TicketDetails & { characters: number }>();
	private characters = 0;

	get(ticketId: number): TicketDetails | undefined {
		return this.entries.get(ticketId);
	}

	set(details: TicketDetails): void {
		const { ticket } = details;
		this.delete(ticket.ticket_id);
		const characters = ticket.messages.reduce((sum, { body }) => sum + (typeof body === 'string' ? body.length : 0), 0);
		this.entries.set(ticket.ticket_id, { ...details, characters });
		this.characters += characters;
		for (const id of this.entries.keys()) {
			if (this.entries.size <= MAX_DETAILS && this.characters <= MAX_CHARACTERS) break;
			this.delete(id);
		}
	}

	private delete(ticketId: number): void {
		this.characters -= this.entries.get(ticketId)?.characters ?? 0;
		this.entries.delete(ticketId);
	}
}

/** So often a ticket is tried without a long pause; after that a new ticket is emitted without its messages. */
export const QUICK_TRIES = 3;
/** Where the first message decides whether a new ticket is emitted, it is tried for so long (ms). */
export const TRIED_FOR = HOUR;
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
		keep(this.tries, ticketId, { count, firstAt, nextAt: now < end ? Math.min(now + pause, end) : now + pause }, MAX_TRIED);
	}

	/** Notes that the ticket could be shown. */
	clear(ticketId: number): void {
		this.tries.delete(ticketId);
	}
}

/** Sets an entry, which counts as the newest one; of more than `most` the oldest one leaves. */
export function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
	map.delete(key);
	map.set(key, value);
	if (map.size > most) map.delete(map.keys().next().value as K);
}

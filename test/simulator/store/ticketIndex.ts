import type { Message, Ticket } from './types';

/**
 * "Newest first" of the ticket search, by creation; ids break ties.
 * @returns negative when `a` comes before `b`
 */
export function compareNewestFirst(a: Ticket, b: Ticket): number {
	return b.created_at - a.created_at || b.ticket_id - a.ticket_id;
}

/** The same by the last update. */
export function compareNewestUpdated(a: Ticket, b: Ticket): number {
	return b.last_updated_at - a.last_updated_at || b.ticket_id - a.ticket_id;
}

/** @returns the first position in the sorted list whose element is not before the sought place */
function lowerBound<T>(sorted: T[], isBefore: (element: T) => boolean): number {
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (isBefore(sorted[middle])) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The tickets of one inbox, kept sorted, and their messages by send time, so that a search need not look at everything. */
export class TicketIndex {
	/** oldest first: a new ticket is nearly always a push */
	private readonly tickets: Ticket[] = [];
	private readonly byId = new Map<number, Ticket>();
	/** by send time */
	private readonly messages: Message[] = [];

	get size(): number {
		return this.tickets.length;
	}

	get messageCount(): number {
		return this.messages.length;
	}

	addTicket(ticket: Ticket): void {
		const place = lowerBound(this.tickets, (other) => compareNewestFirst(other, ticket) > 0);
		this.tickets.splice(place, 0, ticket);
		this.byId.set(ticket.ticket_id, ticket);
	}

	removeTicket(ticket: Ticket): void {
		this.tickets.splice(this.tickets.indexOf(ticket), 1);
		this.byId.delete(ticket.ticket_id);
		for (const message of ticket.messages) this.removeMessage(message);
	}

	addMessage(message: Message): void {
		const place = lowerBound(this.messages, (other) => other.sent_at <= message.sent_at);
		this.messages.splice(place, 0, message);
	}

	removeMessage(message: Message): void {
		this.messages.splice(this.messages.indexOf(message), 1);
	}

	*newestFirst(): Generator<Ticket> {
		for (let place = this.tickets.length - 1; place >= 0; place--) yield this.tickets[place];
	}

	get(id: number): Ticket | undefined {
		return this.byId.get(id);
	}

	/** @returns the tickets with these ids, newest first; unknown ids are left out */
	withIds(ids: number[]): Ticket[] {
		const found = new Set(ids.map((id) => this.byId.get(id)).filter((ticket) => ticket !== undefined));
		return [...found].sort(compareNewestFirst);
	}

	/** @returns how many messages were sent in the period (both ends included) */
	countSentBetween(since: number, until: number): number {
		const [first, end] = this.range(since, until);
		return Math.max(0, end - first);
	}

	/** @returns the tickets with a message sent in the period (both ends included), newest first */
	ticketsSentBetween(since: number, until: number): Ticket[] {
		const [first, end] = this.range(since, until);
		const found = new Set<Ticket>();
		for (let place = first; place < end; place++) found.add(this.messages[place].ticket);
		return [...found].sort(compareNewestFirst);
	}

	private range(since: number, until: number): [number, number] {
		return [
			lowerBound(this.messages, (message) => message.sent_at < since),
			lowerBound(this.messages, (message) => message.sent_at <= until),
		];
	}
}

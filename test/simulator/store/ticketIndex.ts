import type { Ticket } from './types';

/** "Newest first" of the ticket search, by creation or by the last update; ids break ties. */
export const NEWEST_FIRST = {
	created: (a: Ticket, b: Ticket) => b.created_at - a.created_at || b.ticket_id - a.ticket_id,
	updated: (a: Ticket, b: Ticket) => b.last_updated_at - a.last_updated_at || b.ticket_id - a.ticket_id,
};

/** The tickets of one inbox, kept sorted. */
export class TicketIndex {
	/** oldest first, because a new ticket is then nearly always added at the end */
	private readonly tickets: Ticket[] = [];
	private readonly byId = new Map<number, Ticket>();

	get size(): number {
		return this.tickets.length;
	}

	add(ticket: Ticket): void {
		let place = this.tickets.length;
		while (place > 0 && NEWEST_FIRST.created(this.tickets[place - 1], ticket) < 0) place -= 1;
		this.tickets.splice(place, 0, ticket);
		this.byId.set(ticket.ticket_id, ticket);
	}

	remove(ticket: Ticket): void {
		this.tickets.splice(this.tickets.indexOf(ticket), 1);
		this.byId.delete(ticket.ticket_id);
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
		return [...found].sort(NEWEST_FIRST.created);
	}
}

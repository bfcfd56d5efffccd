import type { TicketDetail } from '../service/api';

import type { Moment } from '../service/requests';

/** Details that are kept for one inbox, and the characters of their texts; those read the longest ago leave first. */
const MAX_TICKETS = 200;
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
			if (this.entries.size <= MAX_TICKETS && this.characters <= MAX_CHARACTERS) break;
			this.delete(id);
		}
	}

	private delete(ticketId: number): void {
		this.characters -= this.entries.get(ticketId)?.characters ?? 0;
		this.entries.delete(ticketId);
	}
}

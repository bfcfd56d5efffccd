import type { TicketDetail } from '../api';

/** Whole tickets of one inbox, and the characters of their texts; the one that was read the longest ago leaves first. */
const MAX_TICKETS = 200;
const MAX_CHARACTERS = 4_000_000;

/** `asOf`, `readAt`: when it was asked for, on the service's clock and on this machine's steady clock (ms). */
interface Entry {
	ticket: TicketDetail;
	asOf: number;
	readAt: number;
	characters: number;
}

/** The newest whole ticket of each id, as many as there is room for. */
export class WholeTickets {
	private readonly entries = new Map<number, Entry>();
	private characters = 0;

	get(ticketId: number): Entry | undefined {
		return this.entries.get(ticketId);
	}

	set(ticket: TicketDetail, { asOf, readAt }: Pick<Entry, 'asOf' | 'readAt'>): void {
		this.delete(ticket.ticket_id);
		const characters = ticket.messages.reduce((sum, { body }) => sum + (typeof body === 'string' ? body.length : 0), 0);
		this.entries.set(ticket.ticket_id, { ticket, asOf, readAt, characters });
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

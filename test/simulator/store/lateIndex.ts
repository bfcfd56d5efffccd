import { TicketIndex } from './ticketIndex';
import type { Ticket } from './types';

/** What a search finds that sees each change some time later. */
export class LateIndex {
	private readonly indexes = new Map<number, TicketIndex>();
	/** how each ticket looked after a change; undefined: it was deleted */
	private readonly changes: Array<{ at: number; ticketId: number; messageBoxId: number; looks: Ticket | undefined }> = [];

	/** @param tickets those that are there, which it sees at once */
	constructor(tickets: Iterable<Ticket>) {
		for (const ticket of tickets) this.put(ticket.message_box_id, ticket.ticket_id, lookOf(ticket));
	}

	/** @param at when it was changed (ms). @param isRemoved it is deleted */
	changed(ticket: Ticket, at: number, isRemoved: boolean): void {
		this.changes.push({ at, ticketId: ticket.ticket_id, messageBoxId: ticket.message_box_id, looks: isRemoved ? undefined : lookOf(ticket) });
	}

	/** @returns the tickets of an inbox as they were then (ms) */
	asOf(messageBoxId: number, then: number): TicketIndex {
		while (this.changes.length > 0 && this.changes[0].at <= then) {
			const { messageBoxId: inbox, ticketId, looks } = this.changes.shift()!;
			this.put(inbox, ticketId, looks);
		}
		return this.indexOf(messageBoxId);
	}

	private put(messageBoxId: number, ticketId: number, looks: Ticket | undefined): void {
		const index = this.indexOf(messageBoxId);
		const before = index.get(ticketId);
		if (before !== undefined) index.remove(before);
		if (looks !== undefined) index.add(looks);
	}

	private indexOf(messageBoxId: number): TicketIndex {
		const index = this.indexes.get(messageBoxId) ?? new TicketIndex();
		this.indexes.set(messageBoxId, index);
		return index;
	}
}

/** Lists of a ticket are replaced by edits, not changed; those of a message grow. */
function lookOf(ticket: Ticket): Ticket {
	return { ...ticket, messages: ticket.messages.map((message) => ({ ...message, attachments: [...message.attachments] })) };
}

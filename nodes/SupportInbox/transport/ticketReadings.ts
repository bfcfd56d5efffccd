import type { IDataObject } from 'n8n-workflow';

/**
 * A ticket as an answer showed it: a row of the search or a ticket with its messages (API document, Ticket).
 * `readAt`: when the request that read it was sent, in ms of the gate's clock; it is no older than that.
 */
export interface ObservedTicket {
	ticket: IDataObject;
	readAt: number;
}

/**
 * Someone who reads tickets anyway (the trigger's readers), so that a write need not read them once more.
 * - `lastRead`: the newest reading of a ticket, however old. It is called often, so it only looks up.
 * - `read`: called for the tickets that a write has read before it is sent.
 * Both must not throw or wait.
 */
export interface TicketObserver {
	lastRead(messageBoxId: number, ticketId: number): ObservedTicket | undefined;
	read(messageBoxId: number, ticket: ObservedTicket): void;
}

/** What those who read tickets of one tenant with one token share. */
export class TicketReadings {
	private observer: TicketObserver | undefined;

	/** Lets the readings of an observer serve the writes, and those of the writes the observer. */
	share(observer: TicketObserver): void {
		this.observer = observer;
	}

	/** @returns the newest reading of a ticket that the observer has */
	newest(messageBoxId: number, ticketId: number): ObservedTicket | undefined {
		return this.observer?.lastRead(messageBoxId, ticketId);
	}

	/** Passes on a ticket that was read for a write: its `last_updated_at` from before the write must be known. */
	note(messageBoxId: number, ticket: ObservedTicket): void {
		this.observer?.read(messageBoxId, ticket);
	}
}

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
 * - `read`: called for the tickets that a write has read before it is sent: `last_updated_at` from before it must be known.
 * Both must not throw or wait.
 */
export interface TicketObserver {
	lastRead(messageBoxId: number, ticketId: number): ObservedTicket | undefined;
	read(messageBoxId: number, ticket: ObservedTicket): void;
}

/** Lets the readings of an observer serve the writes with the same token, and those of the writes the observer. */
export class TicketReadings {
	observer?: TicketObserver;
}

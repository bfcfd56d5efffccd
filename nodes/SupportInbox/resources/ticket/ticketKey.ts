/** What identifies a ticket among all of a tenant. */
export interface TicketKey {
	messageBoxId: number;
	ticketId: number;
}

/** @returns the ticket that the checked values of a path name */
export function ticketKeyOf({ messageBoxId, ticketId }: Readonly<Record<string, string | number>>): TicketKey {
	return { messageBoxId: Number(messageBoxId), ticketId: Number(ticketId) };
}

import type { TicketMessage, TicketSummary } from '../api';
import type { EventName, MessageChoice } from '../settings';
import { millisOf } from '../time';

import type { Changes } from './fields';
import { cameAt } from './messages';

/** Something that happened, as the workflow gets it: the ticket's fields, flat, and what the event adds. */
export interface TicketEvent extends TicketSummary {
	event: EventName;
	message_box_id: number;
	messages?: TicketMessage[];
	message?: TicketMessage;
	changes?: Changes;
}

/** A ticket that is new; its messages when they were asked for. */
export function ticketCreated(messageBoxId: number, ticket: TicketSummary, messages?: TicketMessage[]): TicketEvent {
	const event: TicketEvent = { event: 'ticketCreated', message_box_id: messageBoxId, ...fieldsOf(ticket) };
	return messages === undefined ? event : { ...event, messages };
}

/** A message that is new in a ticket. */
export function newMessage(messageBoxId: number, ticket: TicketSummary, message: TicketMessage): TicketEvent {
	return { event: 'newMessage', message_box_id: messageBoxId, ...fieldsOf(ticket), message };
}

/** A ticket whose fields were changed. */
export function ticketChanged(messageBoxId: number, ticket: TicketSummary, changes: Changes): TicketEvent {
	return { event: 'ticketChanged', message_box_id: messageBoxId, ...fieldsOf(ticket), changes };
}

/** @returns the events, oldest first, by the times that the service shows */
export function oldestFirst(events: readonly TicketEvent[], choice: MessageChoice): TicketEvent[] {
	return events
		.map((event) => ({ event, at: timeOf(event, choice) }))
		.sort((a, b) => a.at - b.at || a.event.ticket_id - b.event.ticket_id)
		.map(({ event }) => event);
}

/** When the service got to know of the event (ms): a memo may be dated back, and a mail may come late. */
function timeOf({ event, created_at, last_updated_at, message }: TicketEvent, choice: MessageChoice): number {
	if (event === 'ticketCreated') return millisOf(created_at, 0);
	return message === undefined ? millisOf(last_updated_at, 0) : cameAt(message, choice, Infinity);
}

/** A ticket's own fields, whether it comes from a search or was read with its messages. */
function fieldsOf(ticket: TicketSummary & { messages?: unknown }): TicketSummary {
	const fields = { ...ticket };
	delete fields.messages;
	return fields;
}

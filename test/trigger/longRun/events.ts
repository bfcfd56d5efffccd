import type { WatchedField } from '../../contract/ticketFields';

export type Watched = Record<WatchedField, unknown>;

export interface EventMessage {
	message_id: number;
	action_cd: string;
}

/** An item of a workflow, as far as the ledger looks at it. */
export type TriggerEvent = Watched & {
	event: string;
	ticket_id: number;
	messages?: EventMessage[];
	message?: EventMessage;
	waiting_since?: string;
	changes?: Partial<Record<WatchedField, { from: unknown; to: unknown }>>;
};

/** A value as text; lists of ids are sets. */
export function textOf(value: unknown): string {
	return JSON.stringify(Array.isArray(value) ? [...(value as unknown[])].sort() : value);
}

export function describeEvent({ event, ticket_id, message, changes, waiting_since }: TriggerEvent): string {
	return [event, ticket_id, message?.message_id, changes && textOf(changes), waiting_since].filter((part) => part !== undefined).join(' ');
}

export const ticketKey = (id: number) => `ticket ${id}`;
export const messageKey = (id: number) => `message ${id}`;

/** @returns the keys of what may be given of a ticket, once each */
export function keysOf({ ticket_id, messages }: { ticket_id: number; messages: EventMessage[] }): string[] {
	return [ticketKey(ticket_id), ...messages.map(({ message_id }) => messageKey(message_id))];
}

import type { IDataObject } from 'n8n-workflow';

import type { InboxState, TriggerState } from '../model';

import type { StoredTickets, Tickets } from './tickets';
import { decodeTickets } from './tickets';
import { TicketWriter } from './ticketWriter';

/** The version this file writes; see versions.ts for the earlier ones. */
export const STATE_VERSION = 3;

/** An inbox as it is stored. */
export type StoredInbox = Omit<InboxState, 'tickets'> & StoredTickets;

/** The state as n8n stores it. */
export interface StoredState extends Omit<TriggerState, 'inboxes'> {
	v: typeof STATE_VERSION;
	inboxes: Record<string, StoredInbox>;
}

/** Finds the tickets of an inbox that were stored so. */
export type TicketsOf = (messageBoxId: number, stored: StoredTickets) => Tickets;

/** Who has written the tickets of which inbox: the same tickets are written by the same writer. */
const writers = new WeakMap<Tickets, TicketWriter>();

/** @returns the state as n8n stores it, and its size in bytes of JSON */
export function encodeState(state: TriggerState): { stored: StoredState; bytes: number } {
	let bytes = Buffer.byteLength(JSON.stringify({ ...state, v: STATE_VERSION, inboxes: {} }));
	const inboxes = [...state.inboxes].map(([id, { tickets, ...inbox }], place) => {
		const written = writerOf(tickets).write(tickets);
		const rest = JSON.stringify({ ...inbox, ...written.stored, tickets: '' });
		bytes += written.bytes + Buffer.byteLength(`${place > 0 ? ',' : ''}"${id}":${rest}`);
		return [id, { ...(JSON.parse(rest) as StoredInbox), tickets: written.stored.tickets }] as const;
	});
	return { stored: { ...state, v: STATE_VERSION, inboxes: Object.fromEntries(inboxes) }, bytes };
}

function writerOf(tickets: Tickets): TicketWriter {
	const writer = writers.get(tickets) ?? new TicketWriter();
	writers.set(tickets, writer);
	return writer;
}

/**
 * @param ticketsOf the tickets of an inbox; by default they are decoded
 * @returns the state that `encodeState` wrote, as values of its own
 */
export function decodeState(
	{ inboxes, ...stored }: StoredState,
	ticketsOf: TicketsOf = (_id, stored) => decodeTickets(stored),
): TriggerState {
	const rest: Omit<StoredState, 'v' | 'inboxes'> & { v?: unknown } = { ...stored };
	delete rest.v;
	const decoded = Object.entries(inboxes).map(([id, { unit, shapes, tickets, ...others }]) => {
		const inbox = copyOf(others);
		return [Number(id), { ...inbox, tickets: ticketsOf(Number(id), { unit, shapes: copyOf(shapes), tickets }) }] as const;
	});
	// The first states of this version did not say whose they are.
	return { ...rest, origin: rest.origin ?? null, inboxes: new Map(decoded) };
}

/** @returns the stored state as n8n's type for it */
export function asDataObject(stored: StoredState): IDataObject {
	return stored as unknown as IDataObject;
}

/** n8n watches stored objects for changes, and nobody else may hold a part of them: a copy is free of that. */
function copyOf<T>(stored: T): T {
	return JSON.parse(JSON.stringify(stored)) as T;
}

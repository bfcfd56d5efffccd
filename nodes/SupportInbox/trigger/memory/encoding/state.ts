import type { IDataObject } from 'n8n-workflow';

import type { InboxState, TicketMemory, TriggerState } from '../model';

import type { StoredTickets } from './tickets';
import { decodeTickets, encodeTickets } from './tickets';

/** The version this file writes; see versions.ts for the earlier ones. */
export const STATE_VERSION = 3;

/** An inbox as it is stored. */
export type StoredInbox = Omit<InboxState, 'tickets'> & StoredTickets;

/** The state as n8n stores it. */
export interface StoredState extends Omit<TriggerState, 'inboxes'> {
	v: typeof STATE_VERSION;
	inboxes: Record<string, StoredInbox>;
}

/**
 * @param keepsTitle whether a ticket's title is stored in full or only a hash of it
 * @returns the state as n8n stores it
 */
export function encodeState(state: TriggerState, keepsTitle: (ticket: TicketMemory) => boolean = () => true): StoredState {
	const inboxes = [...state.inboxes].map(([id, inbox]) => [
		id,
		copyOf({ ...inbox, ...encodeTickets(inbox.tickets, keepsTitle) }),
	]);
	return { ...state, v: STATE_VERSION, inboxes: Object.fromEntries(inboxes) };
}

/** @returns the state that `encodeState` wrote, as values of its own */
export function decodeState({ v: _version, inboxes, ...rest }: StoredState): TriggerState {
	const decoded = Object.entries(inboxes).map(([id, stored]) => {
		const { unit, shapes, tickets, ...inbox } = copyOf(stored);
		return [Number(id), { ...inbox, tickets: decodeTickets({ unit, shapes, tickets }) }] as const;
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

import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { cursorAt } from '../view/cursor';

import type { StoredState, TicketsOf } from './encoding/state';
import { decodeState, STATE_VERSION } from './encoding/state';
import type { InboxState, TicketMemory, TriggerState } from './model';
import { emptyState } from './model';
import type { SecondForm } from './secondForm';
import { fromSecondForm } from './secondForm';

/** The first form: per inbox the watermark (`floor`), the last look, and the tickets seen with their time of creation (ms). */
interface FirstForm {
	v: 1;
	inboxes: Record<string, { floor: number; read: number; tickets: Record<string, number> }>;
}

/**
 * @param origin base URL of the tenant that the credential names now
 * @param ticketsOf the tickets of an inbox; by default they are decoded
 * @returns what the trigger remembers of this tenant: with another one it begins anew, since the same ids mean other
 *   inboxes and tickets there
 * @throws UserError as {@link readState}
 */
export function stateOf(stored: IDataObject | undefined, origin: string, ticketsOf?: TicketsOf): TriggerState {
	const state = readState(stored, ticketsOf);
	return state.origin === null || state.origin === origin ? { ...state, origin } : { ...emptyState(), origin };
}

/**
 * Reads what n8n has stored for the node, in any form a release has written.
 *
 * @param stored undefined: nothing yet
 * @throws UserError when a newer release has written it: guessing would lose or repeat tickets
 */
export function readState(stored: IDataObject | undefined, ticketsOf?: TicketsOf): TriggerState {
	if (stored === undefined) return emptyState();
	switch (stored.v) {
		case STATE_VERSION:
			return decodeState(stored as unknown as StoredState, ticketsOf);
		case 2:
			return decodeState(fromSecondForm(stored as unknown as SecondForm));
		case 1:
			return fromFirstForm(stored as unknown as FirstForm);
		default:
			throw new UserError(
				'What this trigger remembers was written by a newer version of the Support Inbox nodes. Update n8n-nodes-support-inbox, or replace this trigger by a new one, which starts from now.',
			);
	}
}

/** Tickets known by their id only stay known; how they look is recorded with the next observation, without an event. */
function fromFirstForm({ inboxes }: FirstForm): TriggerState {
	const state = emptyState();
	for (const [id, { floor, read, tickets }] of Object.entries(inboxes)) {
		const inbox = newInbox(floor, null, read);
		for (const [ticketId, created] of Object.entries(tickets)) inbox.tickets.set(Number(ticketId), onlySeen(created));
		state.inboxes.set(Number(id), inbox);
	}
	return state;
}

function onlySeen(created: number): TicketMemory {
	return { created, updated: created, settled: false, snapshot: null, messages: null };
}

/**
 * @param watermark tickets created before are not new (ms)
 * @param messageWatermark messages created before are not new (ms); null: messages are not looked at
 * @param read messages sent before are taken as read (ms)
 * @returns an inbox of which nothing is known yet
 */
export function newInbox(watermark: number, messageWatermark: number | null, read: number): InboxState {
	return {
		watermark,
		messageWatermark,
		hasEvicted: false,
		cursor: cursorAt(Math.floor(read / 1_000)),
		readToEndUntil: read,
		sweep: null,
		lastSweepStartedAt: read,
		firstSweepDone: false,
		lookBackRows: 0,
		watchedCursor: 0,
		watchedSweepStartedAt: null,
		round: { startedAt: read, polls: 0, took: 1, hasDeferred: false },
		initialTickets: [],
		failing: null,
		unreadable: [],
		view: { id: '', notBefore: 0, observedAt: 0 },
		tickets: new Map(),
	};
}

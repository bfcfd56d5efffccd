import type { StoredState } from './codec';
import { encodeState } from './codec';
import type { InboxState, TicketMemory, TriggerState } from './model';

/** Tickets whose changes are watched, in all inboxes of a trigger together. */
export const MAX_WATCHED = 5_000;
/** Tickets beyond these of which only that they were seen, and which messages, is kept. */
export const MAX_REMEMBERED = 10_000;
/** Bytes of JSON; n8n writes all of it to its database whenever the trigger gives something. */
export const MAX_BYTES = 290_000;

interface Entry {
	inbox: InboxState;
	id: number;
	ticket: TicketMemory;
}

/**
 * Lets the tickets go that have been quiet the longest: the first limit takes their snapshot (their silent edits are
 * no longer seen), the second one all that is known of them. What is forgotten raises the inbox's floors, so that it is
 * not taken for new when it shows up again.
 */
export function keepWithinLimits(state: TriggerState, maxWatched = MAX_WATCHED, maxRemembered = MAX_REMEMBERED): void {
	const count = [...state.inboxes.values()].reduce((sum, { tickets }) => sum + tickets.size, 0);
	if (count <= maxWatched) return;
	const latestFirst = entriesOf(state).sort((a, b) => lastActivity(b.ticket) - lastActivity(a.ticket) || b.id - a.id);
	for (const { ticket } of latestFirst.slice(maxWatched, maxRemembered)) ticket.snapshot = null;
	for (const entry of latestFirst.slice(maxRemembered)) forget(entry);
}

/**
 * @returns the state as n8n stores it, in at most `maxBytes`: titles are the only long texts in it, and when they do
 * not all fit, those of the tickets that have been quiet the longest are reduced to a print. Should that not suffice,
 * fewer tickets are watched.
 */
export function storeWithinLimits(state: TriggerState, maxBytes = MAX_BYTES, maxWatched = MAX_WATCHED): StoredState {
	const whole = encodeState(state);
	const excess = byteLength(whole) - maxBytes;
	if (excess <= 0) return whole;
	const printed = quietTitles(state, excess);
	const stored = encodeState(state, (ticket) => !printed.has(ticket));
	if (byteLength(stored) <= maxBytes || maxWatched < 1) return stored;
	const fewer = Math.floor(maxWatched * 0.8);
	keepWithinLimits(state, fewer, 2 * fewer);
	return storeWithinLimits(state, maxBytes, fewer);
}

/** @returns as many tickets, the quietest first, as must do without their title to save so many bytes */
function quietTitles(state: TriggerState, bytes: number): Set<TicketMemory> {
	const printed = new Set<TicketMemory>();
	let saved = 0;
	const quietFirst = entriesOf(state).sort((a, b) => lastActivity(a.ticket) - lastActivity(b.ticket));
	for (const { ticket } of quietFirst) {
		if (saved >= bytes) break;
		const title = ticket.snapshot?.title;
		const saves = typeof title === 'string' ? byteLength(title) - PRINT_BYTES : 0;
		if (saves <= 0) continue;
		printed.add(ticket);
		saved += saves;
	}
	return printed;
}

/** A print, its mark, and the quotes that byteLength counts around a text. */
const PRINT_BYTES = 9;

function entriesOf(state: TriggerState): Entry[] {
	return [...state.inboxes.values()].flatMap((inbox) =>
		[...inbox.tickets].map(([id, ticket]) => ({ inbox, id, ticket })),
	);
}

function forget({ inbox, id, ticket }: Entry): void {
	inbox.tickets.delete(id);
	inbox.floor = Math.max(inbox.floor, ticket.created + 1);
	if (inbox.messageFloor === null || ticket.messages === null) return;
	const lastDone = Math.min(ticket.messages.readAt, Math.max(ticket.updated, ticket.messages.from));
	inbox.messageFloor = Math.max(inbox.messageFloor, lastDone + 1);
}

function lastActivity({ created, updated }: TicketMemory): number {
	return Math.max(created, updated);
}

function byteLength(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value));
}

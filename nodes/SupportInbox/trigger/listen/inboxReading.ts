import type { Detail, Observation } from '../detect/detect';
import { detect, isEnough, isNewTicket, isUnchanged, needsWholeTicket } from '../detect/detect';
import { needMessages, passesByFields } from '../detect/filters';
import { wants } from '../settings';
import { millisOf } from '../time';
import type { Row } from '../view/inboxView';
import type { Wanted } from '../view/readSlice';
import { readSlice } from '../view/readSlice';
import type { Moment } from '../view/serviceClock';

import type { InboxReading } from './reading';
import { asFirstMet, forgetUnreadable, isDue, isOfTicket, noteUnreadable, waits } from './unreadable';

/** What is known of tickets besides their rows; see Observation. */
export type Found = Partial<Omit<Observation, 'ticket' | 'asOf' | 'explained'>>;

/** What one step of a reading has done; `isOpen`: it ends at the present; `asOf`: the service's clock (ms). */
export interface Progress {
	complete: boolean;
	isOpen: boolean;
	rows: number;
	asOf: number;
}

/**
 * Reads the next part of a period and handles its tickets.
 *
 * @param found what is known of a ticket because it was found in this part; `sentUntil` is the end of the part (ms)
 * @param move stores where to go on. It is called before the tickets are handled, with the same part and its end fixed, so
 *   that a poll which stops halfway goes on with them; and after that with the next part
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readOn(
	reading: InboxReading,
	wanted: Wanted,
	found: (slice: { sentUntil: number }) => Found,
	move: (cursor: Wanted['cursor']) => void,
): Promise<Progress> {
	const notBefore = Math.max(wanted.notBefore, reading.state.view.notBefore);
	const slice = await readSlice(reading, { ...wanted, notBefore });
	move(slice.held);
	await dealWith(reading, slice.rows, found({ sentUntil: slice.until }), { readAt: slice.readAt });
	move(slice.cursor);
	return { complete: slice.complete, isOpen: slice.isOpen, rows: slice.rows.length, asOf: slice.asOf };
}

/**
 * Handles tickets one by one, the oldest first, so that a poll can stop after any of them and lose nothing.
 *
 * @param since a whole ticket in the view that was read before this is not used
 * @throws BudgetExhausted, ServiceFailure
 */
export async function dealWith(reading: InboxReading, rows: readonly Row[], found: Found, since: Partial<Moment>): Promise<void> {
	const { state } = reading;
	const oldestFirst = rows.filter((row) => hasNews(reading, row, found)).sort(
		({ ticket: a }, { ticket: b }) => millisOf(a.created_at, 0) - millisOf(b.created_at, 0) || a.ticket_id - b.ticket_id,
	);
	for (const { ticket, asOf, explained } of oldestFirst) {
		await dealWithOne(reading, { ...found, ticket, asOf, explained }, since);
		state.view.observedAt = Math.max(state.view.observedAt, asOf);
	}
	for (const { asOf } of rows) state.view.observedAt = Math.max(state.view.observedAt, asOf);
}

/** Whether a row needs more than a glance. Thousands of rows may come from the view at once, and nearly all are unchanged. */
function hasNews(reading: InboxReading, { ticket, asOf, explained }: Row, { sentUntil, sweepStartedAt, silent, announced }: Found): boolean {
	const observation = { ticket, asOf, explained, sentUntil, sweepStartedAt, silent, announced };
	return !isUnchanged(observation, reading.state, reading.settings) || alreadyRead(reading, observation) !== null;
}

async function dealWithOne(reading: InboxReading, seen: Observation, since: Partial<Moment>): Promise<void> {
	const { state, messageBoxId, settings, events } = reading;
	// A ticket of the start that could not be read is still to be given as created, whatever it is met by.
	const observation = { ...seen, announced: !seen.silent && (seen.announced === true || state.initialTickets.includes(seen.ticket.ticket_id)) };
	const isNeeded = needsWholeTicket(observation, state, settings);
	if (isNeeded && mayBePutOff(reading, observation, since)) {
		if (state.sweep !== null) state.sweep.hasDeferred = true;
		events.push(...detect(observation, 'unreadable', state, messageBoxId, settings));
		return;
	}
	const inbox = asFirstMet(state, seen.ticket.ticket_id);
	const detail = isNeeded ? await readWhole(reading, observation, since) : alreadyRead(reading, observation);
	if (detail === 'unreadable' && mustWait(reading, observation)) return;
	events.push(...detect(observation, detail, inbox, messageBoxId, settings));
	state.initialTickets = inbox.initialTickets;
}

/**
 * Whether to put off reading the ticket whole: its silent edit is told from the row now, its messages are read in the next
 * round. With few requests, reading tickets whole would keep the sweeps from seeing other edits. Only every other sweep
 * puts off, so that the one between reads everything. A ticket of the start is given when it is met, so with its messages.
 * Where tickets have been evicted nothing is put off: the ticket might be evicted before it is read.
 */
function mayBePutOff(reading: InboxReading, observation: Observation, since: Partial<Moment>): boolean {
	const { budget, settings, state } = reading;
	const { ticket_id: id } = observation.ticket;
	if (!budget.isScarce || !wants(settings, 'ticketChanged') || needMessages(settings.filters)) return false;
	if (observation.announced || state.hasEvicted || (state.sweep !== null && state.round.hasDeferred)) return false;
	if (observation.sentUntil !== undefined || !state.tickets.has(id) || knownWhole(reading, observation, since) !== undefined) return false;
	// A ticket that is due only because it was not read for long has not been edited.
	return needsWholeTicket({ ...observation, sweepStartedAt: undefined }, state, settings);
}

/** The whole ticket, when another trigger has read it since this one did: it costs no request. */
function alreadyRead({ view, state, settings }: InboxReading, { ticket, silent }: Observation): Detail | null {
	const readAt = state.tickets.get(ticket.ticket_id)?.messages?.readAt;
	if (readAt === undefined || silent || state.messageWatermark === null || !passesByFields(settings.filters, ticket)) return null;
	return view.whole(ticket.ticket_id, { asOf: Math.max(readAt + 1, state.view.notBefore) }) ?? null;
}

/**
 * Reads a ticket whole: what the view holds of it, else the service's answer, which the view keeps.
 *
 * @returns `unreadable` when the service lists the ticket and cannot show it, now or when it was last tried
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readWhole(reading: InboxReading, observation: Observation, since: Partial<Moment>): Promise<Detail> {
	const { view, budget, messageBoxId, state } = reading;
	const { ticket_id: id } = observation.ticket;
	const known = knownWhole(reading, observation, since);
	if (known !== undefined) return known;
	if (!isDue(reading, id)) return 'unreadable';
	return await budget.get(messageBoxId, id).then(
		({ ticket, moment }) => {
			view.noteWhole(ticket, moment);
			forgetUnreadable(state, id);
			return { ticket, asOf: moment.asOf };
		},
		async (error): Promise<Detail> => {
			if (!(await isOfTicket(reading, id, error))) throw error;
			noteUnreadable(reading, id, isNewTicket(observation, state), error);
			return 'unreadable';
		},
	);
}

/** What the view holds of a ticket, if it is new enough, or if it tells all that the trigger does not know yet. */
function knownWhole({ view, state, settings }: InboxReading, observation: Observation, since: Partial<Moment>): Detail & object | undefined {
	const { ticket_id: id } = observation.ticket;
	const { notBefore } = state.view;
	const known = view.whole(id, { ...since, asOf: Math.max(since.asOf ?? 0, notBefore) });
	if (known !== undefined) return known;
	const readAt = state.tickets.get(id)?.messages?.readAt ?? 0;
	const older = view.whole(id, { asOf: Math.max(readAt + 1, notBefore) });
	return older !== undefined && isEnough(older, observation, state, settings) ? older : undefined;
}

/**
 * Whether a ticket that cannot be read now has to wait: with a filter on messages nobody knows whether it fits, and a new
 * ticket is given without its messages only after some tries.
 */
function mustWait({ state, settings }: InboxReading, { ticket, silent, announced }: Observation): boolean {
	if (silent) return false;
	if (needMessages(settings.filters)) return true;
	return (announced === true || !state.tickets.has(ticket.ticket_id)) && waits(state, ticket.ticket_id);
}

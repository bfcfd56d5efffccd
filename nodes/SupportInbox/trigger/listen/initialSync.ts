import type { TicketSummary } from '../api';
import { FULL_PAGE } from '../api';
import type { InboxState } from '../memory/model';
import { newInbox } from '../memory/versions';
import type { Settings, Start } from '../settings';
import { MAX_START_AGE, wants } from '../settings';
import { millisOf, OVERLAP_S, SECOND } from '../time';
import type { Row } from '../view/inboxView';
import { BudgetExhausted } from '../view/requestBudget';

import { dealWith } from './inboxReading';
import type { InboxReading } from './reading';

/** A reading of an inbox that the trigger does not remember yet. */
export type FirstReading = Omit<InboxReading, 'state'>;

/**
 * Begins to watch an inbox, as "Start" says. Tickets and messages from before are not new.
 *
 * @throws BudgetExhausted, ServiceFailure
 */
export async function beginInbox(reading: FirstReading): Promise<InboxState> {
	const { settings, budget, messageBoxId, view } = reading;
	const start = startOf(settings);
	const looked = await budget.search(messageBoxId, { per_page: FULL_PAGE, page: 1 }).catch((error) => {
		if (!(error instanceof BudgetExhausted) || budget.answered === 0 || start.mode === 'newest') throw error;
		return null;
	});
	// Also an inbox for which no request is left begins now: n8n saves the state at the activation.
	if (looked === null) return beginUnseen(budget.serverNow(), settings);
	const { asOf } = looked.moment;
	const rows = view.noteRows(looked.tickets, looked.moment);
	if (start.mode === 'sinceDate') return inboxSince(start.at, asOf, settings);
	const state = inboxFrom(asOf, settings);
	if (start.mode === 'newest') state.initialTickets = await newestIds(reading, looked.tickets, start.count);
	await takeInSilently({ ...reading, state }, rows);
	return state;
}

/** "With the newest" gives tickets as created: without Ticket Created it is the same as "from now on". */
function startOf(settings: Settings): Start {
	return settings.start.mode === 'newest' && !wants(settings, 'ticketCreated') ? { mode: 'now' } : settings.start;
}

function beginUnseen(now: number, settings: Settings): InboxState {
	const start = startOf(settings);
	const asOf = Math.floor(now / SECOND) * SECOND;
	if (start.mode === 'sinceDate') return inboxSince(start.at, asOf, settings);
	return withoutFirstSecond(inboxFrom(asOf, settings));
}

function inboxSince(at: number, asOf: number, settings: Settings): InboxState {
	return inboxFrom(Math.max(asOf - MAX_START_AGE, Math.min(asOf, at)), settings);
}

function inboxFrom(at: number, settings: Settings): InboxState {
	// A message of the seconds before may not have been visible yet.
	return newInbox(at, wants(settings, 'newMessage') ? at : null, at - OVERLAP_S * SECOND);
}

/**
 * Remembers the tickets of the first answer without events, and only of that one: while the start goes on, new ones may
 * come. Messages of the second of the start may be older or newer than the answer, and count as new.
 *
 * @param newest the newest tickets, by whatever time the service orders them
 */
async function takeInSilently(reading: InboxReading, newest: readonly Row[]): Promise<void> {
	const { state } = reading;
	await dealWith(reading, newest, { silent: true }, {});
	const created = newest.map(({ ticket }) => millisOf(ticket.created_at, 0));
	// A full page of tickets of this very moment: there may be more, so the watermark goes past all of them.
	const isCrowd = newest.length === FULL_PAGE && Math.min(...created) >= state.watermark;
	if (isCrowd) state.watermark = Math.max(...created) + 1;
}

function withoutFirstSecond(state: InboxState): InboxState {
	state.watermark += SECOND;
	if (state.messageWatermark !== null) state.messageWatermark += SECOND;
	return state;
}

/** @returns ids of the newest tickets in the service's order, the oldest of them first */
async function newestIds({ budget, messageBoxId }: FirstReading, firstPage: TicketSummary[], count: number): Promise<number[]> {
	const found = new Map(firstPage.map((ticket) => [ticket.ticket_id, ticket]));
	for (let page = 2, rows = firstPage.length; found.size < count && rows === FULL_PAGE; page++) {
		const { tickets } = await budget.search(messageBoxId, { per_page: FULL_PAGE, page });
		for (const ticket of tickets) if (!found.has(ticket.ticket_id)) found.set(ticket.ticket_id, ticket);
		rows = tickets.length;
	}
	return [...found.values()]
		.slice(0, count)
		.sort((a, b) => millisOf(a.created_at, 0) - millisOf(b.created_at, 0) || a.ticket_id - b.ticket_id)
		.map(({ ticket_id }) => ticket_id);
}

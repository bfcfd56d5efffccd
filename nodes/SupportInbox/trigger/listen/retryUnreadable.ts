import { detect } from '../detect/detect';
import { needMessages } from '../detect/filters';
import type { InboxState } from '../memory/model';
import { readRows } from '../view/readSlice';

import { readWhole } from './inboxReading';
import type { InboxReading } from './reading';
import { asFirstMet, forgetUnreadable, isDue, noteUnreadable, waits } from './unreadable';

/** How many tickets are tried again in one poll. */
const TRIES_PER_POLL = 5;

/**
 * Tries the tickets again whose pause is over. One that is no longer listed is gone.
 *
 * @throws BudgetExhausted, ServiceFailure
 */
export async function retryUnreadable(reading: InboxReading): Promise<void> {
	const { state, settings, messageBoxId, events } = reading;
	const due = state.unreadable
		.filter(({ ticketId }) => isDue(reading, ticketId))
		.sort((a, b) => a.nextTryAt - b.nextTryAt)
		.slice(0, TRIES_PER_POLL);
	if (due.length === 0) return;
	const rows = await readRows(reading, due.map(({ ticketId }) => ticketId));
	for (const entry of due) {
		const row = rows.find(({ ticket }) => ticket.ticket_id === entry.ticketId);
		if (row === undefined) {
			if (!waits(state, entry.ticketId)) forgetGone(state, entry.ticketId);
			else noteUnreadable(reading, entry.ticketId, entry.isNew, undefined);
			continue;
		}
		// Tickets of the start are known before they are given.
		const isGiven = state.tickets.has(entry.ticketId) && !state.initialTickets.includes(entry.ticketId);
		const observation = { ticket: row.ticket, asOf: row.asOf, announced: entry.isNew && !isGiven };
		const inbox = asFirstMet(state, entry.ticketId);
		const detail = await readWhole(reading, observation, { readAt: row.readAt });
		if (detail === 'unreadable' && (isGiven || needMessages(settings.filters) || waits(state, entry.ticketId))) continue;
		events.push(...detect(observation, detail, inbox, messageBoxId, settings));
		state.initialTickets = inbox.initialTickets;
	}
}

function forgetGone(state: InboxState, ticketId: number): void {
	forgetUnreadable(state, ticketId);
	state.initialTickets = state.initialTickets.filter((id) => id !== ticketId);
}

import type { InboxMemory, TicketMemory } from '../memory/memory';
import type { TicketSummary } from '../service/service';
import { lookOf } from '../watchedFields';
import type { Reader } from '../reader/reader';
import type { Requests } from '../service/requests';
import { BudgetExhausted } from '../service/requests';
import type { Settings, Start } from '../properties/settings';
import { followsMessages, MAX_START_AGE, wants } from '../properties/settings';
import { millisOf, SECOND } from '../time';

/** What others read so long before counts at the start (ms), so that ten triggers that start together read once. */
const SHARED_AT_START = 20 * SECOND;

/**
 * Begins to watch an inbox, as "Start" says. Tickets and messages from before are not new.
 *
 * @throws BudgetExhausted, ServiceFailure
 */
export async function beginInbox(reader: Reader, requests: Requests, settings: Settings): Promise<InboxMemory> {
	const start = startOf(settings);
	const first = await reader.readPage(requests, 1).catch((error) => {
		if (!(error instanceof BudgetExhausted) || requests.answered === 0 || start.mode === 'newest') throw error;
		return null;
	});
	// Also an inbox for which no request is left begins now: n8n saves the memory at the activation.
	if (first === null) return inboxOf(requests.serverNow() + SECOND, start, settings);
	const inbox = inboxOf(first.moment.asOf, start, settings);
	if (start.mode === 'sinceDate') return inbox;
	if (start.mode === 'newest') {
		for (const { ticket_id } of await newest(reader, requests, first, start.count)) inbox.todo[ticket_id] = { from: null, isNew: true, isOfStart: true };
	}
	for (const ticket of first.tickets) inbox.tickets[ticket.ticket_id] = known(ticket, inbox);
	// A full page of tickets of this very second: there may be more of them.
	const created = first.tickets.map(({ created_at }) => millisOf(created_at, 0));
	if (first.hasMore && Math.min(...created) >= inbox.since) inbox.since = Math.max(...created) + 1;
	return inbox;
}

/** "With the newest" gives tickets as created: without Ticket Created it is the same as "from now on". */
function startOf(settings: Settings): Start {
	return settings.start.mode === 'newest' && !wants(settings, 'ticketCreated') ? { mode: 'now' } : settings.start;
}

function inboxOf(asOf: number, start: Start, settings: Settings): InboxMemory {
	const now = Math.floor(asOf / SECOND) * SECOND;
	const since = start.mode === 'sinceDate' ? Math.max(now - MAX_START_AGE, Math.min(now, start.at)) : now;
	return {
		since,
		messagesSince: followsMessages(settings) ? since : null,
		position: since,
		sweptTo: Math.min(since, now - SHARED_AT_START),
		// Rows of the last moments show how tickets looked at the start. Since a date, all that is known counts.
		handledTo: start.mode === 'sinceDate' ? 0 : now - SHARED_AT_START,
		tickets: {},
		todo: {},
		hasForgotten: false,
	};
}

/** A ticket that was there: its first message is as old as the ticket, and others come to light when it is read. */
function known(ticket: TicketSummary, { messagesSince }: InboxMemory): TicketMemory {
	const created = millisOf(ticket.created_at, 0);
	const messages = messagesSince === null ? {} : { messages: { from: Math.max(messagesSince, created + 1), readAt: messagesSince } };
	return { created, updated: millisOf(ticket.last_updated_at, 0), look: lookOf(ticket), ...messages };
}

/** @returns the newest tickets in the service's order */
async function newest(reader: Reader, requests: Requests, first: { tickets: TicketSummary[]; hasMore: boolean }, count: number): Promise<TicketSummary[]> {
	const found = new Map(first.tickets.map((ticket) => [ticket.ticket_id, ticket]));
	let { hasMore } = first;
	for (let page = 2; found.size < count && hasMore; page++) {
		const next = await reader.readPage(requests, page);
		for (const ticket of next.tickets) if (!found.has(ticket.ticket_id)) found.set(ticket.ticket_id, ticket);
		hasMore = next.hasMore;
	}
	return [...found.values()].slice(0, count);
}

/** Messages are new from when an event that is made of them was chosen, not from when the trigger last read. @param now ms of the service's clock */
export function beginMessages(memory: InboxMemory, settings: Settings, now: number): void {
	if (!followsMessages(settings)) memory.messagesSince = null;
	else memory.messagesSince ??= Math.floor(now / SECOND) * SECOND;
}

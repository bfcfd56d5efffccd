/** Ticket search and get (sections "Ticket search" and "Ticket get"). */
import type { Context, Handlers } from '../context';
import { CHANNELS, MESSAGE_STATES } from '../enums';
import { badRequest, notFound, Refusal } from '../refusal';
import { searchTickets, type TicketCriteria } from '../store/search';
import type { Ticket } from '../store/types';
import type { Calendar } from '../time';

type SearchBody = Record<string, unknown> & {
	since?: string;
	until?: string;
	date?: string;
	within?: string;
};

/** 9999 in UTC may be 10000 where the tenant is. */
const FAR = Date.parse('9999-01-01T00:00:00Z');

function toCriteria(body: SearchBody, calendar: Calendar): TicketCriteria {
	const { since, until, date, within, ...rest } = body;
	// The document shows `date` and `within` only together.
	const period = date === undefined ? undefined : calendar.period(date, within ?? '');
	const starts = [since && calendar.read(since), period?.since].filter((at) => typeof at === 'number');
	const ends = [until && calendar.read(until), period?.until].filter((at) => typeof at === 'number');
	return {
		...rest,
		since: starts.length > 0 ? Math.max(...starts) : undefined,
		until: ends.length > 0 ? Math.min(...ends) : undefined,
	};
}

/** Checks channels and states. An unknown code is not a violation, because it may be newer than the document. */
function checkCodes({ body, readings }: Context, field: string, known: readonly string[]): void {
	const codes = (body[field] ?? []) as string[];
	const unknown = codes.find((code) => !known.includes(code));
	if (unknown !== undefined && readings.laterAdditions === 'none') throw badRequest(`${field} must hold some of ${known.join(', ')}`);
}

function search(context: Context) {
	const { store, readings } = context;
	const { tickets } = context.inbox();
	const { per_page: _perPage, page: _page, ...given } = context.body;
	const criteria = toCriteria(given as SearchBody, store.calendar);
	if (criteria.until !== undefined && criteria.until >= FAR) throw badRequest('until is too far ahead');
	checkCodes(context, 'method_cds', CHANNELS);
	checkCodes(context, 'action_cds', MESSAGE_STATES);
	return searchTickets(tickets, criteria, context.page, readings);
}

/** @throws Refusal 404 when the inbox of the path has no such ticket */
export function ticketOfPath(context: Context): Ticket {
	const ticket = context.inbox().tickets.get(context.id('ticket_id'));
	if (!ticket) throw notFound('Ticket');
	return ticket;
}

function get(context: Context) {
	const ticket = ticketOfPath(context);
	const status = context.store.unshowable.statusOf(ticket.ticket_id);
	if (status === 404) throw notFound('Ticket');
	if (status !== undefined) throw new Refusal(status, 'Server error');
	return ticket;
}

export const ticketSearch: Handlers = { searchTickets: search, getTicket: get };

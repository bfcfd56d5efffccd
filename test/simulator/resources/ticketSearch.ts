/** Ticket search and get (sections "Ticket search" and "Ticket get"). */
import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES } from '../enums';
import { badRequest, notFound, notShown, Refusal } from '../refusal';
import { checkPage, ok } from '../respond';
import type { Context, Route } from '../router';
import { searchTickets, type TicketCriteria } from '../store/search';
import type { Ticket } from '../store/types';
import { parseTimestamp, type Calendar } from '../time';
import { boolean, integer, list, listOrOnly, matching, oneOf, text, timestamp } from '../validate';
import { ticketDetail, ticketSummary } from './ticketView';

const ID = integer({ min: 1 });

/** What an empty list selects, or a list that mixes `-1` or `""` with other values, is not shown; both are refused. */
const SEARCH_BODY = {
	ticket_ids: list(ID, { min: 1 }),
	label_ids: listOrOnly(ID, -1),
	status_cds: list(oneOf(TICKET_STATUSES), { min: 1 }),
	color_cds: listOrOnly(oneOf(TICKET_COLORS), ''),
	assignee: text(),
	message_ids: list(ID, { min: 1 }),
	has_attachments: boolean(),
	method_cds: list(text(), { min: 1 }),
	action_cds: list(text(), { min: 1 }),
	since: timestamp(),
	until: timestamp(),
	date: text(),
	within: matching(/^[1-9]\d?(days|months)$/, '1days to 99days or 1months to 99months'),
	pending_reason_ids: listOrOnly(ID, -1),
};

type SearchBody = Omit<TicketCriteria, 'since' | 'until'> & {
	since?: string;
	until?: string;
	date?: string;
	within?: string;
};

/** `date` and `within` are only shown together. */
function periodOf({ date, within }: SearchBody, calendar: Calendar) {
	if (date === undefined && within === undefined) return undefined;
	if (date === undefined || within === undefined) {
		throw notShown('date and within are only shown together');
	}
	const period = calendar.period(date, within);
	if (!period) throw notShown('date must be an ISO 8601 date or time with offset');
	return period;
}

function toCriteria(body: SearchBody, calendar: Calendar): TicketCriteria {
	const { since, until, date: _date, within: _within, ...rest } = body;
	const period = periodOf(body, calendar);
	const starts = [since && parseTimestamp(since), period?.since].filter((at) => typeof at === 'number');
	const ends = [until && parseTimestamp(until), period?.until].filter((at) => typeof at === 'number');
	return {
		...rest,
		since: starts.length > 0 ? Math.max(...starts) : undefined,
		until: ends.length > 0 ? Math.min(...ends) : undefined,
	};
}

/** Channels and states may have been added since the document was written: asking for one is no fault of the client. */
function checkCodes({ body, readings }: Context, field: string, known: readonly string[]): void {
	const codes = (body[field] ?? []) as string[];
	const unknown = codes.find((code) => !known.includes(code));
	if (unknown !== undefined && readings.laterAdditions === 'none') throw badRequest(`${field} must hold some of ${known.join(', ')}`);
}

function search(context: Context) {
	const { store, readings } = context;
	const { tickets } = context.inbox();
	const { per_page: _perPage, page: _page, ...body } = context.body;
	const criteria = toCriteria(body as SearchBody, store.calendar);
	checkCodes(context, 'method_cds', CHANNELS);
	checkCodes(context, 'action_cds', MESSAGE_STATES);
	if (criteria.has_attachments === false && readings.hasAttachmentsFalse === 'refused') throw badRequest('has_attachments must be true');
	const found = searchTickets(tickets, criteria, context.page, readings);
	checkPage(readings, context.page.page, found.length);
	return ok(found.map((ticket) => ticketSummary(ticket, store.calendar)));
}

/** @throws Refusal 404 when the inbox of the path has no such ticket */
export function ticketOfPath(context: Context): Ticket {
	const ticket = context.inbox().tickets.get(context.id('ticket_id'));
	if (!ticket) throw notFound('Ticket');
	return ticket;
}

function get(context: Context) {
	const { store } = context;
	const ticket = ticketOfPath(context);
	const status = store.unshowable.statusOf(ticket.ticket_id);
	if (status === 404) throw notFound('Ticket');
	if (status !== undefined) throw new Refusal(status, 'Server error');
	return ok(ticketDetail(ticket, store.calendar));
}

export const ticketSearchRoutes: Route[] = [
	{
		method: 'POST',
		path: ':message_box_id/tickets/search',
		paging: { default: 50, max: 50 },
		body: SEARCH_BODY,
		handle: search,
	},
	{
		method: 'GET',
		path: ':message_box_id/tickets/:ticket_id',
		handle: get,
	},
];

import type { IPollFunctions } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { nodeKey } from '../../adapter/node';
import { type TicketSummary, TICKET_FIELDS } from '../../store/ticketFields';
import type { TicketDetail } from '../../store/tickets';
import type { ServiceTime } from '../../store/time';
import { is, isList, isSingle, isSingles, list, record } from '../../transport/client/answer';
import type { Read, ServiceRequest } from '../../transport/client/request';
import type { Connection } from '../../transport/connection';
import type { RequestContext } from '../../transport/queue/requestContext';
import { queuedRead } from '../../transport/send';

/** The body of a ticket search, as far as the trigger uses it. */
export interface TicketSearchBody {
	ticket_ids?: number[];
	label_ids?: number[];
	status_cds?: string[];
	assignee?: string;
	color_cds?: string[];
	has_attachments?: boolean;
	method_cds?: string[];
	action_cds?: string[];
	since?: string;
	until?: string;
	per_page: number;
	page: number;
}

/** Rows of a full page of the ticket search (API document, Limits). */
export const FULL_PAGE = 50;

/** The priority of a poll's request, which decides who goes first at the rate limit, see Priority. */
export type SearchPriority = (typeof PRIORITIES)[number];
/** Each priority yields to those before it. */
export const PRIORITIES = ['poll', 'details', 'background'] as const;

/** What the trigger needs of the service. All methods throw ServiceFailure when there is no usable answer. */
export interface TicketService {
	/** One page of a ticket search, and how many rows it had. */
	search(messageBoxId: number, body: TicketSearchBody, priority?: SearchPriority): Promise<{ tickets: TicketSummary[]; rows: number }>;
	/** One ticket with its messages. `hasMessages`: some are known, so that an answer without any is none. */
	get(messageBoxId: number, ticketId: number, options?: { hasMessages?: boolean; priority?: SearchPriority }): Promise<TicketDetail>;
	/** Any other request. */
	ask(request: ServiceRequest): ReturnType<Read>;
	/** @returns the same moment on the service's clock, never too late; undefined: no answer has shown it */
	serverTime(local: LocalTime): ServiceTime | undefined;
}

/** The fields that decide whether a ticket is new or changed: with a value of another type it would be taken for new or changed. */
const COMPARED = Object.fromEntries(
	Object.entries(TICKET_FIELDS).map(([name, { type }]) => [name, type === 'ids' ? isSingles : isSingle]),
);
/** What the answers to a search and to a reading of one ticket must be. */
export const FOUND = list('ticket_id', {}, COMPARED);
/** @param hasMessages some of its messages are known, so that an answer without any is none */
export const detailsOf = (ticketId: number, hasMessages = false) =>
	record({
		...COMPARED,
		ticket_id: is(ticketId),
		messages: (value) => isList(value) && !(hasMessages && (value as unknown[]).length === 0),
	});

/** A poll has 36 s at most, so it cannot wait longer than this for a single answer. */
const TIMEOUT_MS = 8_000;

/**
 * The service behind the dispatcher. Requests do not wait for the rate limit or for another try: the next poll is the next try,
 * and n8n throws a late poll away together with what it has read.
 */
export function ticketService(context: IPollFunctions, connection: Connection): TicketService {
	const requestContext: RequestContext = {
		queue: `poll ${context.getWorkflow().id} ${nodeKey(context.getNode())}`,
		order: 0,
		writes: false,
		priority: 'poll',
		requestTimeoutMs: 0,
	};
	const send = async (request: ServiceRequest, priority: SearchPriority = 'poll') =>
		await queuedRead(
			context,
			connection,
			{ ...requestContext, priority, deadline: connection.dispatcher.clock.now() },
			{ timeout: TIMEOUT_MS },
		)(request);
	return {
		async search(messageBoxId, body, priority) {
			const { items, rows } = await send({
				method: 'POST',
				path: `/api/v2/${messageBoxId}/tickets/search`,
				body: { ...body },
				expected: FOUND,
			}, priority);
			return { tickets: items.map(({ json }) => json as unknown as TicketSummary), rows };
		},
		async get(messageBoxId, ticketId, { hasMessages, priority = 'details' } = {}) {
			const { items } = await send({
				method: 'GET',
				path: `/api/v2/${messageBoxId}/tickets/${ticketId}`,
				expected: detailsOf(ticketId, hasMessages),
			}, priority);
			return items[0].json as unknown as TicketDetail;
		},
		ask: async (request) => await send(request),
		serverTime: (local) => connection.dispatcher.serverTime(local)?.earliest,
	};
}

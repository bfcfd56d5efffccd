import type { IPollFunctions } from 'n8n-workflow';

import { isId, rowsWith } from '../../transport/client/fields';
import type { ServiceAnswer, ServiceRequest } from '../../transport/client/request';
import { list, record } from '../../transport/client/response';
import type { Connection } from '../../transport/connection';
import type { Caller } from '../../transport/order/caller';
import { sendThrough } from '../../transport/send';

/** A ticket as the search gives it. Times are ISO 8601. */
export interface TicketSummary {
	ticket_id: number;
	assignee: string | null;
	status_cd: string;
	created_at: string;
	last_updated_at: string;
	title: string;
	color_cd: string | null;
	case_category_ids: number[];
	label_ids: number[];
	pending_reason_id: number | null;
}

/** A message of a ticket; the fields that the trigger looks at, the others are passed on as they came. */
export interface TicketMessage {
	message_id: number;
	sent_at: string | null;
	created_at: string;
	method_cd: string;
	action_cd: string;
	attachments?: Array<{ attachment_id: number; file_name: string }>;
	[field: string]: unknown;
}

/** A ticket as "Ticket get" gives it. */
export interface TicketDetail extends TicketSummary {
	messages: TicketMessage[];
}

/** The body of a ticket search, as far as the trigger uses it. */
export interface TicketSearchBody {
	ticket_ids?: number[];
	label_ids?: number[];
	status_cds?: string[];
	assignee?: string;
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

/**
 * How a request is sent.
 * - `purpose`: see Purpose; who goes first at the rate limit.
 * - `mayRetry`: asked before a refused request is sent once more, which counts like any other; false: it is not.
 */
export interface SendOptions {
	purpose: 'trigger' | 'details' | 'sweep';
	mayRetry: () => boolean;
}

/** What the trigger needs of the service. All methods throw ServiceFailure when there is no usable answer. */
export interface TicketService {
	/** One page of a ticket search, and the service's clock in ms when it answered (null: unknown). */
	search(
		messageBoxId: number,
		body: TicketSearchBody,
		options?: SendOptions,
	): Promise<{ tickets: TicketSummary[]; serverTime: number | null }>;
	/** One ticket with its messages. */
	get(messageBoxId: number, ticketId: number, options?: SendOptions): Promise<{ ticket: TicketDetail; serverTime: number | null }>;
	/** Any other request. */
	ask(request: ServiceRequest, options?: SendOptions): Promise<Pick<ServiceAnswer, 'items'>>;
}

/** A poll has 36 s at most; a single answer that takes longer than this is no help to it. */
const TIMEOUT_MS = 8_000;

/**
 * The service behind the gate. Nothing here waits, for the rate limit or for another try. The next
 * poll is the next try, and a poll that is late is thrown away by n8n together with what it has read.
 */
export function ticketService(context: IPollFunctions, connection: Connection): TicketService {
	const caller: Caller = {
		queue: `poll ${context.getWorkflow().id} ${context.getNode().id}`,
		order: 0,
		writes: false,
		purpose: 'trigger',
		allTriesMs: 0,
	};
	const send = async (request: ServiceRequest, options?: SendOptions) => {
		const purpose = options?.purpose ?? 'trigger';
		const now: Caller = { ...caller, purpose, mayRetry: options?.mayRetry, deadline: connection.gate.clock.now() };
		return await connection.gate.enter(
			now,
			async () => await sendThrough(context, connection, now, 'safe', { connection: { timeout: TIMEOUT_MS }, ...request }),
		);
	};
	return {
		async search(messageBoxId, body, options) {
			const { items, serverTime } = await send({
				method: 'POST',
				path: `/api/v2/${messageBoxId}/tickets/search`,
				body: { ...body },
				expected: list('ticket_id', 'created_at', 'last_updated_at'),
			}, options);
			return { tickets: items.map(({ json }) => json as unknown as TicketSummary), serverTime };
		},
		async get(messageBoxId, ticketId, options) {
			const { items, serverTime } = await send({
				method: 'GET',
				path: `/api/v2/${messageBoxId}/tickets/${ticketId}`,
				expected: record('ticket_id', { messages: rowsWith({ message_id: isId }) }),
			}, options);
			return { ticket: items[0].json as unknown as TicketDetail, serverTime };
		},
		ask: send,
	};
}

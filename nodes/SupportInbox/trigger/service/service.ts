import type { IPollFunctions } from 'n8n-workflow';

import type { Connection } from '../../transport/connection';
import type { ServiceAnswer, ServiceRequest } from '../../transport/client/request';
import { list, record } from '../../transport/client/response';
import type { Caller } from '../../transport/order/caller';
import { sendThrough } from '../../transport/send';
import type { TicketDetail, TicketSearchBody, TicketSummary } from './api';

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
				expected: record('ticket_id', 'messages'),
			}, options);
			return { ticket: items[0].json as unknown as TicketDetail, serverTime };
		},
		ask: send,
	};
}

import { type IPollFunctions, OperationalError } from 'n8n-workflow';
import type { LocalTime } from '../adapter/clock';
import { nodeKey } from '../adapter/node';
import { type TicketSummary, TICKET_FIELDS } from '../store/ticketFields';
import type { Moment, TicketDetail } from '../store/tickets';
import { type ServiceTime, greatest, millisOf } from '../store/time';
import { is, isDate, isList, isSingle, isSingles, list, record } from '../transport/client/answer';
import { noSuchPage } from '../transport/client/pages';
import type { Read, ServiceRequest } from '../transport/client/request';
import type { Connection } from '../transport/connection';
import { ServiceFailure } from '../transport/errors/failure';
import { entryOf } from '../transport/errors/table';
import type { RequestContext } from '../transport/queue/requestContext';
import { queuedRead } from '../transport/send';

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
/** What the answer to a search must be: without `created_at` an old ticket would be new, and so would one that people move. */
export const FOUND = list('ticket_id', {}, { ...COMPARED, created_at: isDate });
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

/** Thrown when the requests or the time of a poll are used up. The next poll continues. */
export class BudgetExhausted extends OperationalError {
	constructor(readonly reason: 'requests' | 'time') {
		super(`The poll pauses: ${reason}`);
	}
}

/** What one poll may spend: requests, tries of the dispatcher included, and time. */
interface Allowance {
	requests: number;
	deadline: LocalTime;
	now: () => LocalTime;
}

/** Sends the requests of one poll and counts them. */
export class Requests {
	sent = 0;
	/** Answered requests about tickets. Lists do not count: they do not show the service's clock, or that tickets can be read. */
	answered = 0;
	/** How many requests may have been sent at most by the end of the present phase. */
	cap = Infinity;
	/** The priority of the next requests about tickets, which decides who goes first at the rate limit. */
	priority: SearchPriority = 'poll';
	/** By how much a `last_updated_at` was ahead of the service's clock at most (ms). */
	ahead = -Infinity;

	constructor(
		private readonly service: TicketService,
		private readonly allowance: Allowance,
	) {}

	now(): LocalTime {
		return this.allowance.now();
	}

	/** Whether the service's clock is known. Where its answers do not show it, this machine's clock is taken for it. */
	get isClockKnown(): boolean {
		return this.answered > 0 || this.service.serverTime(this.now()) !== undefined;
	}

	/** The service's clock now, never too late. Do not store anything that depends on it before it is known. */
	serverNow(): ServiceTime {
		return this.serverTime(this.now());
	}

	/** @throws BudgetExhausted when no further request may begin for lack of time */
	checkTime(): void {
		if (this.now() >= this.allowance.deadline) throw new BudgetExhausted('time');
	}

	/** One page of a ticket search, and how many rows it had (API document, Ticket search). @throws BudgetExhausted, ServiceFailure */
	async search(messageBoxId: number, body: TicketSearchBody): Promise<{ tickets: TicketSummary[]; rows: number; moment: Moment }> {
		const none = { answer: { tickets: [], rows: 0 }, moment: { asOf: this.serverNow(), readAt: this.now(), answeredAt: this.now() } };
		const send = async () => await this.service.search(messageBoxId, body, this.priority);
		const { answer, moment } = await this.timed(send, ({ tickets }) => tickets).catch(noSuchPage(body.page, none));
		return { tickets: answer.tickets, rows: answer.rows, moment };
	}

	/**
	 * One ticket with its messages (API document, Ticket get).
	 *
	 * @param hasMessages some are known, so that an answer without any is none
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async get(messageBoxId: number, ticketId: number, hasMessages = false): Promise<{ ticket: TicketDetail; moment: Moment }> {
		const send = async () => await this.service.get(messageBoxId, ticketId, { hasMessages, priority: this.priority });
		const { answer: ticket, moment } = await this.timed(send, (ticket) => [ticket]);
		return { ticket, moment };
	}

	/** Sends a request that is not about tickets. @throws BudgetExhausted, ServiceFailure */
	readonly read: Read = async (request) => {
		this.spend();
		return await this.service.ask(request);
	};

	private async timed<T>(send: () => Promise<T>, ticketsIn: (answer: T) => TicketSummary[]): Promise<{ answer: T; moment: Moment }> {
		this.spend();
		const readAt = this.now();
		const answer = await send();
		this.answered += 1;
		const answeredAt = this.now();
		const updated = ticketsIn(answer).map(({ last_updated_at }) => millisOf(last_updated_at, -Infinity));
		this.ahead = Math.max(this.ahead, greatest(updated) - (this.service.serverTime(answeredAt) ?? Infinity));
		// The answer has shown the clock.
		return { answer, moment: { asOf: this.serverTime(readAt), readAt, answeredAt } };
	}

	private serverTime(local: LocalTime): ServiceTime {
		return this.service.serverTime(local) ?? (local as number);
	}

	private spend(): void {
		if (this.sent >= Math.min(this.cap, this.allowance.requests)) throw new BudgetExhausted('requests');
		this.checkTime();
		this.sent += 1;
	}
}

/**
 * Whether the failure may concern this ticket alone: a listed ticket may be too large to come in time, or access to it
 * may be denied. If the whole service fails, the next search fails too.
 */
export function isOfTicket(error: unknown): error is ServiceFailure {
	return (
		error instanceof ServiceFailure && error.failure.kind !== 'circuitOpen' && !['fatal', 'limit'].includes(entryOf(error.failure).meaning)
	);
}

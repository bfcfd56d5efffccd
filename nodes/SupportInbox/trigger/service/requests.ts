import { OperationalError } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import type { TicketSummary } from '../../store/ticketFields';
import type { Moment, TicketDetail } from '../../store/tickets';
import { greatest } from '../../store/time';
import { noSuchPage } from '../../transport/client/pages';
import type { Read } from '../../transport/client/request';
import { ServiceFailure } from '../../transport/errors/failure';
import { entryOf } from '../../transport/errors/table';
import { type ServiceTime, millisOf } from '../time';
import type { SearchPriority, TicketSearchBody, TicketService } from './service';

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

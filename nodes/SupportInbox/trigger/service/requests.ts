import { OperationalError } from 'n8n-workflow';

import type { TicketSummary } from '../../ledger/ticketFields';
import type { Moment, TicketDetail } from '../../ledger/tickets';
import type { Read } from '../../transport/client/lists';
import { noSuchPage } from '../../transport/client/lists';
import { ServiceFailure } from '../../transport/errors/failure';
import { entryOf } from '../../transport/errors/table';

import type { SearchPurpose, SendOptions, TicketSearchBody, TicketService } from './service';

/** Thrown where the requests or the time of a poll are used up. The next poll goes on. */
export class BudgetExhausted extends OperationalError {
	constructor(readonly reason: 'requests' | 'time') {
		super(`The poll pauses: ${reason}`);
	}
}

/** What one poll may spend: requests, tries of the gate included, and time (`deadline` in ms of `now`, a steady clock). */
export interface Allowance {
	requests: number;
	deadline: number;
	now: () => number;
}

/** Sends the requests of one poll and counts them. */
export class Requests {
	sent = 0;
	/** Those about tickets only: a list that is answered shows no clock, and a trigger that reads nothing else is not well. */
	answered = 0;
	/** What searches are for: who goes first at the rate limit. Details yield to searches for news at least. */
	purpose: SearchPurpose = 'trigger';

	constructor(
		private readonly service: TicketService,
		private readonly allowance: Allowance,
	) {}

	/** The steady clock (ms). */
	now(): number {
		return this.allowance.now();
	}

	/** Whether the service's clock is known. Where no answer shows it, this machine's is all there is. */
	get isClockKnown(): boolean {
		return this.answered > 0 || this.service.serverTime(this.now()) !== undefined;
	}

	/** The service's clock now (ms), never too late. Nothing that is stored may rest on it before it is known. */
	serverNow(): number {
		return this.serverTime(this.now());
	}

	/** @throws BudgetExhausted when no further request may begin for lack of time */
	checkTime(): void {
		if (this.now() >= this.allowance.deadline) throw new BudgetExhausted('time');
	}

	/** One page of a ticket search, and how many rows it had (API document, Ticket search). @throws BudgetExhausted, ServiceFailure */
	async search(messageBoxId: number, body: TicketSearchBody): Promise<{ tickets: TicketSummary[]; rows: number; moment: Moment }> {
		const none = { answer: { tickets: [], rows: 0 }, moment: { asOf: this.serverNow(), readAt: this.now() } };
		const send = async (options: SendOptions) => await this.service.search(messageBoxId, body, options);
		const { answer, moment } = await this.timed(send, this.purpose).catch(noSuchPage(body.page, none));
		return { tickets: answer.tickets, rows: answer.rows, moment };
	}

	/** One ticket with its messages (API document, Ticket get). @throws BudgetExhausted, ServiceFailure */
	async get(messageBoxId: number, ticketId: number): Promise<{ ticket: TicketDetail; moment: Moment }> {
		const send = async (options: SendOptions) => await this.service.get(messageBoxId, ticketId, options);
		const { answer: ticket, moment } = await this.timed(send, 'details');
		return { ticket, moment };
	}

	/** Sends a request that is not about tickets. @throws BudgetExhausted, ServiceFailure */
	readonly read: Read = async (request) => {
		this.spend();
		return await this.service.ask(request, { purpose: 'trigger' });
	};

	private async timed<T>(send: (options: SendOptions) => Promise<T>, purpose: SearchPurpose): Promise<{ answer: T; moment: Moment }> {
		this.spend();
		const readAt = this.now();
		const answer = await send({ purpose });
		this.answered += 1;
		// The answer has shown the clock.
		return { answer, moment: { asOf: this.serverTime(readAt), readAt } };
	}

	private serverTime(local: number): number {
		return this.service.serverTime(local) ?? local;
	}

	private spend(): void {
		if (this.sent >= this.allowance.requests) throw new BudgetExhausted('requests');
		this.checkTime();
		this.sent += 1;
	}
}

/**
 * Whether the service may have failed on this ticket alone, which it lists: it is too large to come in time, or may not be
 * seen. When it is the service as a whole, the next search says so.
 */
export function isOfTicket(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && error.failure.kind !== 'circuitOpen' && !['fatal', 'limit'].includes(entryOf(error.failure).meaning);
}

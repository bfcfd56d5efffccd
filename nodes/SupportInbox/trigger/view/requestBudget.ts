import { OperationalError } from 'n8n-workflow';

import { ServiceFailure } from '../../transport/retry/failure';
import type { TicketDetail, TicketSearchBody, TicketSummary } from '../api';

import type { Leave, TicketService } from './service';
import type { Moment, ServiceClock } from './serviceClock';

/**
 * Thrown where a poll cannot go on: its requests or its time are used up, the rate limit has no more tickets to give
 * (`cause` is its failure), or a ticket cannot be read now. The next poll goes on.
 */
export class BudgetExhausted extends OperationalError {
	constructor(
		readonly reason: 'requests' | 'time' | 'limit' | 'ticket',
		cause?: ServiceFailure,
	) {
		super(`The poll pauses: ${reason}`, { cause });
	}
}

/** What a poll may spend. Times are ms of a clock that does not step. */
export interface Allowance {
	requests: number;
	deadline: number;
	now: () => number;
}

/**
 * Counts what a poll sends, tries of the gate included, and keeps the service's time. The time of day of this machine is
 * not used: it may be wrong, and it may step.
 */
export class RequestBudget {
	/** Requests that were sent, and those of them that were answered. */
	sent = 0;
	answered = 0;
	private phaseLeft: number;
	private wholesInSweeps = 0;
	/** Whether what is asked for now is asked for in the background. */
	isSweeping = false;

	constructor(
		private readonly service: TicketService,
		private readonly allowance: Allowance,
		private readonly clock: ServiceClock,
	) {
		this.phaseLeft = allowance.requests;
	}

	/** Requests that are left to this poll. */
	get left(): number {
		return Math.max(0, this.allowance.requests - this.sent);
	}

	/** Lets the next part of the poll send so many requests at most. */
	beginPhase(requests: number): void {
		this.phaseLeft = requests;
		this.isSweeping = false;
	}

	/**
	 * The same for a part in the background: its searches leave when nobody else needs the rate limit. Tickets that must be
	 * read whole are not counted, because something has happened to them.
	 */
	beginSweeps(requests: number): void {
		this.phaseLeft = requests;
		this.isSweeping = true;
	}

	/**
	 * Whether a sweep would lack the request for a ticket that it reads whole now: the first one of a poll is always
	 * possible, the others only as far as the searches of the sweeps are not touched.
	 */
	get isScarce(): boolean {
		return this.isSweeping && this.wholesInSweeps > 0 && this.left <= this.phaseLeft;
	}

	/** The steady clock (ms). */
	now(): number {
		return this.allowance.now();
	}

	/** The service's clock now (ms), an estimate. */
	serverNow(): number {
		return this.allowance.now() + this.clock.offset;
	}

	/** @throws BudgetExhausted when no further request may begin for lack of time */
	checkTime(): void {
		if (this.allowance.now() >= this.allowance.deadline) throw new BudgetExhausted('time');
	}

	/**
	 * @returns the rows, and when the request left (on the service's clock in whole seconds, never too late)
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async search(messageBoxId: number, body: TicketSearchBody): Promise<{ tickets: TicketSummary[]; moment: Moment }> {
		const leave = this.leave(this.isSweeping ? 'sweep' : 'trigger');
		const { answer, moment } = await this.timed(async () => await this.service.search(messageBoxId, body, leave));
		return { tickets: answer.tickets, moment };
	}

	/** The same for one ticket with its messages. At the rate limit a poll pauses here, with the rows that it has read. */
	async get(messageBoxId: number, ticketId: number): Promise<{ ticket: TicketDetail; moment: Moment }> {
		if (this.isSweeping) {
			this.phaseLeft += 1;
			this.wholesInSweeps += 1;
		}
		const leave = this.leave('wholeTicket');
		const { answer, moment } = await this.timed(async () => await this.service.get(messageBoxId, ticketId, leave)).catch((error) => {
			const isLimit = error instanceof ServiceFailure && error.failure.kind === 'rateLimit';
			throw isLimit ? new BudgetExhausted('limit', error) : error;
		});
		return { ticket: answer.ticket, moment };
	}

	/** Sends a request that is not about tickets. */
	async other<T>(send: (leave: Leave) => Promise<T>): Promise<T> {
		this.spend();
		const answer = await send(this.leave('trigger'));
		this.answered += 1;
		return answer;
	}

	private async timed<T extends { serverTime: number | null }>(send: () => Promise<T>) {
		this.spend();
		const sentAt = this.allowance.now();
		const answer = await send();
		this.answered += 1;
		const receivedAt = this.allowance.now();
		if (answer.serverTime !== null) this.clock.noteAnswer(answer.serverTime, sentAt, receivedAt);
		return { answer, moment: { asOf: this.clock.wholeSecondAt(sentAt), readAt: sentAt } };
	}

	private leave(purpose: Leave['purpose']): Leave {
		return { purpose, again: () => this.maySpend() && this.count() };
	}

	private spend(): void {
		if (this.phaseLeft <= 0 || this.left === 0) throw new BudgetExhausted('requests');
		this.checkTime();
		this.count();
	}

	private maySpend(): boolean {
		return this.phaseLeft > 0 && this.left > 0 && this.allowance.now() < this.allowance.deadline;
	}

	private count(): true {
		this.phaseLeft -= 1;
		this.sent += 1;
		return true;
	}
}

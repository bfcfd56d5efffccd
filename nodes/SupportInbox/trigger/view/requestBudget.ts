import { OperationalError } from 'n8n-workflow';

import type { TicketDetail, TicketSearchBody, TicketSummary } from '../api';
import { SECOND } from '../time';

import type { TicketService } from './service';

/**
 * Why a poll goes no further for now: it has spent its requests or its time, or a ticket could not be read. What it
 * has not read, the next one reads.
 */
export class BudgetExhausted extends OperationalError {
	constructor(readonly reason: 'requests' | 'time' | 'ticket') {
		super(`The poll pauses: ${reason}`);
	}
}

/** What a poll may spend. Times are ms of this machine's clock. */
export interface Allowance {
	requests: number;
	deadline: number;
	now: () => number;
}

/**
 * Counts a poll's requests and keeps the service's time. This machine's clock is only used for durations: it may be
 * wrong by any amount.
 */
export class RequestBudget {
	/** Requests that were sent, and those of them that were answered. */
	sent = 0;
	answered = 0;
	private phaseLeft: number;
	private phaseCounts: 'all' | 'searches' = 'all';

	/** @param skew the service's clock minus this machine's (ms), an estimate until the first answer */
	constructor(
		private readonly service: TicketService,
		private readonly allowance: Allowance,
		public clockOffset: number,
	) {
		this.phaseLeft = allowance.requests;
	}

	/** Requests that are left to this poll. */
	get left(): number {
		return Math.max(0, this.allowance.requests - this.sent);
	}

	/**
	 * Lets the next part of the poll send so many requests at most.
	 *
	 * @param counts `searches`: tickets that must be read whole are not counted, as something has happened to them
	 */
	beginPhase(requests: number, counts: 'all' | 'searches' = 'all'): void {
		this.phaseLeft = requests;
		this.phaseCounts = counts;
	}

	/** The service's clock now (ms), an estimate. */
	serverNow(): number {
		return this.allowance.now() + this.clockOffset;
	}

	/**
	 * @returns the rows, and the service's clock when the request left (ms, whole seconds, never too late)
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async search(messageBoxId: number, body: TicketSearchBody): Promise<{ tickets: TicketSummary[]; asOf: number }> {
		const { answer, asOf } = await this.timed(async () => await this.service.search(messageBoxId, body));
		return { tickets: answer.tickets, asOf };
	}

	/** The same for one ticket with its messages. */
	async get(messageBoxId: number, ticketId: number): Promise<{ ticket: TicketDetail; asOf: number }> {
		if (this.phaseCounts === 'searches') this.phaseLeft += 1;
		const { answer, asOf } = await this.timed(async () => await this.service.get(messageBoxId, ticketId));
		return { ticket: answer.ticket, asOf };
	}

	/** Sends a request that is not about tickets. */
	async other<T>(send: () => Promise<T>): Promise<T> {
		this.spend();
		const answer = await send();
		this.answered += 1;
		return answer;
	}

	private async timed<T extends { serverTime: number | null }>(send: () => Promise<T>) {
		const sentAt = this.allowance.now();
		const answer = await this.other(send);
		const receivedAt = this.allowance.now();
		if (answer.serverTime !== null) this.clockOffset = answer.serverTime - receivedAt;
		// The Date header is cut to the second and was written after the service looked.
		const asOf = Math.floor((sentAt + this.clockOffset) / SECOND) * SECOND;
		return { answer, asOf };
	}

	private spend(): void {
		if (this.phaseLeft <= 0 || this.left === 0) throw new BudgetExhausted('requests');
		if (this.allowance.now() >= this.allowance.deadline) throw new BudgetExhausted('time');
		this.phaseLeft -= 1;
		this.sent += 1;
	}
}

import { OperationalError } from 'n8n-workflow';

import type { TicketSummary } from '../../fields/ticketFields';
import type { Read } from '../../transport/client/lists';
import { noSuchPage } from '../../transport/client/lists';
import { ServiceFailure } from '../../transport/errors/failure';
import { entryOf } from '../../transport/errors/table';
import type { ClockOffset } from '../../transport/clock';
import { narrowed } from '../../transport/clock';
import { SECOND } from '../time';

import type { SendOptions, TicketDetail, TicketSearchBody, TicketService } from './service';

/**
 * Thrown where a poll cannot go on: its requests or its time are used up, or the rate limit leaves nothing for details
 * (`cause` is its failure). The next poll goes on.
 */
export class BudgetExhausted extends OperationalError {
	constructor(
		readonly reason: 'requests' | 'time' | 'limit',
		cause?: ServiceFailure,
	) {
		super(`The poll pauses: ${reason}`, { cause });
	}
}

/** When a request was sent: on the service's clock, never too late, and on this process's steady clock (ms). */
export interface Moment {
	asOf: number;
	readAt: number;
}

/** The service's clock as its answers show it. The time of day of this machine is not used: it may be wrong, and it may step. */
export class ServiceClock {
	private known: ClockOffset = null;

	/** The service's clock minus the steady clock of this process (ms), never too great; 0 until an answer has come. */
	get offset(): number {
		return this.known?.min ?? 0;
	}

	/** Whether an answer has come: before, nothing rests on the service's time. */
	get isKnown(): boolean {
		return this.known !== null;
	}

	/**
	 * Takes in an answer: its time is cut to the second, and each answer narrows what is known. Where the first one shows no
	 * time, the clock of this machine is all there is.
	 */
	noteAnswer(serverTime: number | null, sentAt: number, receivedAt: number): void {
		if (serverTime === null) this.known ??= { min: 0, max: 0, at: receivedAt };
		else this.known = narrowed(this.known, { earliest: serverTime, latest: serverTime + SECOND }, sentAt, receivedAt);
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
	private kept = 0;
	private purpose: SendOptions['purpose'] = 'trigger';

	constructor(
		private readonly service: TicketService,
		private readonly allowance: Allowance,
		private readonly clock: ServiceClock,
	) {}

	/** Requests that the poll may send. */
	get most(): number {
		return this.allowance.requests;
	}

	/** Requests of the poll that were not sent yet. */
	get unsent(): number {
		return this.most - this.sent;
	}

	/** Requests that are left to the present part of the poll. */
	get left(): number {
		return Math.max(0, this.unsent - this.kept);
	}

	/**
	 * Begins a part of the poll.
	 *
	 * @param kept requests that this part leaves to the parts after it
	 * @param purpose what its searches are for; sweeps go last at the rate limit
	 */
	begin(kept: number, purpose: SendOptions['purpose'] = 'trigger'): void {
		this.kept = kept;
		this.purpose = purpose;
	}

	/** The steady clock (ms). */
	now(): number {
		return this.allowance.now();
	}

	/** Whether the service's clock is known, see {@link serverNow}. */
	get isClockKnown(): boolean {
		return this.clock.isKnown;
	}

	/** The service's clock now (ms), never too late. */
	serverNow(): number {
		return this.now() + this.clock.offset;
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
		const { answer, moment } = await this.timed(send, 'details').catch((error) => {
			const isLimit = error instanceof ServiceFailure && error.failure.kind === 'rateLimit';
			throw isLimit ? new BudgetExhausted('limit', error) : error;
		});
		return { ticket: answer.ticket, moment };
	}

	/** Sends a request that is not about tickets. @throws BudgetExhausted, ServiceFailure */
	readonly read: Read = async (request) => {
		this.spend();
		return await this.service.ask(request, { purpose: 'trigger' });
	};

	private async timed<T extends { serverTime: number | null }>(send: (options: SendOptions) => Promise<T>, purpose: SendOptions['purpose']) {
		this.spend();
		const sentAt = this.now();
		const answer = await send({ purpose });
		this.answered += 1;
		this.clock.noteAnswer(answer.serverTime, sentAt, this.now());
		return { answer, moment: { asOf: sentAt + this.clock.offset, readAt: sentAt } };
	}

	private spend(): void {
		if (this.left === 0) throw new BudgetExhausted('requests');
		this.checkTime();
		this.sent += 1;
	}
}

/**
 * Whether the service may have failed on this ticket alone, which it lists: it is too large to come in time, or may not be
 * seen. When it is the service as a whole, the next search says so.
 */
export function isOfTicket(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && error.failure.kind !== 'circuitOpen' && entryOf(error.failure).meaning !== 'fatal';
}

import type { InboxStore } from '../../store/inboxStore';
import type { TicketSummary } from '../../store/ticketFields';
import type { Moment, TicketDetails } from '../../store/tickets';
import type { Requests } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { OPEN_END, OVERLAP_S, SECOND, windowOf } from '../time';
import { Slices, Stretches } from './slices';
import { Sweep } from './sweep';

/** Reads one inbox into its ledger, for all triggers that watch it: the news from any position, sweeps, and single tickets. */
export class Reader {
	readonly sweep: Sweep;
	/** When the inbox could not be read last (ms of the steady clock). */
	failedAt = -Infinity;
	/** By trigger: when it last read a ticket again without a sign of news (ms of the steady clock). Each has tickets that others do not watch. */
	readonly rereadAt = new Map<string, number>();
	private readonly stretches = new Stretches();
	private readonly news: Slices;

	constructor(
		readonly messageBoxId: number,
		readonly ledger: InboxStore,
	) {
		this.news = new Slices(messageBoxId);
		this.sweep = new Sweep(this);
		// The ledger no longer holds all rows that were read, so every trigger reads again from its own position.
		ledger.onForgotten = () => this.stretches.clear();
	}

	/**
	 * Reads the next send times after `from`, the oldest first, with one request. Then {@link knownFrom} returns how far it came.
	 *
	 * @param from ms of the service's clock
	 * @param overlap how many seconds before these send times are read again
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async readNews(requests: Requests, from: number, overlap: number): Promise<void> {
		const at = secondOf(this.knownFrom(from));
		const { tickets, isRead, upTo, end, moment } = await this.news.next(requests, at, overlap);
		const sentUntil = Math.min(moment.asOf, end * SECOND);
		const foundAt = Math.min(moment.asOf, (end + OVERLAP_S) * SECOND);
		this.ledger.takeRows(tickets, moment, { foundAt, sentUntil });
		if (isRead) this.stretches.note({ from: at, until: upTo, openAt: end === OPEN_END ? moment.readAt : -Infinity });
	}

	/** @returns for how long news after `from` (ms of the service's clock) have waited (ms): an inbox that could not be read is tried again in its turn */
	waited(requests: Requests, from: number): number {
		return Math.min(requests.serverNow() - from, requests.now() - this.failedAt);
	}

	/** Whether all send times after `from` (ms of the service's clock) were read up to the present, at `notBefore` (ms of the steady clock) or later. */
	isReadSince(from: number, notBefore: number): boolean {
		return (this.stretches.at(from)?.openAt ?? -Infinity) >= notBefore;
	}

	/** @returns up to where send times are known without a gap after `from` (ms of the service's clock) */
	knownFrom(from: number): number {
		return Math.max(from, (this.stretches.at(from)?.until ?? 0) * SECOND);
	}

	/** Reads the rows of tickets, at most a page of them. */
	async readRows(requests: Requests, ids: readonly number[]): Promise<void> {
		const { tickets, moment } = await requests.search(this.messageBoxId, { ticket_ids: [...ids], per_page: FULL_PAGE, page: 1 });
		this.ledger.takeRows(tickets, moment);
		const listed = new Set(tickets.map(({ ticket_id }) => ticket_id));
		this.ledger.takeMissing(ids.filter((id) => !listed.has(id)), moment.asOf);
	}

	/**
	 * Reads a page of the newest tickets, or of those with a message in a period (ms of the service's clock; without `until`
	 * to the present).
	 *
	 * @returns the tickets, and whether there are more
	 */
	async readPage(requests: Requests, page: number, period?: { from: number; until?: number }): Promise<{ tickets: TicketSummary[]; moment: Moment; hasMore: boolean }> {
		const { tickets, rows, moment } = await requests.search(this.messageBoxId, { ...(period && windowOf(secondOf(period.from), secondOf(period.until ?? OPEN_END))), per_page: FULL_PAGE, page });
		const hasMore = rows === FULL_PAGE;
		// If the news do not fit into one page, this page is not used: readNews reads them, the oldest first.
		const isLater = hasMore && period !== undefined && period.until === undefined;
		if (!isLater) this.ledger.takeRows(tickets, moment, { sentUntil: period?.until ?? moment.asOf });
		return { tickets, moment, hasMore };
	}

	/**
	 * @param hasMessages the trigger knows some of its messages, so that an answer without any is none
	 * @returns the ticket with its messages as of `notBefore` (ms of the service's clock) or later
	 */
	async readDetails(requests: Requests, ticketId: number, notBefore: number, hasMessages: boolean): Promise<TicketDetails> {
		const known = this.ledger.details.get(ticketId);
		if (known !== undefined && known.asOf >= notBefore) return known;
		const { ticket, moment } = await requests.get(this.messageBoxId, ticketId, hasMessages || (known?.ticket.messages.length ?? 0) > 0);
		const details = { ticket, ...moment };
		this.ledger.takeDetails(details);
		return details;
	}
}

function secondOf(ms: number): number {
	return Math.floor(ms / SECOND);
}

import type { FoundBy, Ledger } from '../../ledger/ledger';
import type { TicketSummary } from '../../ledger/ticketFields';
import type { Moment, TicketDetails } from '../../ledger/tickets';
import type { Requests } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { MINUTE, OPEN_END, SECOND, windowOf } from '../time';
import { Round } from './round';
import { Slices, Stretches } from './slices';

/** Reads one inbox into its ledger, for all triggers that watch it: the news from any position, rounds, and single tickets. */
export class Reader {
	readonly round: Round;
	private readonly stretches = new Stretches();
	private readonly news: Slices;

	/** @param begunAt when this process began to read the inbox (ms of the steady clock) */
	constructor(
		readonly messageBoxId: number,
		readonly ledger: Ledger,
		readonly begunAt: number,
	) {
		this.news = new Slices(messageBoxId);
		this.round = new Round(this);
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
		// An answer showed a clock that was ahead.
		if (this.knownFrom(from) > requests.serverNow() + MINUTE) this.stretches.clear();
		const at = Math.floor(this.knownFrom(from) / SECOND);
		const { tickets, isRead, upTo, end, moment } = await this.news.next(requests, at, overlap);
		this.ledger.takeRows(tickets, moment, { isNews: true });
		if (isRead) this.stretches.note({ from: at, until: upTo, openSeq: end === OPEN_END ? this.ledger.seq : 0, openAt: moment.readAt });
	}

	/**
	 * Whether all send times after `from` (ms of the service's clock) were read up to the present.
	 *
	 * @param after by a reading after this number; @param notBefore at this time or later (ms of the steady clock)
	 */
	isReadSince(from: number, after: number, notBefore: number): boolean {
		const { openSeq = 0, openAt = 0 } = this.stretches.at(from) ?? {};
		return openSeq > after && openAt >= notBefore;
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
		this.ledger.takeMissing(ids.filter((id) => !listed.has(id)), moment.readAt);
	}

	/**
	 * Reads a page of the newest tickets, or of those with a message in a period (ms of the service's clock; without `until`
	 * to the present).
	 *
	 * @returns the tickets, and whether there are more
	 */
	async readPage(requests: Requests, page: number, { period, ...found }: FoundBy & { period?: { from: number; until?: number } } = {}): Promise<{ tickets: TicketSummary[]; moment: Moment; hasMore: boolean }> {
		const { tickets, rows, moment } = await requests.search(this.messageBoxId, { ...(period === undefined ? {} : criteriaOf(period)), per_page: FULL_PAGE, page });
		const hasMore = rows === FULL_PAGE;
		// If the news do not fit into one page, this page is not used: readNews reads them, the oldest first.
		const isLater = hasMore && period !== undefined && period.until === undefined;
		if (!isLater) this.ledger.takeRows(tickets, moment, found);
		return { tickets, moment, hasMore };
	}

	/** @returns the ticket with its messages, of a reading that `suffices` accepts. @throws BudgetExhausted, ServiceFailure */
	async readDetails(requests: Requests, ticketId: number, suffices: (known: TicketDetails) => boolean): Promise<TicketDetails> {
		const known = this.ledger.details.get(ticketId);
		if (known !== undefined && suffices(known)) return known;
		const { ticket, moment } = await requests.get(this.messageBoxId, ticketId);
		return this.ledger.takeDetails(ticket, moment);
	}
}

function criteriaOf({ from, until = OPEN_END }: { from: number; until?: number }): { since: string; until?: string } {
	return windowOf(Math.floor(from / SECOND), Math.floor(until / SECOND));
}

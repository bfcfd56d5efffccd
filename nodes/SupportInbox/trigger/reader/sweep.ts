import type { InboxStore } from '../../store/inboxStore';
import type { TicketSummary } from '../../store/ticketFields';
import type { Moment } from '../../store/tickets';
import { smallest } from '../../store/time';
import type { Requests } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { HOUR, SECOND } from '../time';

/** A look-back of at most this many tickets is read in one request with the news; the page has room for a few new tickets. */
const SMALL = 45;
/** A ticket that is not listed is not asked for again within this time (ms): it is probably deleted. */
const MISSING_FOR = HOUR;
/** A trigger that has not polled for this long no longer affects how far back a sweep reads (ms). */
const WANTED_FOR = 2 * HOUR;

/** What a sweep reads with, see Reader. */
interface TicketReader {
	readPage(requests: Requests, page: number, period?: { from: number; until?: number }): Promise<{ tickets: TicketSummary[]; moment: Moment; hasMore: boolean }>;
	readRows(requests: Requests, ids: readonly number[]): Promise<void>;
	ledger: Pick<InboxStore, 'askedAt' | 'isMissing'>;
}

/**
 * Reads everything again in rounds: the send times of the look-back, then the watched tickets. All triggers share a round,
 * and each poll continues it. The look-back is read page by page: if a ticket leaves a page before that is read, it has
 * news, which the reader finds, or the next round finds it.
 */
export class Sweep {
	/** When the present round began: on the service's clock and the steady clock (ms). */
	startedAt = -Infinity;
	/** When the first round of this process began (ms of the service's clock): a ticket that was never asked for has waited since then. */
	private firstStartedAt = -Infinity;
	begunAt = -Infinity;
	/** The last look-back that was read to its end: when its round began, and where its send times begin (ms of the service's clock). */
	lookBack = { startedAt: -Infinity, from: Infinity };
	/** Tickets in the look-back, as the last round found them. */
	size = FULL_PAGE;
	/** The period of the present round (ms of the service's clock), and its next page; undefined: it has been read. */
	private period = { from: 0, until: 0 };
	private page: number | undefined;
	/** From when on each trigger wants the send times to be read again, and when it asked for that. */
	private readonly wants = new Map<string, { from: number; at: number }>();
	/** The last look-back that was read with one request. */
	private withNews: { from: number; readAt: number; position: number } | undefined;

	constructor(private readonly reader: TicketReader) {}

	/** Notes from when on a trigger wants the send times to be read again (ms of the service's clock). */
	want(key: string, from: number, now: number): void {
		this.wants.set(key, { from, at: now });
	}

	/**
	 * Begins a round, for all triggers that have polled lately.
	 *
	 * @param until where their news begin (ms of the service's clock); @param now when the poll began (ms of the steady clock)
	 */
	begin(requests: Requests, until: number, now: number): void {
		for (const [key, { at }] of this.wants) if (now - at > WANTED_FOR) this.wants.delete(key);
		this.start(requests.serverNow(), now);
		this.period = { from: this.wantedFrom(), until };
		this.page = 1;
	}

	/**
	 * Where all of the look-back fits into one page, reads it and the news with one request. If that was done at `notBefore`
	 * (ms of the steady clock) or later, it is not done again.
	 *
	 * @param position where the news begin (ms of the service's clock)
	 * @returns up to where the send times are known then; undefined: there are too many tickets for that
	 */
	async readWithNews(requests: Requests, position: number, notBefore: number): Promise<number | undefined> {
		const from = Math.min(position, this.wantedFrom());
		if (this.withNews !== undefined && this.withNews.readAt >= notBefore && this.withNews.from <= from) return this.withNews.position;
		if (this.size > SMALL) return undefined;
		const { tickets, moment, hasMore } = await this.reader.readPage(requests, 1, { from });
		this.size = tickets.length;
		if (hasMore) return undefined;
		this.start(moment.asOf, moment.readAt);
		this.page = undefined;
		this.lookBack = { startedAt: moment.asOf, from };
		this.withNews = { from, readAt: moment.readAt, position: Math.floor(moment.asOf / SECOND) * SECOND };
		return this.withNews.position;
	}

	/**
	 * Whether the round has nothing left for a trigger.
	 *
	 * @param ids the tickets that it watches
	 */
	isDone(ids: readonly number[]): boolean {
		return this.page === undefined && this.unread(ids).length === 0;
	}

	/** Since when some part of the look-back or of `ids` has not been read (ms of the service's clock). */
	unseenSince(ids: readonly number[]): number {
		const lookBack = this.page === undefined ? this.startedAt : this.lookBack.startedAt;
		return Math.min(lookBack, smallest(this.unread(ids).map((id) => Math.max(this.reader.ledger.askedAt(id), this.firstStartedAt))));
	}

	/** Sends the next request of the round: for the look-back, then for `ids`. */
	async goOn(requests: Requests, ids: readonly number[]): Promise<void> {
		if (this.page === undefined) {
			const longestUnseen = this.unread(ids).sort((a, b) => this.reader.ledger.askedAt(a) - this.reader.ledger.askedAt(b));
			return await this.reader.readRows(requests, longestUnseen.slice(0, FULL_PAGE));
		}
		const { tickets, hasMore } = await this.reader.readPage(requests, this.page, this.period);
		if (hasMore) {
			this.page += 1;
			return;
		}
		this.size = (this.page - 1) * FULL_PAGE + tickets.length;
		this.page = undefined;
		this.lookBack = { startedAt: this.startedAt, from: this.period.from };
	}

	private start(startedAt: number, begunAt: number): void {
		if (this.firstStartedAt === -Infinity) this.firstStartedAt = startedAt;
		this.startedAt = startedAt;
		this.begunAt = begunAt;
	}

	private wantedFrom(): number {
		return Math.min(...[...this.wants.values()].map(({ from }) => from));
	}

	/** The tickets that this round has not seen. */
	private unread(ids: readonly number[]): number[] {
		const { ledger } = this.reader;
		const dueAfter = (id: number) => ledger.askedAt(id) + (ledger.isMissing(id) ? MISSING_FOR : 0);
		return ids.filter((id) => dueAfter(id) < this.startedAt);
	}
}

import type { FoundBy, Ledger } from '../../ledger/ledger';
import type { TicketSummary } from '../../ledger/ticketFields';
import type { Moment } from '../../ledger/tickets';
import type { Requests } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { HOUR, MINUTE, SECOND } from '../time';

/** A look-back of at most this many tickets is read in one request with the news; the page has room for a few new tickets. */
const SMALL = 45;
/** A ticket that is not listed is not asked for again within this time (ms): it is probably deleted. */
const MISSING_FOR = HOUR;
/** A trigger that has not polled for this long no longer affects how far back a round reads (ms). */
const WANTED_FOR = 2 * HOUR;

/** What a round reads with, see Reader. */
interface TicketReader {
	readPage(requests: Requests, page: number, found: FoundBy & { period?: { from: number; until?: number } }): Promise<{ tickets: TicketSummary[]; moment: Moment; hasMore: boolean }>;
	readRows(requests: Requests, ids: readonly number[]): Promise<void>;
	ledger: Pick<Ledger, 'askedAt' | 'isMissing' | 'seq'>;
}

/**
 * A look-back: when its round began, and where its send times begin (ms of the service's clock). `begunAt`: when its round began, on
 * the steady clock (ms).
 */
interface LookBack {
	startedAt: number;
	begunAt: number;
	from: number;
}

/**
 * Reads everything again in rounds: the send times of the look-back, page by page, then the watched tickets, the longest unread
 * first. All triggers share a round, and each poll continues it. If a ticket leaves a page before that is read, it has news, which
 * the reader finds, or the next round finds it.
 */
export class Round {
	/** The last look-back that was read to its end. */
	lookBack: LookBack = { startedAt: -Infinity, begunAt: -Infinity, from: Infinity };
	/** Tickets in the look-back, as the last round found them. */
	size = FULL_PAGE;
	/** The number of the present round. */
	count = 0;
	/** The numbers of readings at which this round and the one before began. */
	private seqs: { own: number; last?: number } = { own: 0 };
	/** The look-back of the present round, until where it reads (ms of the service's clock), and its next page; undefined: it has been read. */
	private current: LookBack & { until: number; page?: number } = { startedAt: -Infinity, begunAt: -Infinity, from: 0, until: 0 };
	/** From when on each trigger wants the send times to be read again, and when it asked for that. */
	private readonly wants = new Map<string, { from: number; at: number }>();
	/** The last look-back that was read with one request. */
	private atOnce: { from: number; seq: number; readAt: number; position: number } | undefined;

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
		const from = this.wantedFrom();
		const isWider = from < this.lookBack.from - MINUTE;
		this.seqs = { own: this.reader.ledger.seq, last: isWider || this.count === 0 ? undefined : this.seqs.own };
		this.count += 1;
		this.current = { startedAt: requests.serverNow(), begunAt: now, from, until, page: 1 };
	}

	/**
	 * Where all of the look-back fits into one page, reads it and the news with one request, unless that was done lately.
	 *
	 * @param position where the news begin (ms of the service's clock)
	 * @param after by a reading after this number; @param notBefore at this time or later (ms of the steady clock)
	 * @returns up to where the send times are known then; undefined: there are too many tickets for that
	 */
	async readAtOnce(requests: Requests, position: number, after: number, notBefore: number): Promise<number | undefined> {
		const from = Math.min(position, this.wantedFrom());
		const { atOnce } = this;
		if (atOnce !== undefined && atOnce.seq > after && atOnce.readAt >= notBefore && atOnce.from <= from) return atOnce.position;
		if (this.size > SMALL) return undefined;
		const { tickets, moment, hasMore } = await this.reader.readPage(requests, 1, { period: { from } });
		this.size = tickets.length;
		if (hasMore) return undefined;
		this.current = { startedAt: moment.asOf, begunAt: moment.readAt, from, until: moment.asOf };
		this.lookBack = this.current;
		this.atOnce = { from, seq: this.reader.ledger.seq, readAt: moment.readAt, position: Math.floor(moment.asOf / SECOND) * SECOND };
		return this.atOnce.position;
	}

	/** When the present round began (ms of the steady clock). */
	get begunAt(): number {
		return this.current.begunAt;
	}

	/** Whether the look-back of this round has been read. */
	get isLookBackRead(): boolean {
		return this.current.page === undefined;
	}

	/** @returns the tickets that this round has not seen, the longest unread first */
	unread(ids: readonly number[]): number[] {
		const { ledger } = this.reader;
		const dueAfter = (id: number) => ledger.askedAt(id) + (ledger.isMissing(id) ? MISSING_FOR : 0);
		return ids.filter((id) => dueAfter(id) < this.begunAt).sort((a, b) => ledger.askedAt(a) - ledger.askedAt(b));
	}

	/** Reads the next page of the look-back. */
	async readLookBack(requests: Requests): Promise<void> {
		const { startedAt, begunAt, from, until, page = 1 } = this.current;
		const { tickets, hasMore } = await this.reader.readPage(requests, page, { period: { from, until }, round: this.count, lastRoundAt: this.seqs.last });
		this.current.page = hasMore ? page + 1 : undefined;
		if (hasMore) return;
		this.size = (page - 1) * FULL_PAGE + tickets.length;
		this.lookBack = { startedAt, begunAt, from };
	}

	private wantedFrom(): number {
		return Math.min(...[...this.wants.values()].map(({ from }) => from));
	}
}

import type { LocalTime } from '../../adapter/clock';
import type { Answer, InboxStore } from '../../store/inboxStore';
import { smallest } from '../../store/time';
import type { Session } from '../../transport/session';
import type { Requests } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { type ServiceTime, HOUR, MINUTE, SECOND, windowOf, OPEN_END } from '../time';
import { secondOf } from './news';

/** A look-back of at most this many tickets is read in one request with the news; the page has room for a few new tickets. */
const SMALL = 45;
/** A ticket that is not listed is not asked for again within this time (ms): it is probably deleted. */
const MISSING_FOR = HOUR;
/** A trigger that has not polled for this long no longer affects how far back a resync reads (ms). */
const WANTED_FOR = 2 * HOUR;

/** A part of the send times. */
interface Period {
	from: ServiceTime;
	until: ServiceTime;
}

/**
 * Reads an inbox again in rounds: the send times of the look-back, then the watched tickets. All triggers share a round, and each
 * poll continues it. The look-back is read page by page: if a ticket leaves a page before that is read, it has news, or the next
 * round finds it.
 */
export class Resync {
	/** When the present round began, by either clock. */
	startedAt: ServiceTime = -Infinity;
	begunAt: LocalTime = -Infinity;
	/** When the first round of this process began: a ticket that was never asked for has waited since then. */
	private firstStartedAt: ServiceTime = -Infinity;
	/** The last look-back that was read to its end: when its round began, and its send times. */
	lookback: Period & { startedAt: ServiceTime } = { startedAt: -Infinity, from: Infinity, until: -Infinity };
	/** Tickets in the look-back, as the last round found them. */
	private size = FULL_PAGE;
	private rounds = 0;
	/** The period of the present round, and its next page; undefined: it has been read. */
	private period: Period = { from: 0, until: 0 };
	private page: number | undefined;
	/** From when on each trigger wants the send times to be read again, and when it asked for that. */
	private readonly wants = new Map<string, { from: ServiceTime; at: LocalTime }>();

	constructor(
		private readonly messageBoxId: number,
		private readonly store: InboxStore,
	) {}

	/** Notes from when on a trigger wants the send times to be read again. */
	want(key: string, from: ServiceTime, now: LocalTime): void {
		this.wants.set(key, { from, at: now });
	}

	/** Where the look-back that all triggers want begins; undefined: it does not fit into a page with the news. */
	get smallFrom(): ServiceTime | undefined {
		return this.size > SMALL ? undefined : this.wantedFrom();
	}

	/**
	 * Reads the look-back to the present with one request, which is a whole round.
	 *
	 * @returns its tickets; undefined: they did not fit into a page
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async readWhole(requests: Requests, from: ServiceTime): Promise<(Answer & { cursor: ServiceTime }) | undefined> {
		const since = secondOf(from);
		const body = { ...windowOf(since, OPEN_END), per_page: FULL_PAGE, page: 1 };
		const { tickets, rows, moment } = await requests.search(this.messageBoxId, body);
		this.size = rows;
		if (rows >= FULL_PAGE) return undefined;
		const answer = { since: since * SECOND, until: Infinity, tickets, moment };
		this.store.recordRows(tickets, moment, moment.asOf);
		this.store.recordAnswer(answer);
		this.start(moment.asOf, moment.readAt);
		this.page = undefined;
		this.lookback = { startedAt: moment.asOf, from, until: moment.asOf };
		return { ...answer, cursor: secondOf(moment.asOf) * SECOND };
	}

	/**
	 * Begins a round, for all triggers that have polled lately.
	 *
	 * @param until where their news begin; @param now when the poll began
	 * @param every in each of how many rounds the look-back is read
	 */
	begin(requests: Requests, until: ServiceTime, now: LocalTime, every: number): void {
		for (const [key, { at }] of this.wants) if (now - at > WANTED_FOR) this.wants.delete(key);
		this.start(requests.serverNow(), now);
		this.period = { from: this.wantedFrom(), until };
		this.page = this.rounds++ % every === 0 ? 1 : undefined;
	}

	/**
	 * Whether the round has nothing left for a trigger.
	 *
	 * @param ids the tickets that it watches
	 */
	isDone(ids: readonly number[]): boolean {
		return this.page === undefined && this.unread(ids).length === 0;
	}

	/** Since when some part of the look-back or of `ids` has not been read. */
	unseenSince(ids: readonly number[]): ServiceTime {
		const lookback = this.page === undefined ? this.startedAt : this.lookback.startedAt;
		return Math.min(lookback, smallest(this.unread(ids).map((id) => Math.max(this.store.askedAt(id), this.firstStartedAt))));
	}

	/** Sends the next request of the round: for the look-back, then for `ids`. @throws BudgetExhausted, ServiceFailure */
	async readNext(requests: Requests, ids: readonly number[]): Promise<void> {
		const { page, store, period } = this;
		if (page === undefined) {
			const longestUnread = this.unread(ids).sort((a, b) => store.askedAt(a) - store.askedAt(b));
			return await readRows(this.messageBoxId, store, requests, longestUnread.slice(0, FULL_PAGE));
		}
		const { tickets, rows, moment } = await requests.search(this.messageBoxId, {
			...windowOf(secondOf(period.from), secondOf(period.until)),
			per_page: FULL_PAGE,
			page,
		});
		store.recordRows(tickets, moment, period.until);
		if (rows === FULL_PAGE) {
			this.page = page + 1;
			return;
		}
		this.size = (page - 1) * FULL_PAGE + rows;
		this.page = undefined;
		this.lookback = { startedAt: this.startedAt, ...period };
	}

	private start(startedAt: ServiceTime, begunAt: LocalTime): void {
		if (this.firstStartedAt === -Infinity) this.firstStartedAt = startedAt;
		this.startedAt = startedAt;
		this.begunAt = begunAt;
	}

	private wantedFrom(): ServiceTime {
		return smallest([...this.wants.values()].map(({ from }) => from));
	}

	/** The tickets that this round has not read. */
	private unread(ids: readonly number[]): number[] {
		const { store, begunAt, startedAt } = this;
		const isMissing = (id: number) => store.missingSince(id) !== undefined && store.askedAt(id) + MISSING_FOR >= startedAt;
		// By the steady clock: what is known of the service's may be corrected by a second while a round is read.
		return ids.filter((id) => (store.row(id)?.readAt ?? -Infinity) < begunAt && !isMissing(id));
	}
}

/** How many requests of a minute all triggers of a token may send for resyncs beyond those of each poll, while the limit is idle. */
const MOST_IDLE = 20;

/** The requests that only an idle limit allows. One that was sent cannot be given back, so they are few. */
export class IdleResyncs {
	/** When each of the last minute was sent. */
	private sent: LocalTime[] = [];

	constructor(private readonly session: Session) {}

	/** @returns whether another request may be sent; counts it */
	spend(): boolean {
		const { dispatcher } = this.session;
		const now = dispatcher.clock.now();
		this.sent = this.sent.filter((at) => at > now - MINUTE);
		if (this.sent.length >= MOST_IDLE || !dispatcher.isIdle) return false;
		this.sent.push(now);
		return true;
	}
}

const resyncs = new WeakMap<InboxStore, Resync>();

/** @returns the rounds of an inbox, which end with what is known of it */
export function resyncOf(messageBoxId: number, store: InboxStore): Resync {
	const known = resyncs.get(store) ?? new Resync(messageBoxId, store);
	resyncs.set(store, known);
	return known;
}

/** Reads tickets by their ids, at most a page of them. @throws BudgetExhausted, ServiceFailure */
export async function readRows(messageBoxId: number, store: InboxStore, requests: Requests, ids: readonly number[]): Promise<void> {
	const { tickets, moment } = await requests.search(messageBoxId, { ticket_ids: [...ids], per_page: FULL_PAGE, page: 1 });
	store.recordRows(tickets, moment);
	const listed = new Set(tickets.map(({ ticket_id }) => ticket_id));
	store.recordMissing(ids.filter((id) => !listed.has(id)), moment.asOf);
}

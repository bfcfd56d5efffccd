import type { LocalTime } from '../../adapter/clock';
import type { Answer, InboxStore } from '../../store/inboxStore';
import { type ServiceTime, HOUR, MINUTE, SECOND, secondsOf, smallest } from '../../store/time';
import type { Session } from '../../transport/session';
import { type Requests, FULL_PAGE } from '../service';
import type { InboxState } from '../state/state';

/** The end of an open search window, which includes messages of any later date. */
const OPEN_END = Infinity;

/** A message may become visible this long after its send time (s), also where a page has little room; the resync finds later ones. */
export const OVERLAP_S = 4;
/** The same where a page has room: a mail may have been sent some time before it arrives (s). */
const LONG_OVERLAP_S = 60;

/** The length of a slice is chosen to get this many rows; a page holds 50. */
const TARGET_ROWS = 35;

/** What the news of an inbox are read into. */
interface Target {
	messageBoxId: number;
	state: InboxState;
	store: InboxStore;
}

/**
 * Reads the next slice of send times after the cursor with one request, the oldest first. A slice that does not fit into a page is
 * narrowed, and asked for anew; a slice of one second is read page by page (API document, Ticket search).
 *
 * @param overlap how many seconds before the cursor are read again
 * @returns the tickets in it; undefined: it did not fit. The cursor stays: the caller moves it when it has taken them in
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readSlice(
	{ messageBoxId, state, store }: Target,
	requests: Requests,
	overlap: number,
): Promise<(Answer & { cursor: ServiceTime }) | undefined> {
	const at = secondOf(state.cursor);
	const { width = Infinity, page = 1, since = at - overlap, asOf } = state.slice ?? {};
	const present = Math.max(at, secondOf(requests.serverNow()));
	const until = at + width >= present ? OPEN_END : at + width;
	const { tickets, rows, moment } = await requests.search(messageBoxId, { ...windowOf(since, until), per_page: FULL_PAGE, page });
	const isFull = rows === FULL_PAGE;
	store.newsRows = rows;
	// The answer has shown the service's clock.
	const length = Math.min(width, secondOf(requests.serverNow()) - at);
	if (isFull && width > 1) {
		state.slice = { width: Math.max(1, Math.floor(length / 3)) };
		return undefined;
	}
	const readAt = asOf ?? moment.asOf;
	const answer: Answer = { since: since * SECOND, until: until * SECOND, tickets, moment };
	store.recordRows(tickets, moment, Math.min(moment.asOf, answer.until));
	if (isFull) {
		state.slice = { width, page: page + 1, since, asOf: readAt };
		return { ...answer, cursor: state.cursor };
	}
	if (until === OPEN_END) delete state.slice;
	else state.slice = { width: Math.max(2, Math.floor(length * Math.min(4, TARGET_ROWS / Math.max(1, rows)))) };
	if (page === 1) store.recordAnswer(answer);
	return { ...answer, cursor: until === OPEN_END ? secondOf(readAt) * SECOND : answer.until };
}

/**
 * How many seconds before the cursor are read again. A ticket that is found again is read again, so nothing up to the newest message
 * that was read is asked for, unless a resync could not find what came late then.
 */
export function overlapBefore({ state: { cursor, slice }, store }: Target): number {
	const hasRoom = slice === undefined && store.newsRows <= FULL_PAGE / 2;
	const least = store.messagesMove ? 0 : OVERLAP_S;
	return Math.max(least, Math.min(hasRoom ? LONG_OVERLAP_S : OVERLAP_S, secondOf(cursor) - 1 - secondOf(store.sentAt)));
}

function secondOf(at: ServiceTime): number {
	return Math.floor(at / SECOND);
}

/** @returns the search criteria for a period (s); an open period has no `until`, as the service may refuse one far in the future */
function windowOf(since: number, until: number): { since: string; until?: string } {
	return { since: secondsOf(since * SECOND), ...(until !== OPEN_END && { until: secondsOf(until * SECOND) }) };
}

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

import type { LocalTime } from '../../adapter/clock';
import type { Answer, InboxStore } from '../../store/inboxStore';
import { NOT_WATCHED } from '../../store/snapshot';
import { Store } from '../../store/store';
import type { Row } from '../../store/tickets';
import { type ServiceTime, DAY, HOUR, MINUTE, SECOND } from '../../store/time';
import { type TicketEvent, newestReceived } from '../detect/events';
import { followsMessages, watchesTickets } from '../properties/settings';
import { FULL_PAGE } from '../service';
import { beginMessages, correctTimes } from '../state/begin';
import type { InboxState, QueueEntry, Rank } from '../state/state';
import type { PollContext } from './context';
import type { WorkQueue } from './queue';
import { type Resync, OVERLAP_S, overlapBefore, readRows, readSlice, resyncOf } from './reader';
import { SHARED, Tickets } from './tickets';

/** A margin, as answers may be taken in out of order, and the clock of a new process may differ (ms). */
export const ORDER_MARGIN = 2 * SECOND;
/** A ticket that is not listed for this long is gone (ms): people may move it to an inbox that is not watched, and back. */
const GONE_AFTER = 7 * DAY;
/** The other inboxes are asked for a ticket until it is not listed for this long (ms). */
const SOUGHT_FOR = HOUR;
/** Another round of the resync begins this much before a whole interval has passed (ms): polls do not begin on time. */
const ROUND_MARGIN = 15 * SECOND;

/**
 * One inbox in one poll of a trigger. It reads into the store, and processes what was read ticket by ticket. A ticket that was read is
 * either processed or in the queue, so that a poll may stop anywhere.
 */
export class InboxPoll {
	readonly queue: WorkQueue;
	readonly store: InboxStore;
	readonly resync: Resync;
	/** Whether the news were read to their end, or have their turn in the next poll. */
	hasAllNews = false;
	private readonly tickets: Tickets;
	/** News that were read at this time or later are not asked for again. */
	private readonly notBefore: LocalTime;
	/** Whether the cursor has moved in this poll: what was before it need not be read again. */
	private hasMoved = false;
	/** The version of each ticket that was processed last in this poll: it need not be processed again. */
	private readonly processed = new Map<number, Row>();

	/** @param poll with the settings as they are in this inbox */
	constructor(
		readonly messageBoxId: number,
		readonly state: InboxState,
		private readonly poll: PollContext,
	) {
		const { settings, requests, startedAt, key, session } = poll;
		this.store = session.of(Store).of(messageBoxId);
		this.resync = resyncOf(messageBoxId, this.store);
		this.store.writes.beginPoll(key, state.processedUntil);
		// One more than what is stored: if n8n brings that state back, `beginPoll` finds that all that this poll takes in came later.
		state.processedUntil += 1;
		this.tickets = new Tickets(messageBoxId, state, this.store, poll);
		this.queue = this.tickets.queue;
		this.resync.want(key, state.resyncedUntil - settings.lookback, requests.now());
		// The service's clock is known to the second.
		const lastAsked = requests.now() - requests.serverNow() + state.processedUntil;
		this.notBefore = Math.max(startedAt - SHARED, Math.min(lastAsked + SECOND, startedAt));
	}

	/**
	 * Takes what other triggers have read after the cursor, and reads the next part of the news, unless one has just now.
	 *
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async readNews(): Promise<void> {
		const { requests } = this.poll;
		const { sent } = requests;
		do await this.readNext();
		while (requests.sent === sent && !this.hasAllNews);
	}

	private async readNext(): Promise<void> {
		const { state } = this;
		const { startedAt, settings, requests } = this.poll;
		let answer: (Answer & { cursor: ServiceTime }) | undefined;
		this.correctTimes();
		try {
			answer = await this.nextNews();
		} finally {
			// The service's clock is known by now, if it has answered.
			this.correctTimes();
			if (requests.isClockKnown) beginMessages(state, settings, requests.serverNow() - requests.now() + startedAt);
			this.process(answer);
			// Only now: if processing fails, they are read again.
			if (answer !== undefined) {
				this.hasMoved ||= answer.moment.readAt >= startedAt && answer.cursor > state.cursor;
				state.cursor = Math.max(state.cursor, answer.cursor);
				this.hasAllNews = answer.until === Infinity && answer.moment.readAt >= this.notBefore && state.slice === undefined;
			}
		}
	}

	/**
	 * Processes what was read since the last time, by any trigger or node, as far as tickets can be decided without their messages; the
	 * others go into the queue.
	 *
	 * @param news tickets in which something was sent
	 */
	process(news?: Answer): void {
		const { state, store, poll } = this;
		const rows = new Map(store.rowsSince(state.processedUntil - ORDER_MARGIN).map((row) => [row.ticket.ticket_id, row]));
		const foundAt = news && Math.min(news.moment.asOf, news.until + OVERLAP_S * SECOND);
		const found = new Set<number>();
		for (const { ticket_id: id } of news?.tickets ?? []) {
			const row = store.row(id);
			if (row === undefined) continue;
			found.add(id);
			rows.set(id, row);
		}
		const byCreation = [...rows.values()].sort((a, b) => a.created - b.created || a.ticket.ticket_id - b.ticket.ticket_id);
		for (const row of byCreation) {
			const id = row.ticket.ticket_id;
			if (!found.has(id) && this.processed.get(id) === row) continue;
			this.tickets.processRow(row, found.has(id) ? foundAt : undefined);
			this.processed.set(id, row);
		}
		state.processedUntil = Math.max(state.processedUntil, store.readAt);
		// Any trigger may have read the look-back: the tickets that were found have been processed just now.
		const { startedAt, from } = this.resync.lookback;
		if (from <= state.resyncedUntil - poll.settings.lookback) state.resyncedUntil = Math.max(state.resyncedUntil, startedAt);
		this.queue.addWaits();
	}

	/**
	 * Decides the next tickets of the queue up to the first one that costs a request, or reads the rows that they lack.
	 *
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async decideNext(rank: Rank): Promise<void> {
		const { requests } = this.poll;
		const { sent } = requests;
		const due = this.queue.due(rank);
		for (const id of due) {
			if (this.tickets.lacksRow(id)) return await this.readRows(due.filter((each) => this.tickets.lacksRow(each)).slice(0, FULL_PAGE));
			await this.tickets.decide(id);
			this.queue.noteTurn(id);
			if (requests.sent > sent) return;
		}
	}

	/** The tickets that the inbox has stopped listing: people have deleted them, or moved them to another inbox. */
	get missing(): number[] {
		return this.store.missingIds().filter((id) => id in this.state.tickets && this.missingFor(id)! < SOUGHT_FOR);
	}

	/**
	 * @param lost tickets that some inbox no longer lists
	 * @returns since when something in the inbox has not been read again; undefined: nothing is due
	 */
	resyncDueSince(lost: readonly number[]): ServiceTime | undefined {
		const { state, resync, poll: { settings, startedAt, interval } } = this;
		const watched = this.watched();
		const isBehind = resync.lookback.from > state.resyncedUntil - settings.lookback && resync.begunAt < startedAt;
		if (resync.isDone([...watched, ...lost]) && !isBehind && startedAt - resync.begunAt < interval - ROUND_MARGIN) return undefined;
		// This process has not read all of it yet; an earlier process did.
		const since = resync.unseenSince(watched);
		return Number.isFinite(since) ? since : state.resyncedUntil;
	}

	/**
	 * Sends the next request of the round, or begins a round with it, and processes the answer.
	 *
	 * @param every in each of how many rounds the look-back is read
	 * @param lost tickets that some inbox no longer lists: no search by time finds one that was moved here without a new message
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async readAgain(every: number, lost: readonly number[]): Promise<void> {
		const { state, resync, poll: { requests, startedAt } } = this;
		// Another trigger may have finished the round while this one waited for its turn.
		if (this.resyncDueSince(lost) === undefined) return;
		const watched = this.watched();
		const ids = [...watched, ...lost];
		if (resync.isDone(ids)) resync.begin(requests, state.cursor, startedAt, every);
		try {
			if (!resync.isDone(ids)) await resync.readNext(requests, ids);
		} finally {
			this.process();
			for (const id of watched) {
				const missingFor = this.missingFor(id);
				if (missingFor === undefined) continue;
				if (missingFor >= GONE_AFTER) this.drop(id);
				else {
					this.forgetTitle(id);
					if (missingFor >= SOUGHT_FOR) this.forgetSender(id);
				}
			}
		}
	}

	/** Adds the customer's newest message to an event without one, if the ticket was read since the news last found it. */
	withMessage(event: TicketEvent): TicketEvent {
		const { detailsFrom = null, rank = 0 } = (this.state.queue[event.ticket_id] as QueueEntry | undefined) ?? {};
		const details = this.store.detailsSince(event.ticket_id, rank === 0 && detailsFrom !== null ? detailsFrom : -Infinity);
		return details === undefined ? event : { shown: newestReceived(details.ticket.messages), ...event };
	}

	private async nextNews(): Promise<(Answer & { cursor: ServiceTime }) | undefined> {
		const { state, store, resync, notBefore, poll: { settings, requests, takesTurns } } = this;
		const { smallFrom } = resync;
		// Without messages rows are enough: where the look-back fits into one page, it is read along with the news.
		const from = followsMessages(settings) ? undefined : smallFrom;
		const overlap = this.hasMoved ? 0 : overlapBefore(this);
		const since = Math.min(from ?? Infinity, state.cursor - overlap * SECOND);
		// It costs no request, and details that were read since show all of it.
		const known = state.slice?.page === undefined ? store.answer(since, state.cursor) : undefined;
		if (known !== undefined) {
			if (known.until === Infinity && known.moment.readAt >= notBefore) delete state.slice;
			return known;
		}
		if (from !== undefined) {
			const whole = await resync.readWhole(requests, since);
			if (whole !== undefined) delete state.slice;
			return whole;
		}
		// No row shows that its ticket has a new message, so the cursor stays: the next turn is that of the news.
		if (takesTurns && smallFrom !== undefined && state.slice === undefined && resync.lookback.until < state.cursor) {
			this.hasAllNews = (await resync.readWhole(requests, Math.min(smallFrom, since))) !== undefined;
			return undefined;
		}
		return await readSlice(this, requests, overlap);
	}

	/** Corrects what was read and stored while the service's clock was ahead. */
	private correctTimes(): void {
		const { requests } = this.poll;
		if (!requests.isClockKnown) return;
		this.store.dropAhead(requests.serverNow() + MINUTE);
		correctTimes(this.state, requests.serverNow());
	}

	private async readRows(ids: readonly number[]): Promise<void> {
		await readRows(this.messageBoxId, this.store, this.poll.requests, ids);
		for (const id of ids) if (this.store.row(id) === undefined) this.queue.noteMissing(id);
	}

	/** @returns how long a ticket has not been listed (ms); undefined: it is, or was not asked for */
	private missingFor(id: number): number | undefined {
		const since = this.store.missingSince(id);
		return since === undefined ? undefined : this.store.askedAt(id) - since;
	}

	/** The title of a ticket that is not listed is not kept: if it comes back, the title that is read then is the baseline. */
	private forgetTitle(id: number): void {
		const { snapshot } = this.state.tickets[id];
		if (snapshot?.title !== undefined) Object.assign(snapshot, { title: NOT_WATCHED });
	}

	/** Events show the other tickets of their sender: one that is not listed is probably deleted. */
	private forgetSender(id: number): void {
		delete this.state.tickets[id].by;
		this.store.dropDetails(id);
	}

	/** Forgets a ticket that is gone. */
	private drop(id: number): void {
		delete this.state.tickets[id];
		this.queue.remove(id);
	}

	/** The tickets that must be read again by their ids: no search finds a change, or a message whose new state has no send time. */
	private watched(): number[] {
		const { tickets } = this.state;
		const isWatched = watchesTickets(this.poll.settings) ? () => true : (id: string) => tickets[id].messages?.open !== undefined;
		return Object.keys(tickets).filter(isWatched).map(Number);
	}
}

import { omit } from '../../output/pick';
import type { InboxStore } from '../../store/inboxStore';
import type { Row } from '../../store/tickets';
import { type ServiceTime, HOUR, MINUTE, SECOND, smallest } from '../../store/time';
import { isNewTicket } from '../detect/detect';
import type { Need } from '../detect/needsDetails';
import { isDue } from '../detect/unanswered';
import { wants } from '../properties/settings';
import { type InboxState, type QueueEntry, type Rank, MAX_PAUSE } from '../state/state';
import type { PollContext } from './context';

/** How often a ticket is tried without a long pause; after that a new ticket is emitted without its messages. */
export const QUICK_TRIES = 3;
/** How long a new ticket is tried where its first message decides whether it is emitted (ms). */
const TRIED_FOR = HOUR;
/** The pause between quick tries (ms): each poll has one. Later pauses grow up to MAX_PAUSE. */
const QUICK_PAUSE = 30 * SECOND;

/** The tickets of one inbox that were read and are not processed yet, and their turns in one poll. */
export class WorkQueue {
	/** The tickets that had their turn in this poll. */
	private readonly turns = new Set<number>();

	constructor(
		private readonly state: InboxState,
		private readonly store: InboxStore,
		private readonly poll: PollContext,
	) {}

	/** Adds a ticket that was read, or adds to its entry what it needs now. */
	add(row: Row, { detailsFrom, rank }: Pick<QueueEntry, 'detailsFrom'> & Pick<Need, 'rank'>): void {
		const { state } = this;
		const id = row.ticket.ticket_id;
		const before = state.queue[id] as QueueEntry | undefined;
		const { messagesSince } = state;
		state.queue[id] = {
			...before,
			detailsFrom: detailsFrom === null ? (before?.detailsFrom ?? null) : Math.max(detailsFrom, before?.detailsFrom ?? detailsFrom),
			...(isNewTicket({ row, entry: before }, state) && { isNew: true }),
			...(messagesSince !== null && { messagesSince: before?.messagesSince ?? messagesSince }),
			rank: before === undefined ? rank : (Math.min(rank, before.rank ?? 0) as Rank),
		};
	}

	/** Adds the tickets whose wait has lasted long enough: it is emitted if the messages, read again, still show it. */
	addWaits(): void {
		const { state, poll } = this;
		if (!wants(poll.settings, 'ticketUnanswered') || !poll.requests.isClockKnown) return;
		const now = poll.requests.serverNow();
		for (const [id, { wait }] of Object.entries(state.tickets)) {
			if (wait === undefined) continue;
			const before = state.queue[id] as QueueEntry | undefined;
			// An entry of a lower rank would wait for its turn among all tickets to be read again.
			const isFirst = before !== undefined && (before.rank ?? 0) === 0;
			if (isFirst || !isDue(wait, now, poll.settings.unanswered)) continue;
			state.queue[id] = { ...before, detailsFrom: now, rank: 0 };
		}
	}

	remove(id: number): void {
		delete this.state.queue[id];
	}

	/**
	 * @returns the tickets of a rank that may have their turn now. Tickets whose details are known, which another trigger may have read,
	 * cost no request and come first; then those that have waited the longest, of one minute those created first. Among news,
	 * tickets that are tried again come last; among the others they have their turn
	 */
	due(rank: Rank): number[] {
		const { state, store, poll } = this;
		const now = poll.requests.serverNow();
		return Object.entries(state.queue)
			.filter(([id, entry]) => (entry.rank ?? 0) === rank && !this.turns.has(Number(id)) && (entry.tries?.next ?? now) <= now)
			.map(([key, { detailsFrom, isOfStart, tries }]) => {
				const [id, from] = [Number(key), detailsFrom ?? 0];
				const minute = isOfStart ? 0 : Math.floor((rank === 0 ? from : (tries?.next ?? from)) / MINUTE);
				return {
					id,
					minute,
					created: store.row(id)?.created ?? 0,
					isLast: rank === 0 && tries !== undefined,
					isKnown: store.detailsSince(id, from) !== undefined,
				};
			})
			.sort(
				(a, b) =>
					Number(a.isLast) - Number(b.isLast) ||
					Number(b.isKnown) - Number(a.isKnown) ||
					a.minute - b.minute ||
					a.created - b.created ||
					a.id - b.id,
			)
			.map(({ id }) => id);
	}

	/**
	 * @returns since when a ticket of a rank waits; undefined: none. A ticket that is tried again, or that only lacks a new row, counts from
	 *   now
	 */
	openSince(rank: Rank): ServiceTime | undefined {
		const { state, poll } = this;
		const now = poll.requests.serverNow();
		const since = this.due(rank).map((id) => {
			const { tries, detailsFrom, isOfStart } = state.queue[id];
			return tries !== undefined ? now : (detailsFrom ?? (isOfStart ? state.since : now));
		});
		return since.length === 0 ? undefined : smallest(since);
	}

	/** Notes that a ticket has its turn; it gets one in each poll. */
	noteTurn(id: number): void {
		this.turns.add(id);
	}

	/** Notes that a ticket was emitted as created: it is no longer new, and its messages are still to be read. */
	noteEmitted(id: number): void {
		this.state.queue[id] = omit(this.state.queue[id], 'isNew', 'isOfStart');
	}

	/**
	 * Notes that a ticket was not listed. The second time, its entry is removed; if it is listed again, it is processed again. By then the
	 * resync has asked the other inboxes for it.
	 */
	noteMissing(id: number): void {
		this.noteTry(id);
		if (this.store.missingSince(id) === this.store.askedAt(id)) return;
		this.remove(id);
		delete this.state.tickets[id]?.wait;
	}

	/** Notes that a ticket could not be read. @returns how often by now */
	noteTry(id: number): number {
		this.turns.add(id);
		const entry = this.state.queue[id] as QueueEntry | undefined;
		if (entry === undefined) return 0;
		const now = this.poll.requests.serverNow();
		const { count: before, since } = entry.tries ?? { count: 0, since: now };
		const count = before + 1;
		const pause = count < QUICK_TRIES ? QUICK_PAUSE : Math.min(MAX_PAUSE, MINUTE * 2 ** (count - QUICK_TRIES));
		const end = since + TRIED_FOR;
		entry.tries = { count, since, next: now < end ? Math.min(now + pause, end) : now + pause };
		return count;
	}

	/** Whether a ticket has been tried often enough; where its first message decides, for an hour. */
	isTriedEnough(id: number, needsFirstMessage: boolean): boolean {
		const { count = 0, since = Infinity } = this.state.queue[id]?.tries ?? {};
		return needsFirstMessage ? this.poll.requests.serverNow() >= since + TRIED_FOR : count >= QUICK_TRIES;
	}
}

import type { Row } from '../../store/tickets';
import { smallest } from '../../store/time';
import { QUICK_TRIES } from '../../store/tries';
import { omit } from '../../output/pick';
import { isNewTicket } from '../detect/detect';
import { isDue } from '../detect/unanswered';
import type { InboxState, Rank, QueueEntry } from '../state/state';
import { wants } from '../properties/settings';
import type { Reader } from '../reader/reader';
import type { RunContext } from './context';

/** The tickets of one inbox that were seen and are not decided, and their turns in one poll. */
export class TodoList {
	/** The tickets that had their turn in this poll. */
	private readonly turns = new Set<number>();

	constructor(
		private readonly memory: InboxState,
		private readonly reader: Reader,
		private readonly poll: RunContext,
	) {}

	/** Adds a ticket that was seen, or adds to its entry what it needs now. */
	add(row: Row, need: Pick<QueueEntry, 'detailsFrom'> & { rank: Rank }): void {
		const { memory } = this;
		const id = row.ticket.ticket_id;
		const before = memory.todo[id] as QueueEntry | undefined;
		memory.todo[id] = merged(before, { ...need, isNew: isNewTicket({ row, todo: before }, memory), messagesSince: memory.messagesSince });
	}

	/** Adds the tickets whose wait has lasted long enough: it is emitted if the messages, read again, still show it. */
	addWaits(): void {
		const { memory, poll } = this;
		if (!wants(poll.settings, 'ticketUnanswered') || !poll.requests.isClockKnown) return;
		const now = poll.requests.serverNow();
		for (const [id, { wait }] of Object.entries(memory.tickets)) {
			const before = memory.todo[id] as QueueEntry | undefined;
			// An entry of a lower rank would wait for its turn among all tickets to be read again.
			const isFirst = before !== undefined && (before.rank ?? 0) === 0;
			if (wait === undefined || isFirst || !isDue(wait, now, poll.settings.unanswered)) continue;
			memory.todo[id] = { ...before, detailsFrom: now, rank: 0 };
		}
	}

	remove(id: number): void {
		delete this.memory.todo[id];
	}

	/**
	 * @returns the tickets of a rank that may have their turn now. Tickets whose details are known, which another trigger may have read,
	 * cost no request and come first; then tickets that were not read for the longest time. Tickets that are tried again come last.
	 * What this process has read counts, because n8n may bring back a memory from before that
	 */
	due(rank: Rank): number[] {
		const { memory, reader, poll } = this;
		const { details, tries } = reader.ledger;
		const now = poll.requests.now();
		return Object.entries(memory.todo)
			.filter(([, todo]) => (todo.rank ?? 0) === rank)
			.map(([key, { detailsFrom }]) => {
				const id = Number(key);
				const needed = detailsFrom ?? 0;
				const isKnown = (details.get(id)?.asOf ?? -Infinity) >= needed;
				return { id, isTried: tries.of(id) > 0, isKnown, asOf: Math.max(needed, details.lastAsOf(id)) };
			})
			.filter(({ id, isTried }) => !this.turns.has(id) && (!isTried || tries.isDue(id, now)))
			.sort((a, b) => Number(a.isTried) - Number(b.isTried) || Number(b.isKnown) - Number(a.isKnown) || a.asOf - b.asOf || a.id - b.id)
			.map(({ id }) => id);
	}

	/** @returns since when a ticket of a rank waits (ms of the service's clock); undefined: none. A ticket that is tried again, or that only lacks a new row, counts from now. */
	openSince(rank: Rank): number | undefined {
		const { memory, reader, poll } = this;
		const now = poll.requests.serverNow();
		const sinceOf = ({ detailsFrom, isOfStart }: QueueEntry) => detailsFrom ?? (isOfStart ? memory.since : now);
		const since = this.due(rank).map((id) => (reader.ledger.tries.of(id) > 0 ? now : sinceOf(memory.todo[id])));
		return since.length === 0 ? undefined : smallest(since);
	}

	/** Notes that a ticket has its turn; it gets one in each poll. */
	noteTurn(id: number): void {
		this.turns.add(id);
	}

	/** Notes that a ticket was emitted as created: it is no longer new, and its messages are still to be read. */
	noteEmitted(id: number): void {
		this.memory.todo[id] = omit(this.memory.todo[id], 'isNew', 'isOfStart');
	}

	/** Notes that a ticket was not listed. The second time, its entry is removed; if it is listed again, it is seen again. */
	noteMissing(id: number): void {
		this.noteTry(id);
		if (this.reader.ledger.tries.of(id) <= 1) return;
		this.remove(id);
		delete this.memory.tickets[id]?.wait;
	}

	/** Notes that a ticket could not be read, and why. */
	noteTry(id: number, error?: unknown): void {
		const { poll, reader } = this;
		this.turns.add(id);
		reader.ledger.tries.note(id, poll.requests.now());
		if (error !== undefined) poll.status.noteUnreadable(reader.messageBoxId, id, error, reader.ledger.tries.of(id) >= QUICK_TRIES);
	}
}

/** @returns the entry of a ticket that was seen once more */
function merged(before: QueueEntry | undefined, seen: { detailsFrom: number | null; rank: Rank; isNew: boolean; messagesSince: number | null }): QueueEntry {
	const { detailsFrom, rank, isNew, messagesSince } = seen;
	return {
		...before,
		detailsFrom: detailsFrom === null ? (before?.detailsFrom ?? null) : Math.max(detailsFrom, before?.detailsFrom ?? detailsFrom),
		...(isNew ? { isNew: true } : {}),
		...(messagesSince === null ? {} : { messagesSince: before?.messagesSince ?? messagesSince }),
		rank: before === undefined ? rank : (Math.min(rank, before.rank ?? 0) as Rank),
	};
}

import { omit } from '../../output/pick';
import { isNewTicket } from '../detect/detect';
import { isDue } from '../detect/unanswered';
import type { InboxMemory, Rank, Todo } from '../memory/memory';
import { wants } from '../properties/settings';
import type { Reader } from '../reader/reader';
import type { Row } from '../reader/tickets';
import { QUICK_TRIES } from '../reader/tickets';

import type { PollContext } from './context';

/** Tickets that could not be shown and are tried again in one poll. */
const TRIES_PER_POLL = 5;

/** The tickets of one inbox that were seen and are not decided, as one poll works them off. */
export class TodoList {
	private readonly tried = new Set<number>();

	constructor(
		private readonly memory: InboxMemory,
		private readonly reader: Reader,
		private readonly poll: PollContext,
	) {}

	/** Adds a ticket that was seen, or what it needs besides. */
	add(row: Row, need: Pick<Todo, 'from'> & { rank: Rank }): void {
		const { memory } = this;
		const id = row.ticket.ticket_id;
		const before = memory.todo[id] as Todo | undefined;
		memory.todo[id] = merged(before, { ...need, isNew: isNewTicket({ row, todo: before }, memory), messagesSince: memory.messagesSince });
	}

	/** A wait that has lasted long enough is given by what the ticket's messages show then. */
	addWaits(): void {
		const { memory, poll } = this;
		if (!wants(poll.settings, 'ticketUnanswered') || !poll.requests.isClockKnown) return;
		const from = poll.requests.serverNow();
		for (const [id, { wait }] of Object.entries(memory.tickets)) {
			const before = memory.todo[id] as Todo | undefined;
			// What is to be read again anyway would wait behind all that is.
			const isFirst = before !== undefined && (before.rank ?? 0) === 0;
			if (wait === undefined || isFirst || !isDue(wait, from, poll.settings.unanswered)) continue;
			memory.todo[id] = { ...before, from, rank: 0 };
		}
	}

	remove(id: number): void {
		delete this.memory.todo[id];
	}

	/** @returns the tickets of these ranks that may be tried now, in their order */
	due(ranks: readonly Rank[]): number[] {
		const { reader, poll } = this;
		const ids = orderedIds(this.memory.todo, ranks).filter((id) => reader.tries.isDue(id, poll.requests.now()) && !this.tried.has(id));
		const tooMany = new Set(ids.filter((id) => reader.tries.of(id) > 0).slice(TRIES_PER_POLL));
		return ids.filter((id) => !tooMany.has(id));
	}

	/** @returns how many of these ranks wait, and since when (ms of the service's clock) */
	waiting(ranks: readonly Rank[]): { count: number; since: number } {
		const due = this.due(ranks);
		return { count: due.length, since: Math.min(...due.map((id) => this.memory.todo[id].from ?? 0)) };
	}

	/** What was given as created is not new any more; its messages are still to be read. */
	noteGiven(id: number): void {
		this.memory.todo[id] = omit(this.memory.todo[id], 'isNew', 'isOfStart');
	}

	/** A ticket that is not listed is gone, unless that was a moment's mistake: when it is listed again, it is seen again. */
	noteMissing(id: number): void {
		this.noteTry(id);
		if (this.reader.tries.of(id) <= 1) return;
		this.remove(id);
		delete this.memory.tickets[id]?.wait;
	}

	/** Notes that a ticket could not be shown; the first times with the reason, for the log. */
	noteTry(id: number, error?: unknown): void {
		const { poll, reader } = this;
		this.tried.add(id);
		reader.tries.note(id, poll.requests.now());
		if (reader.tries.of(id) <= QUICK_TRIES && error !== undefined) poll.course.noteUnreadable(reader.messageBoxId, error);
	}
}

/** @returns the entry of a ticket that was seen once more */
function merged(before: Todo | undefined, seen: { from: number | null; rank: Rank; isNew: boolean; messagesSince: number | null }): Todo {
	const { from, rank, isNew, messagesSince } = seen;
	return {
		...before,
		from: from === null ? (before?.from ?? null) : Math.max(from, before?.from ?? from),
		...(isNew ? { isNew: true } : {}),
		...(messagesSince === null ? {} : { messagesSince: before?.messagesSince ?? messagesSince }),
		rank: before === undefined ? rank : (Math.min(rank, before.rank ?? 0) as Rank),
	};
}

/** @returns the tickets of these ranks, in the order in which they are decided */
function orderedIds(list: Record<string, Todo>, ranks: readonly Rank[]): number[] {
	return Object.entries(list)
		.map(([id, todo]) => ({ id: Number(id), rank: todo.rank ?? 0, from: todo.from ?? 0 }))
		.filter(({ rank }) => ranks.includes(rank))
		.sort((a, b) => a.rank - b.rank || a.from - b.from || a.id - b.id)
		.map(({ id }) => id);
}

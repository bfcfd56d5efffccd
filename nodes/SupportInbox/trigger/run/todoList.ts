import { Ledgers } from '../../ledger/ledgers';
import type { Row } from '../../ledger/tickets';
import { smallest } from '../../ledger/time';
import { QUICK_TRIES } from '../../ledger/tries';
import { omit } from '../../output/pick';
import { isNewTicket } from '../detect/detect';
import { needMessages, needsFirstMessage } from '../detect/filters';
import { isDue } from '../detect/unanswered';
import type { InboxMemory, Rank, Todo } from '../memory/memory';
import { wants } from '../properties/settings';
import type { Reader } from '../reader/reader';
import type { RunContext } from './context';

/** The tickets of one inbox that were seen and are not decided, and their turns in one poll. */
export class TodoList {
	/** The tickets that had their turn in this poll. */
	private readonly turns = new Set<number>();

	constructor(
		private readonly memory: InboxMemory,
		private readonly reader: Reader,
		private readonly poll: RunContext,
	) {}

	/** Adds a ticket that was seen, or adds to its entry what it needs now. */
	add(row: Row, need: Pick<Todo, 'detailsFrom'> & { rank: Rank }): void {
		const { memory } = this;
		const id = row.ticket.ticket_id;
		const before = memory.todo[id] as Todo | undefined;
		memory.todo[id] = merged(before, { ...need, isNew: isNewTicket({ row, todo: before }, memory), messagesSince: memory.messagesSince });
	}

	/** Adds the tickets whose wait has lasted long enough: it is emitted if the messages, read again, still show it. */
	addWaits(): void {
		const { memory, poll } = this;
		if (!wants(poll.settings, 'ticketUnanswered') || !poll.requests.isClockKnown) return;
		const now = poll.requests.serverNow();
		for (const [id, { wait }] of Object.entries(memory.tickets)) {
			const before = memory.todo[id] as Todo | undefined;
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
		const { memory, reader } = this;
		const { details, tries } = reader.ledger;
		return Object.entries(memory.todo)
			.filter(([, todo]) => (todo.rank ?? 0) === rank)
			.map(([key, { detailsFrom }]) => {
				const id = Number(key);
				const needed = detailsFrom ?? 0;
				const isKnown = (details.get(id)?.asOf ?? -Infinity) >= needed;
				return { id, isTried: tries.of(id) > 0, isKnown, asOf: Math.max(needed, details.lastAsOf(id)) };
			})
			.filter(({ id }) => !this.turns.has(id) && (this.mayAsk(id) || this.isGivenUp(id)))
			.sort((a, b) => Number(a.isTried) - Number(b.isTried) || Number(b.isKnown) - Number(a.isKnown) || a.asOf - b.asOf || a.id - b.id)
			.map(({ id }) => id);
	}

	/** @returns since when a ticket of a rank waits (ms of the service's clock); undefined: none. A ticket that is tried again, or that only lacks a new row, counts from now. */
	openSince(rank: Rank): number | undefined {
		const { memory, reader, poll } = this;
		const now = poll.requests.serverNow();
		const sinceOf = ({ detailsFrom, isOfStart }: Todo) => detailsFrom ?? (isOfStart ? memory.since : now);
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
		this.turns.add(id);
		this.reader.ledger.tries.note(id, this.poll.requests.now(), error);
		this.countPoll(id, true);
	}

	/** Counts this poll for the tickets that another trigger has tried in vain: they are not asked for again at once. */
	countPolls(): void {
		for (const id of Object.keys(this.memory.todo).map(Number)) if (!this.mayAsk(id)) this.countPoll(id, false);
	}

	/** Whether a ticket that could not be read may be asked for again. */
	mayAsk(id: number): boolean {
		return this.reader.ledger.tries.isDue(id, this.poll.requests.now());
	}

	/**
	 * Whether a new ticket that cannot be read is emitted without its messages. Started By waits longer, and a ticket that this process
	 * has created is then never emitted, or a workflow could start itself. Filters that go by the messages wait for them.
	 */
	isGivenUp(id: number): boolean {
		const { memory, reader: { ledger: { tries }, messageBoxId }, poll: { settings, requests, session, key } } = this;
		if (memory.todo[id]?.isNew !== true || needMessages(settings.filters)) return false;
		if (!needsFirstMessage(settings.startedBy)) return tries.pollsOf(id, key) >= QUICK_TRIES;
		return tries.areExhausted(id, requests.now()) && !session.of(Ledgers).hasCreated(messageBoxId, 'ticket_id', id);
	}

	/** @param isTried in this poll: later ones only wait for the next try, and are no sign that it still cannot be read */
	private countPoll(id: number, isTried: boolean): void {
		const { reader: { ledger: { tries }, messageBoxId }, poll: { status, startedAt, key } } = this;
		const { isCounted, error } = tries.countPoll(id, key, startedAt);
		const polls = tries.pollsOf(id, key);
		if (isCounted && error !== undefined && (isTried || polls <= QUICK_TRIES)) status.noteUnreadable(messageBoxId, id, error, polls >= QUICK_TRIES);
	}
}

/** @returns the entry of a ticket that was seen once more */
function merged(before: Todo | undefined, seen: { detailsFrom: number | null; rank: Rank; isNew: boolean; messagesSince: number | null }): Todo {
	const { detailsFrom, rank, isNew, messagesSince } = seen;
	return {
		...before,
		detailsFrom: detailsFrom === null ? (before?.detailsFrom ?? null) : Math.max(detailsFrom, before?.detailsFrom ?? detailsFrom),
		...(isNew ? { isNew: true } : {}),
		...(messagesSince === null ? {} : { messagesSince: before?.messagesSince ?? messagesSince }),
		rank: before === undefined ? rank : (Math.min(rank, before.rank ?? 0) as Rank),
	};
}

import type { Row } from '../../ledger/tickets';
import { smallest } from '../../ledger/time';
import { QUICK_TRIES } from '../../ledger/tries';
import { omit } from '../../output/pick';
import { isNewTicket } from '../detect/detect';
import { isDue } from '../detect/unanswered';
import type { InboxMemory, Todo } from '../memory/memory';
import { wants } from '../properties/settings';
import type { Reader } from '../reader/reader';
import type { RunContext } from './status';

/** The tickets of one inbox that were seen and are not decided, and their turns in one poll. */
export class TodoList {
	/** The tickets that had their turn in this poll. */
	private readonly turns = new Set<number>();

	constructor(
		private readonly memory: InboxMemory,
		private readonly reader: Reader,
		private readonly poll: RunContext,
	) {}

	/**
	 * Adds a ticket that was seen, or adds to its entry what it needs now.
	 *
	 * @param seq the reading whose details it needs; null: none
	 * @param entry as in {@link Todo}
	 */
	add(row: Row, seq: number | null, { handled, isLast = false }: { handled: number; isLast?: boolean }): void {
		const { memory } = this;
		const id = row.ticket.ticket_id;
		const before = memory.todo[id] as Todo | undefined;
		const needed = Math.max(seq ?? 0, before?.seq ?? 0);
		memory.todo[id] = {
			...omit({ ...before }, 'isLast'),
			at: before === undefined || before.isLast ? this.poll.requests.serverNow() : before.at,
			handled: before?.handled ?? handled,
			...(needed > 0 && { seq: needed }),
			...(isLast && (before === undefined || before.isLast) && { isLast }),
			...(isNewTicket({ row, todo: before }, memory) && { isNew: true }),
			...(memory.messagesSince !== null && { messagesSince: before?.messagesSince ?? memory.messagesSince }),
		};
	}

	/** Adds the tickets whose wait has lasted long enough: it is emitted if the messages, read again, still show it. */
	addWaits(): void {
		const { memory, poll, reader } = this;
		if (!wants(poll.settings, 'ticketUnanswered') || !poll.requests.isClockKnown) return;
		const at = poll.requests.serverNow();
		for (const [id, { wait }] of Object.entries(memory.tickets)) {
			const before = memory.todo[id] as Todo | undefined;
			if (wait === undefined || (before !== undefined && !before.isLast) || !isDue(wait, at + memory.ahead, poll.settings.unanswered)) continue;
			memory.todo[id] = { ...omit({ handled: memory.handled, ...before }, 'isLast'), at, seq: reader.ledger.seq + 1 };
		}
	}

	remove(id: number): void {
		delete this.memory.todo[id];
	}

	/**
	 * @param isLast those that are read again with the round, or the others
	 * @returns the tickets that may have their turn now. Tickets whose details are known, which another trigger may have read,
	 * cost no request and come first; then tickets that were not read for the longest time. Tickets that are tried again come last.
	 * What this process has read counts, because n8n may bring back a memory from before that
	 */
	due(isLast: boolean): number[] {
		const { memory, reader, poll } = this;
		const { details, tries } = reader.ledger;
		const now = poll.requests.now();
		return Object.entries(memory.todo)
			.filter(([key, todo]) => (todo.isLast ?? false) === isLast && !this.turns.has(Number(key)) && tries.isDue(Number(key), now))
			.map(([key, { at, seq }]) => {
				const id = Number(key);
				const isKnown = seq !== undefined && (details.get(id)?.seq ?? 0) >= seq;
				return { id, isTried: tries.of(id) > 0, isKnown, at, readAt: details.lastReadAt(id) };
			})
			.sort((a, b) => Number(a.isTried) - Number(b.isTried) || Number(b.isKnown) - Number(a.isKnown) || a.readAt - b.readAt || a.at - b.at || a.id - b.id)
			.map(({ id }) => id);
	}

	/** @returns since when a ticket waits (ms of the service's clock); undefined: none. A ticket that is tried again counts from now. */
	waitingSince(): number | undefined {
		const { memory, reader, poll } = this;
		const now = poll.requests.serverNow();
		const since = this.due(false).map((id) => (reader.ledger.tries.of(id) > 0 ? now : memory.todo[id].at));
		return since.length === 0 ? undefined : Math.min(now, smallest(since));
	}

	/** Notes that a ticket has its turn; it gets one in each poll. */
	noteTurn(id: number): void {
		this.turns.add(id);
	}

	/** Notes that the ticket was emitted from its row: it is no longer new, and its messages are still to be read. */
	noteEmitted(id: number, isCreated: boolean): void {
		const { memory, reader } = this;
		const entry = { ...memory.todo[id], handled: reader.ledger.seq };
		memory.todo[id] = isCreated ? omit(entry, 'isNew', 'isOfStart') : entry;
	}

	/** Notes that a ticket was not listed. The second time, its entry is removed; if it is listed again, it is seen again. */
	noteMissing(id: number): void {
		this.noteTry(id);
		if (this.reader.ledger.tries.of(id) <= 1) return;
		this.remove(id);
		delete this.memory.tickets[id]?.wait;
	}

	/** Notes that a ticket could not be read; the first times with the reason, for the log. */
	noteTry(id: number, error?: unknown): void {
		const { poll, reader } = this;
		this.turns.add(id);
		reader.ledger.tries.note(id, poll.requests.now());
		if (reader.ledger.tries.of(id) <= QUICK_TRIES && error !== undefined) poll.status.noteUnreadable(reader.messageBoxId, error);
	}
}

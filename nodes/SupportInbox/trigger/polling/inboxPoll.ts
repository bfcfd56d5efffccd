import { hasStatus } from '../../transport/errors/failure';
import type { Seen } from '../detect/detect';
import { detect, isNewTicket } from '../detect/detect';
import { needMessages, needsFirstMessage } from '../detect/filters';
import type { Need } from '../detect/needsDetails';
import { createdNeedsDetails, needsDetails } from '../detect/needsDetails';
import type { InboxMemory, Rank } from '../memory/memory';
import type { Settings } from '../properties/settings';
import type { IgnoredWriters } from '../reader/ownWrites';
import type { Reader } from '../reader/reader';
import type { Row, TicketDetails } from '../reader/tickets';
import { QUICK_TRIES } from '../reader/tickets';
import { isOfTicket } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { MINUTE, SECOND } from '../time';

import type { PollContext } from './context';
import { TodoList } from './todoList';

/** An item shows its ticket as of so long before its poll at most (ms). */
const MAX_AGE = MINUTE;
/** Rows may be taken in in another order than they were asked for, and the clock of a new process may differ (ms). */
const ORDER_MARGIN = 2 * SECOND;

/**
 * One inbox in one poll of a trigger: takes in what the reader has seen, and decides ticket by ticket. A ticket that was
 * seen is either decided or on the list `todo`, so that a poll may stop anywhere.
 */
export class InboxPoll {
	readonly todo: TodoList;
	/** Whose writes are not given (Ignore Own Changes). */
	private readonly ignored: IgnoredWriters;

	/** @param poll with the settings as they are in this inbox */
	constructor(
		readonly memory: InboxMemory,
		readonly reader: Reader,
		private readonly poll: PollContext,
	) {
		this.todo = new TodoList(memory, reader, poll);
		this.ignored = ignoredBy(poll.settings.ignoreOwn, poll.workflowId);
	}

	/** Decides the tickets whose rows were read since the last time, as far as their rows suffice; the others go on the list. */
	takeRows(): void {
		const { memory, reader } = this;
		const after = memory.handledTo - ORDER_MARGIN;
		const rows = [...reader.rows.values()].filter(({ asOf }) => asOf >= after);
		for (const row of rows.sort((a, b) => a.created - b.created || a.ticket.ticket_id - b.ticket.ticket_id)) this.take(row);
		memory.handledTo = Math.max(memory.handledTo, reader.seenAt);
		this.todo.addWaits();
	}

	/**
	 * Works off the list, as far as the requests go.
	 *
	 * @param ranks which entries
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async workOff(ranks: readonly Rank[]): Promise<void> {
		const due = this.todo.due(ranks);
		const withoutRow = due.filter((id) => this.lacksRow(id));
		for (const id of due) {
			if (id === withoutRow[0]) await this.readRows(withoutRow.splice(0, FULL_PAGE));
			if (!this.reader.isMissing(id)) await this.decide(id);
		}
	}

	private async readRows(ids: readonly number[]): Promise<void> {
		await this.reader.readRows(this.poll.requests, ids);
		for (const id of ids) if (this.reader.isMissing(id)) this.todo.noteMissing(id);
	}

	private take(row: Row): void {
		const { memory, poll } = this;
		const id = row.ticket.ticket_id;
		const seen = this.seen(row);
		const need = needsDetails(seen, memory, poll.settings);
		if (need === null) {
			const known = this.newerDetails(row);
			const outcome = this.detect(seen, known);
			if (outcome.events.length > 0 && this.isStale(known ?? row)) this.todo.add(row, { from: known?.asOf ?? null, rank: 0 });
			else this.finish(id, outcome);
			return;
		}
		this.todo.add(row, need);
		// A silent edit, or a ticket without messages, is given by the row; its messages come when the details have been read.
		const { filters, skipFirstMessages } = poll.settings;
		const isNew = isNewTicket(seen, memory);
		if (needMessages(filters) || (isNew && (createdNeedsDetails(poll.settings) || skipFirstMessages === true))) return;
		const outcome = this.detect(seen, 'later');
		if (this.isStale(row)) {
			if (outcome.events.length > 0) this.todo.add(row, { ...need, rank: 0 });
			return;
		}
		this.apply(id, outcome, () => isNew && this.todo.noteGiven(id));
	}

	/** What another trigger has read of the ticket since this one: it costs no request. */
	private newerDetails({ ticket }: Row): TicketDetails | null {
		const { memory, reader } = this;
		const readAt = memory.messagesSince === null ? undefined : memory.tickets[ticket.ticket_id]?.messages?.readAt;
		const details = reader.details.get(ticket.ticket_id);
		return readAt !== undefined && details !== undefined && details.asOf > readAt ? details : null;
	}

	/** Whether a ticket has no row, or one that is too old to be given. */
	private lacksRow(id: number): boolean {
		const row = this.reader.rows.get(id);
		return row === undefined || (this.isStale(row) && this.needOf(row) === null);
	}

	private async decide(id: number): Promise<void> {
		const row = this.reader.rows.get(id) as Row;
		const details = await this.detailsOf(row, this.needOf(row));
		if (details === 'unreadable') return await this.giveWithoutDetails(row);
		const outcome = this.detect(this.newest(id), details);
		if (outcome.events.length === 0 || !this.isStale(details ?? row)) return this.finish(id, outcome);
		if (details === null) return;
		const fresh = await this.detailsOf(row, { from: this.oldestToGive(), rank: 0 });
		if (fresh === 'unreadable') return await this.giveWithoutDetails(row);
		this.finish(id, this.detect(this.newest(id), fresh));
	}

	private async detailsOf(row: Row, need: Need | null): Promise<TicketDetails | null | 'unreadable'> {
		if (need === null) return null;
		const id = row.ticket.ticket_id;
		return await this.reader.readDetails(this.poll.requests, id, need.from).catch((error) => {
			if (!isOfTicket(error)) throw error;
			// Whether it is still listed is asked for several tickets at once.
			if (hasStatus(error, 404)) this.reader.dropRow(id);
			this.todo.noteTry(id, error);
			return 'unreadable' as const;
		});
	}

	/** A new ticket does not wait for its messages for ever; under a filter by messages nobody knows whether it fits. */
	private async giveWithoutDetails(row: Row): Promise<void> {
		const { memory, poll, reader } = this;
		const id = row.ticket.ticket_id;
		if (!isNewTicket(this.seen(row), memory) || !this.isTriedEnough(id) || needMessages(poll.settings.filters)) return;
		if (row.readAt < poll.startedAt) await reader.readRows(poll.requests, [id]);
		if (reader.isMissing(id)) return this.todo.noteMissing(id);
		this.apply(id, this.detect(this.seen(reader.rows.get(id) ?? row), 'later'), () => this.todo.noteGiven(id));
	}

	/** Begun By waits longer, and does not count for a ticket that this process has created: it would start itself again. */
	private isTriedEnough(id: number): boolean {
		const { reader, poll } = this;
		if (!needsFirstMessage(poll.settings.begunBy)) return reader.tries.of(id) >= QUICK_TRIES;
		return reader.tries.areExhausted(id, poll.requests.now()) && !reader.writes.hasCreated(id, () => true);
	}

	private finish(id: number, outcome: ReturnType<typeof detect>): void {
		this.apply(id, outcome, () => this.todo.remove(id));
	}

	/** @param settle what becomes of the entry on the list. No fault of the reader comes between an event and its memory. */
	private apply(id: number, { events, ticket }: ReturnType<typeof detect>, settle: () => void): void {
		const { memory, reader, poll } = this;
		for (const event of events) poll.events.push(event);
		memory.tickets[id] = ticket;
		settle();
		const row = reader.rows.get(id);
		if (row !== undefined) reader.writes.handled(row, poll.key);
	}

	private detect(seen: Seen, known: TicketDetails | null | 'later') {
		return detect(seen, known, this.memory, this.reader.messageBoxId, this.poll.settings);
	}

	private newest(id: number): Seen {
		return this.seen(this.reader.rows.get(id) as Row);
	}

	private seen(row: Row): Seen {
		const { ticket_id } = row.ticket;
		const { writes } = this.reader;
		return {
			row,
			todo: this.memory.todo[ticket_id],
			own: writes.shownIn(row, this.poll.key, this.memory.handledTo, this.ignored),
			isOwn: writes.hasCreated(ticket_id, this.ignored),
			isOwnMessage: ({ message_id }) => writes.hasSent(message_id, this.ignored),
		};
	}

	private needOf(row: Row): Need | null {
		return needsDetails(this.seen(row), this.memory, this.poll.settings);
	}

	private isStale({ readAt }: { readAt: number }): boolean {
		return readAt < this.poll.startedAt - MAX_AGE;
	}

	/** As of when details may be given (ms of the service's clock). */
	private oldestToGive(): number {
		const { requests, startedAt } = this.poll;
		return requests.serverNow() - requests.now() + startedAt - MAX_AGE;
	}
}

function ignoredBy(choice: Settings['ignoreOwn'], own: string | undefined): IgnoredWriters {
	if (choice === 'none') return () => false;
	return choice === 'allWorkflows' ? () => true : (workflowId) => workflowId !== undefined && workflowId === own;
}

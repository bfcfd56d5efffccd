import type { IgnoredWriters } from '../../ledger/ownWrites';
import type { Row, TicketDetails } from '../../ledger/tickets';
import { QUICK_TRIES } from '../../ledger/tries';
import { type Known, type Seen, detect, isNewTicket } from '../detect/detect';
import { needMessages, needsFirstMessage } from '../detect/filters';
import { createdNeedsDetails, needsDetails } from '../detect/needsDetails';
import { isDue } from '../detect/unanswered';
import { beginMessages, correctAhead } from '../memory/begin';
import type { InboxMemory, TicketMemory } from '../memory/memory';
import { type Settings, followsMessages } from '../properties/settings';
import type { Reader } from '../reader/reader';
import { FULL_PAGE } from '../service/service';
import { MINUTE, OVERLAP_S, SAME_MOMENT, SECOND } from '../time';
import type { RunContext } from './status';
import { TodoList } from './todoList';
import { WholeDetails } from './wholeDetails';

/** The ticket in an item was read at most this long before the poll began (ms). */
const MAX_AGE = MINUTE;
/** News that another trigger has read within this time are not asked for again (ms). */
const SHARED = 20 * SECOND;

/**
 * One inbox in one poll of a trigger: reads its news, takes in what was read, and decides ticket by ticket. A ticket that was
 * seen is either decided or on the list `todo`, so that a poll may stop anywhere.
 */
export class InboxRun {
	readonly todo: TodoList;
	private readonly details: WholeDetails;
	/** Whose writes are not emitted (Ignore Own Changes). */
	private readonly ignored: IgnoredWriters;
	/** The reading up to which the poll before has handled everything. */
	private readonly before: number;
	/** How long before this poll the news were read to their end (ms): what this poll finds may be that old. */
	readonly lag: number;
	/** How many seconds before the position are read again. */
	private overlap = OVERLAP_S;
	private areNewsTaken = false;
	private isReadAtOnce = false;
	/** The reading up to which this poll has decided a ticket. */
	private readonly decided = new Map<number, number>();

	/** @param poll with the settings as they are in this inbox */
	constructor(
		readonly memory: InboxMemory,
		readonly reader: Reader,
		private readonly poll: RunContext,
	) {
		const { settings, requests, interval, workflowId } = poll;
		const { ledger } = reader;
		if (ledger.seq === 0) ledger.ahead = memory.ahead;
		if (memory.epoch !== ledger.epoch) this.beginEpoch();
		this.before = memory.handled;
		this.todo = new TodoList(memory, reader, poll);
		this.details = new WholeDetails(memory, reader, poll, this.todo);
		this.ignored = ignoredBy(settings.ignoreOwn, workflowId);
		this.lag = requests.isClockKnown ? Math.max(interval, requests.serverNow() - memory.position) : interval;
	}

	/** Whether the news were read to their end and taken in. */
	get hasAllNews(): boolean {
		return this.areNewsTaken && (this.isReadAtOnce || this.isRead);
	}

	/**
	 * Reads the next part of the news, if it is not known, and takes in what is known.
	 *
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async readNews(): Promise<void> {
		const { memory, reader, poll } = this;
		const { key, startedAt, settings, requests } = poll;
		let readTo: number | undefined;
		this.correctAhead();
		try {
			reader.round.want(key, memory.lookedBackAt - settings.lookBack, requests.now());
			// Without New Message rows are enough: where the look-back fits into one page, it is read along with the news.
			if (!followsMessages(settings)) readTo = await reader.round.readAtOnce(requests, memory.position, this.before, startedAt - SHARED);
			this.isReadAtOnce = readTo !== undefined;
			if (!this.isReadAtOnce && !this.isRead) await this.readNext();
			this.areNewsTaken = true;
		} finally {
			// The service's clock is known by now, if it has answered.
			this.correctAhead();
			if (reader.ledger.seq > 0) beginMessages(memory, settings, requests.serverNow() - requests.now() + startedAt + reader.ledger.ahead);
			const position = reader.knownFrom(Math.max(memory.position, readTo ?? -Infinity));
			this.takeRows();
			// Only now: if taking in the rows fails, they are read again.
			memory.position = position;
		}
	}

	/** Decides the tickets that were read since the last time, as far as their rows suffice; the others go on the list. */
	takeRows(): void {
		const { memory, reader, poll } = this;
		const { ledger } = reader;
		const rows = ledger.readAfter(memory.handled).filter(({ news, ticket: { ticket_id: id } }) => news > this.handledOf(id) || !(id in memory.tickets));
		for (const row of rows.sort((a, b) => a.created - b.created || a.ticket.ticket_id - b.ticket.ticket_id)) this.take(row);
		memory.handled = ledger.seq;
		memory.ahead = ledger.ahead;
		// Any trigger may have read the look-back: the tickets that were found have been decided just now.
		const { startedAt, from } = reader.round.lookBack;
		if (from <= memory.lookedBackAt - poll.settings.lookBack) memory.lookedBackAt = Math.max(memory.lookedBackAt, startedAt);
		this.todo.addWaits();
	}

	/**
	 * Decides the next tickets of the list up to the first ticket that costs a request, or reads the rows that they lack.
	 *
	 * @param isLast those that are read again with the round, or the others
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async decideNext(isLast: boolean): Promise<void> {
		const { requests } = this.poll;
		const { sent } = requests;
		const due = this.todo.due(isLast);
		for (const id of due) {
			if (this.lacksRow(id)) return await this.readRows(due.filter((each) => this.lacksRow(each)).slice(0, FULL_PAGE));
			this.todo.noteTurn(id);
			await this.decide(id);
			if (requests.sent > sent) return;
		}
	}

	/** Reads a ticket again with the round, although nothing shows that it has news. @throws BudgetExhausted, ServiceFailure */
	async readAgain(id: number): Promise<void> {
		const row = this.reader.ledger.row(id);
		if (row === undefined) return;
		this.todo.add(row, this.reader.ledger.seq + 1, { handled: this.handledOf(id), isLast: true });
		this.todo.noteTurn(id);
		await this.decide(id);
	}

	private async readNext(): Promise<void> {
		const { memory, reader, overlap } = this;
		const before = reader.knownFrom(memory.position);
		await reader.readNews(this.poll.requests, memory.position, overlap);
		if (reader.knownFrom(memory.position) > before) this.overlap = 0;
	}

	/** Whether news were read to their end since the poll before, in this poll or shortly before it. */
	private get isRead(): boolean {
		return this.reader.isReadSince(this.memory.position, this.before, this.poll.startedAt - SHARED);
	}

	/** The numbers that were stored are of another process. What it had read last is found by the time of the last poll. */
	private beginEpoch(): void {
		const { memory, reader: { ledger } } = this;
		memory.epoch = ledger.epoch;
		memory.handled = ledger.seqAt(memory.position);
		for (const entry of Object.values(memory.todo)) {
			entry.handled = memory.handled;
			if (entry.seq !== undefined) entry.seq = memory.handled + 1;
		}
	}

	/** Corrects what an earlier poll stored while the service's clock was ahead. */
	private correctAhead(): void {
		const { requests } = this.poll;
		if (requests.isClockKnown) correctAhead(this.memory, requests.serverNow());
	}

	private async readRows(ids: readonly number[]): Promise<void> {
		await this.reader.readRows(this.poll.requests, ids);
		for (const id of ids) if (this.reader.ledger.isMissing(id)) this.todo.noteMissing(id);
	}

	private take(row: Row): void {
		const { memory, poll } = this;
		const id = row.ticket.ticket_id;
		const seen = this.seen(row);
		const { details } = seen;
		const need = needsDetails(seen, memory, poll.settings);
		// Details that another trigger has read since this one did: using them costs no request.
		const known = details !== undefined && details.seq > seen.handled ? details : null;
		poll.trace(`${id} seq ${row.seq} found ${row.found} news ${row.news} handled ${seen.handled} needs ${need ?? '-'} has ${details?.seq ?? '-'}`);
		if (need === null || (known !== null && known.seq >= need)) {
			const outcome = this.detect(seen, known);
			if (outcome.events.length > 0 && this.isStale(known ?? row)) this.todo.add(row, known?.seq ?? null, seen);
			else this.finish(id, outcome, known);
			return;
		}
		this.todo.add(row, need, seen);
		// A silent edit, or a new ticket without messages, is emitted from its row; messages are emitted when the details have been read.
		const { filters, skipFirstMessages } = poll.settings;
		const isNew = isNewTicket(seen, memory);
		if (needMessages(filters) || (isNew && (createdNeedsDetails(poll.settings) || skipFirstMessages === true))) return;
		const outcome = this.detect(seen, 'later');
		if (outcome.events.length === 0 || !this.isStale(row)) this.apply(id, outcome, () => this.todo.noteEmitted(id, isNew));
	}

	/** Whether a ticket has no row, or a row that is too old to be emitted. */
	private lacksRow(id: number): boolean {
		const row = this.reader.ledger.row(id);
		return row === undefined || row.readAt === -Infinity || (this.isStale(row) && this.needOf(row) === null);
	}

	private async decide(id: number): Promise<void> {
		const row = this.reader.ledger.row(id) as Row;
		const need = this.needOf(row);
		const details = need === null ? null : await this.details.read(id, ({ seq }) => seq >= need);
		if (details === 'unreadable') return await this.emitWithoutDetails(row);
		const outcome = this.detect(this.newest(id), details);
		const isOld = outcome.events.length > 0 ? this.isStale(details ?? row) : details !== null && this.isWaitOver(outcome.ticket);
		if (!isOld) return this.finish(id, outcome, details);
		if (details === null) return;
		const fresh = await this.details.read(id, (known) => !this.isStale(known) && known !== details);
		if (fresh === 'unreadable') return await this.emitWithoutDetails(row);
		this.finish(id, this.detect(this.newest(id), fresh), fresh);
	}

	/** Whether a wait is over by now that was not when the details were read, in an earlier poll: only newer ones show whether it was answered. */
	private isWaitOver({ wait }: TicketMemory): boolean {
		const { requests, settings } = this.poll;
		return wait !== undefined && requests.isClockKnown && isDue(wait, requests.serverNow() + this.memory.ahead, settings.unanswered);
	}

	/** Emits a new ticket without its messages after enough tries, unless the filters can only be judged by the messages. */
	private async emitWithoutDetails(row: Row): Promise<void> {
		const { memory, poll, reader } = this;
		const id = row.ticket.ticket_id;
		if (!isNewTicket(this.seen(row), memory) || !this.isTriedEnough(id) || needMessages(poll.settings.filters)) return;
		if (row.readAt < poll.startedAt) await reader.readRows(poll.requests, [id]);
		if (reader.ledger.isMissing(id)) return this.todo.noteMissing(id);
		this.apply(id, this.detect(this.seen(reader.ledger.row(id) ?? row), 'later'), () => this.todo.noteEmitted(id, true));
	}

	/** Begun By waits longer. A ticket that this process has created is then never emitted, or a workflow could start itself. */
	private isTriedEnough(id: number): boolean {
		const { reader, poll } = this;
		if (!needsFirstMessage(poll.settings.begunBy)) return reader.ledger.tries.of(id) >= QUICK_TRIES;
		return reader.ledger.tries.areExhausted(id, poll.requests.now()) && !poll.readers.hasCreated(reader.messageBoxId, 'ticket_id', id);
	}

	private finish(id: number, outcome: ReturnType<typeof detect>, known: TicketDetails | null): void {
		this.apply(id, outcome, () => this.todo.remove(id));
		const { ledger } = this.reader;
		const row = ledger.row(id);
		if (known === null || row === undefined || this.memory.messagesSince === null) return;
		// What came in the same moment as the last edit may not have moved `last_updated_at`: the ticket is read once more.
		const isUnsettled = row.updated > known.asOf - SAME_MOMENT && row.updated < known.asOf + MINUTE;
		if (isUnsettled) this.todo.add(row, known.seq + 1, { handled: ledger.seq, isLast: true });
	}

	/** @param settle changes the entry on the list */
	private apply(id: number, { events, ticket }: ReturnType<typeof detect>, settle: () => void): void {
		const { memory, poll } = this;
		for (const event of events) poll.events.push(event);
		memory.tickets[id] = ticket;
		this.decided.set(id, this.reader.ledger.seq);
		settle();
	}

	private detect(seen: Seen, known: Known) {
		return detect(seen, known, this.memory, this.reader.messageBoxId, this.poll.settings);
	}

	private newest(id: number): Seen {
		return this.seen(this.reader.ledger.row(id) as Row);
	}

	private seen(row: Row): Seen {
		const { ticket_id } = row.ticket;
		const { memory, reader: { ledger }, ignored, poll: { readers } } = this;
		const todo = memory.todo[ticket_id] as Seen['todo'];
		const handled = todo?.handled ?? this.handledOf(ticket_id);
		const writes = ledger.writes.shownAfter(ticket_id, handled);
		return {
			row,
			details: this.details.known(ticket_id),
			todo,
			handled,
			writes,
			own: writes.filter(({ workflowId }) => ignored(workflowId)),
			isOwn: readers.hasCreated(this.reader.messageBoxId, 'ticket_id', ticket_id, ignored),
			isOwnMessage: ({ message_id }) => readers.hasCreated(this.reader.messageBoxId, 'message_id', message_id, ignored),
		};
	}

	/** The reading up to which the memory shows a ticket that is not on the list. */
	private handledOf(id: number): number {
		return Math.max(this.memory.handled, this.decided.get(id) ?? 0);
	}

	private needOf(row: Row): number | null {
		return needsDetails(this.seen(row), this.memory, this.poll.settings);
	}

	private isStale({ readAt }: { readAt: number }): boolean {
		return readAt < this.poll.startedAt - MAX_AGE;
	}
}

function ignoredBy(choice: Settings['ignoreOwn'], own: string | undefined): IgnoredWriters {
	if (choice === 'none') return () => false;
	return choice === 'allWorkflows' ? () => true : (workflowId) => workflowId !== undefined && workflowId === own;
}

import { Ledgers } from '../../ledger/ledgers';
import type { Row, TicketDetails } from '../../ledger/tickets';
import { type IgnoredWriters, isVisibleIn } from '../../ledger/writes/ownWrites';
import { hasStatus } from '../../transport/errors/failure';
import { type Seen, detect, isNewTicket } from '../detect/detect';
import { needMessages, needsFirstMessage } from '../detect/filters';
import { type Need, createdNeedsDetails, needsDetails } from '../detect/needsDetails';
import { isDue } from '../detect/unanswered';
import { beginMessages } from '../memory/begin';
import { bringBack } from '../memory/bringBack';
import { dropGone } from '../memory/limits';
import type { InboxMemory, Rank, TicketMemory } from '../memory/memory';
import { followsMessages, ignoredBy } from '../properties/settings';
import type { Reader } from '../reader/reader';
import { isOfTicket } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { MINUTE, SECOND } from '../time';
import type { RunContext } from './context';
import { TodoList } from './todoList';

/** The ticket in an item was read at most this long before the poll began (ms). */
const MAX_AGE = MINUTE;
/** A margin, as rows may be taken in out of order, and the clock of a new process may differ (ms). */
export const ORDER_MARGIN = 2 * SECOND;
/** News that another trigger has read within this time are not asked for again (ms). */
const SHARED = 20 * SECOND;

/**
 * One inbox in one poll of a trigger: reads its news, takes in what was read, and decides ticket by ticket. A ticket that was
 * seen is either decided or on the list `todo`, so that a poll may stop anywhere.
 */
export class InboxRun {
	readonly todo: TodoList;
	/** Whose writes are not emitted (Ignore Own Changes). */
	private readonly ignored: IgnoredWriters;
	/** News that were read at this time or later are not asked for again (ms of the steady clock). */
	private readonly notBefore: number;
	/** How long before this poll the news were read to their end (ms): what this poll finds may be that old. */
	readonly lag: number;
	/** Whether this poll has read no news yet: only then some time before the position is read again. */
	private isFirst = true;
	private areNewsTaken = false;
	private areReadWithLookBack = false;

	/** @param poll with the settings as they are in this inbox */
	constructor(
		readonly memory: InboxMemory,
		readonly reader: Reader,
		private readonly poll: RunContext,
	) {
		const { settings, requests, startedAt, interval, workflowId, key } = poll;
		reader.ledger.writes.beginPoll(key, memory.takenTo);
		// One more than what is stored: if n8n brings that memory back, `beginPoll` finds that all that this poll takes in came later.
		memory.takenTo += 1;
		// In a new process the line of rereads has waited since the poll before, and its age grows until it has a step.
		if (!reader.rereadAt.has(key)) reader.rereadAt.set(key, startedAt - interval);
		this.todo = new TodoList(memory, reader, poll);
		this.ignored = ignoredBy(settings, workflowId);
		this.lag = requests.isClockKnown ? Math.max(interval, reader.waited(requests, memory.position)) : interval;
		// The service's clock is known to the second.
		const lastAsked = requests.now() - requests.serverNow() + memory.takenTo;
		this.notBefore = Math.max(startedAt - SHARED, Math.min(lastAsked + SECOND, startedAt));
	}

	/** Whether the news were read to their end and taken in. */
	get hasAllNews(): boolean {
		return this.areNewsTaken && (this.areReadWithLookBack || this.reader.isReadSince(this.memory.position, this.notBefore));
	}

	/**
	 * Reads the next part of the news, if it is not known, and takes in what is known.
	 *
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async readNews(): Promise<void> {
		const { memory, reader, notBefore } = this;
		const { key, startedAt, settings, requests } = this.poll;
		let readTo: number | undefined;
		this.bringBack();
		try {
			reader.sweep.want(key, memory.sweptTo - settings.lookback, requests.now());
			// Without New Message rows are enough: where the look-back fits into one page, it is read along with the news.
			if (!followsMessages(settings)) readTo = await reader.sweep.readWithNews(requests, memory.position, notBefore);
			this.areReadWithLookBack = readTo !== undefined;
			if (!this.areReadWithLookBack && !reader.isReadSince(memory.position, notBefore)) await this.readNext();
			this.areNewsTaken = true;
		} finally {
			// The service's clock is known by now, if it has answered.
			this.bringBack();
			if (Number.isFinite(reader.ledger.seenAt)) beginMessages(memory, settings, requests.serverNow() - requests.now() + startedAt);
			const position = reader.knownFrom(Math.max(memory.position, readTo ?? -Infinity));
			this.takeRows();
			// Only now: if taking in the rows fails, they are read again.
			memory.position = position;
		}
	}

	/** Decides the tickets whose rows were read since the last time, as far as their rows suffice; the others go on the list. */
	takeRows(): void {
		const { memory, reader, poll } = this;
		const after = memory.takenTo - ORDER_MARGIN;
		const rows = reader.ledger.rowsSince(after);
		for (const row of rows.sort((a, b) => a.created - b.created || a.ticket.ticket_id - b.ticket.ticket_id)) this.take(row);
		memory.takenTo = Math.max(memory.takenTo, reader.ledger.seenAt);
		// Any trigger may have swept the look-back: the tickets that were found have been decided just now.
		const { startedAt, from } = reader.sweep.lookback;
		if (from <= memory.sweptTo - poll.settings.lookback) memory.sweptTo = Math.max(memory.sweptTo, startedAt);
		this.todo.addWaits();
		this.todo.countPolls();
	}

	/**
	 * Decides the next tickets of the list up to the first ticket that costs a request, or reads the rows that they lack.
	 *
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async decideNext(rank: Rank): Promise<void> {
		const { requests } = this.poll;
		const { sent } = requests;
		const due = this.todo.due(rank);
		for (const id of due) {
			if (this.lacksRow(id)) return await this.readRows(due.filter((each) => this.lacksRow(each)).slice(0, FULL_PAGE));
			this.todo.noteTurn(id);
			await this.decide(id);
			if (requests.sent > sent) return;
		}
	}

	/** Drops the tickets that the service no longer has. */
	dropGone(): void {
		const { memory, reader: { ledger } } = this;
		for (const id of Object.keys(memory.tickets)) if (ledger.isMissing(Number(id))) dropGone(memory, id, ledger.missingFor(Number(id)) > 0);
	}

	private async readNext(): Promise<void> {
		const { memory, reader, isFirst } = this;
		const before = reader.knownFrom(memory.position);
		await reader.readNews(this.poll.requests, memory.position, isFirst);
		if (reader.knownFrom(memory.position) > before) this.isFirst = false;
	}

	/** Corrects what an earlier poll stored while the service's clock was ahead. */
	private bringBack(): void {
		const { requests } = this.poll;
		if (requests.isClockKnown) bringBack(this.memory, requests.serverNow());
	}

	private async readRows(ids: readonly number[]): Promise<void> {
		await this.reader.readRows(this.poll.requests, ids);
		for (const id of ids) if (this.reader.ledger.isMissing(id)) this.todo.noteMissing(id);
	}

	private take(row: Row): void {
		const { memory, poll } = this;
		const id = row.ticket.ticket_id;
		const seen = this.seen(row);
		const need = needsDetails(seen, memory, poll.settings);
		if (need === null) {
			const known = this.newerDetails(row);
			const outcome = this.detect(seen, known);
			if (outcome.events.length > 0 && this.isStale(known ?? row)) this.todo.add(row, { detailsFrom: known?.asOf ?? null, rank: 0 });
			else this.finish(id, outcome);
			return;
		}
		this.todo.add(row, need);
		// A silent edit, or a new ticket without messages, is emitted from its row; messages are emitted when the details have been read.
		const { filters, skipFirstMessage } = poll.settings;
		const isNew = isNewTicket(seen, memory);
		if (needMessages(filters) || (isNew && (createdNeedsDetails(poll.settings) || skipFirstMessage === true))) return;
		const outcome = this.detect(seen, 'later');
		if (this.isStale(row)) {
			if (outcome.events.length > 0) this.todo.add(row, { ...need, rank: 0 });
			return;
		}
		this.apply(id, outcome, () => isNew && this.todo.noteEmitted(id));
	}

	/** Details that another trigger has read since this one did: using them costs no request. */
	private newerDetails({ ticket }: Row): TicketDetails | null {
		const { memory, reader } = this;
		const readAt = memory.messagesSince === null ? undefined : memory.tickets[ticket.ticket_id]?.messages?.readAt;
		const details = reader.ledger.details.get(ticket.ticket_id);
		return readAt !== undefined && details !== undefined && details.asOf > readAt ? details : null;
	}

	/** Whether a ticket has no row, or a row that is too old to be emitted. */
	private lacksRow(id: number): boolean {
		const row = this.reader.ledger.row(id);
		return row === undefined || (this.isStale(row) && this.needOf(row) === null);
	}

	private async decide(id: number): Promise<void> {
		const row = this.reader.ledger.row(id) as Row;
		const details = await this.detailsOf(row, this.needOf(row));
		if (details === 'unreadable') return await this.emitWithoutDetails(row);
		const outcome = this.detect(this.newest(id), details);
		const isOld = outcome.events.length > 0 ? this.isStale(details ?? row) : details !== null && this.isWaitOver(outcome.ticket);
		if (!isOld) return this.finish(id, outcome);
		if (details === null) return;
		const fresh = await this.detailsOf(row, { detailsFrom: this.oldestToUse(), rank: 0 });
		if (fresh === 'unreadable') return await this.emitWithoutDetails(row);
		this.finish(id, this.detect(this.newest(id), fresh));
	}

	/** Whether a wait is over by now that was not when the details were read, in an earlier poll: only newer ones show whether it was answered. */
	private isWaitOver({ wait }: TicketMemory): boolean {
		const { requests, settings } = this.poll;
		return wait !== undefined && requests.isClockKnown && isDue(wait, requests.serverNow(), settings.unanswered);
	}

	private async detailsOf(row: Row, need: Need | null): Promise<TicketDetails | null | 'unreadable'> {
		if (need === null) return null;
		const id = row.ticket.ticket_id;
		if (!this.todo.mayAsk(id)) return 'unreadable';
		return await this.reader.readDetails(this.poll.requests, id, need.detailsFrom, this.hasMessages(row)).catch((error) => {
			if (!isOfTicket(error)) throw error;
			// One later request asks for several such tickets whether they are still listed.
			if (hasStatus(error, 404)) this.reader.ledger.dropRow(id);
			this.todo.noteTry(id, error);
			return 'unreadable' as const;
		});
	}

	/** Whether an answer without messages is none: some are known, or the first one decides whether a new ticket is emitted. */
	private hasMessages(row: Row): boolean {
		const { memory, poll } = this;
		const { done = [], open = [] } = memory.tickets[row.ticket.ticket_id]?.messages ?? {};
		return done.length + open.length > 0 || (needsFirstMessage(poll.settings.startedBy) && isNewTicket(this.seen(row), memory));
	}

	/** Emits a new ticket without its messages after enough tries. */
	private async emitWithoutDetails(row: Row): Promise<void> {
		const { memory, poll, reader } = this;
		const id = row.ticket.ticket_id;
		if (!isNewTicket(this.seen(row), memory) || !this.todo.isGivenUp(id)) return;
		if (row.readAt < poll.startedAt) await reader.readRows(poll.requests, [id]);
		if (reader.ledger.isMissing(id)) return this.todo.noteMissing(id);
		this.apply(id, this.detect(this.seen(reader.ledger.row(id) ?? row), 'later'), () => this.todo.noteEmitted(id));
	}

	private finish(id: number, outcome: ReturnType<typeof detect>): void {
		this.apply(id, outcome, () => this.todo.remove(id));
	}

	/** @param settle changes the entry on the list. It runs before the ledger is used, so that a fault there separates no event from its memory. */
	private apply(id: number, { events, decisions, ticket }: ReturnType<typeof detect>, settle: () => void): void {
		const { memory, reader, poll } = this;
		for (const event of events) poll.events.push(event);
		for (const decision of decisions) poll.decisions.push(decision);
		memory.tickets[id] = ticket;
		settle();
		const row = reader.ledger.row(id);
		if (row !== undefined) reader.ledger.writes.noteTaken(row, poll.key, memory.takenTo);
	}

	private detect(seen: Seen, known: TicketDetails | null | 'later') {
		return detect(seen, known, this.memory, this.reader.messageBoxId, this.poll.settings);
	}

	private newest(id: number): Seen {
		return this.seen(this.reader.ledger.row(id) as Row);
	}

	private seen(row: Row): Seen {
		return seenFor(row, this, this.poll, this.ignored);
	}

	private needOf(row: Row): Need | null {
		return needsDetails(this.seen(row), this.memory, this.poll.settings);
	}

	private isStale({ readAt }: { readAt: number }): boolean {
		return readAt < this.poll.startedAt - MAX_AGE;
	}

	/** Details as of this time or later are recent enough to be emitted (ms of the service's clock). */
	private oldestToUse(): number {
		const { requests, startedAt } = this.poll;
		return requests.serverNow() - requests.now() + startedAt - MAX_AGE;
	}
}

/** What is known of a ticket besides its messages, see {@link Seen}. @param ignored whose writes are not emitted */
export function seenFor(row: Row, { memory, reader }: Pick<InboxRun, 'memory' | 'reader'>, { key, session }: Pick<RunContext, 'key' | 'session'>, ignored: IgnoredWriters): Seen {
	const { ticket_id } = row.ticket;
	const ledgers = session.of(Ledgers);
	const untaken = reader.ledger.writes.untaken(ticket_id, key);
	return {
		row,
		todo: memory.todo[ticket_id],
		writes: untaken.filter((write) => isVisibleIn(row, write)),
		own: (until) => untaken.filter(({ sentAt, workflowId }) => sentAt <= until && ignored(workflowId)),
		isOwn: ledgers.hasCreated(reader.messageBoxId, 'ticket_id', ticket_id, ignored),
		isOwnMessage: ({ message_id }) => ledgers.hasCreated(reader.messageBoxId, 'message_id', message_id, ignored),
	};
}

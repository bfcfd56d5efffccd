import { Store } from '../../store/store';
import type { Row, TicketDetails } from '../../store/tickets';
import { QUICK_TRIES } from '../../store/tries';
import { type IgnoredWriters, isVisibleIn } from '../../store/writes/ownWrites';
import { hasStatus } from '../../transport/errors/failure';
import { type Seen, detect, isNewTicket } from '../detect/detect';
import { needMessages, needsFirstMessage } from '../detect/filters';
import { type Need, createdNeedsDetails, needsDetails } from '../detect/needsDetails';
import { isDue } from '../detect/unanswered';
import { beginMessages } from '../state/begin';
import { bringBack } from '../state/bringBack';
import type { InboxState, Rank, TicketState } from '../state/state';
import { followsMessages, ignoredBy } from '../properties/settings';
import type { Reader } from '../reader/reader';
import { isOfTicket } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { MINUTE, OVERLAP_S, SECOND } from '../time';
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
	/** How many seconds before the position are read again. */
	private overlap = OVERLAP_S;
	private areNewsTaken = false;
	private areReadWithLookBack = false;

	/** @param poll with the settings as they are in this inbox */
	constructor(
		readonly memory: InboxState,
		readonly reader: Reader,
		private readonly poll: RunContext,
	) {
		const { settings, requests, startedAt, interval, workflowId, key } = poll;
		reader.ledger.writes.beginPoll(key, memory.processedUntil);
		// One more than what is stored: if n8n brings that memory back, `beginPoll` finds that all that this poll takes in came later.
		memory.processedUntil += 1;
		// In a new process the line of rereads has waited since the poll before, and its age grows until it has a step.
		if (!reader.rereadAt.has(key)) reader.rereadAt.set(key, startedAt - interval);
		this.todo = new TodoList(memory, reader, poll);
		this.ignored = ignoredBy(settings, workflowId);
		this.lag = requests.isClockKnown ? Math.max(interval, reader.waited(requests, memory.position)) : interval;
		// The service's clock is known to the second.
		const lastAsked = requests.now() - requests.serverNow() + memory.processedUntil;
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
			reader.sweep.want(key, memory.resyncedUntil - settings.lookBack, requests.now());
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
		const after = memory.processedUntil - ORDER_MARGIN;
		const rows = reader.ledger.rowsSince(after);
		for (const row of rows.sort((a, b) => a.created - b.created || a.ticket.ticket_id - b.ticket.ticket_id)) this.take(row);
		memory.processedUntil = Math.max(memory.processedUntil, reader.ledger.seenAt);
		// Any trigger may have swept the look-back: the tickets that were found have been decided just now.
		const { startedAt, from } = reader.sweep.lookBack;
		if (from <= memory.resyncedUntil - poll.settings.lookBack) memory.resyncedUntil = Math.max(memory.resyncedUntil, startedAt);
		this.todo.addWaits();
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

	private async readNext(): Promise<void> {
		const { memory, reader, overlap } = this;
		const before = reader.knownFrom(memory.position);
		await reader.readNews(this.poll.requests, memory.position, overlap);
		if (reader.knownFrom(memory.position) > before) this.overlap = 0;
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
		const { filters, skipFirstMessages } = poll.settings;
		const isNew = isNewTicket(seen, memory);
		if (needMessages(filters) || (isNew && (createdNeedsDetails(poll.settings) || skipFirstMessages === true))) return;
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
	private isWaitOver({ wait }: TicketState): boolean {
		const { requests, settings } = this.poll;
		return wait !== undefined && requests.isClockKnown && isDue(wait, requests.serverNow(), settings.unanswered);
	}

	private async detailsOf(row: Row, need: Need | null): Promise<TicketDetails | null | 'unreadable'> {
		if (need === null) return null;
		const id = row.ticket.ticket_id;
		const { done = [], open = [] } = this.memory.tickets[id]?.messages ?? {};
		return await this.reader.readDetails(this.poll.requests, id, need.detailsFrom, done.length + open.length > 0).catch((error) => {
			if (!isOfTicket(error)) throw error;
			// One later request asks for several such tickets whether they are still listed.
			if (hasStatus(error, 404)) this.reader.ledger.dropRow(id);
			this.todo.noteTry(id, error);
			return 'unreadable' as const;
		});
	}

	/** Emits a new ticket without its messages after enough tries, unless the filters can only be judged by the messages. */
	private async emitWithoutDetails(row: Row): Promise<void> {
		const { memory, poll, reader } = this;
		const id = row.ticket.ticket_id;
		if (!isNewTicket(this.seen(row), memory) || !this.isTriedEnough(id) || needMessages(poll.settings.filters)) return;
		if (row.readAt < poll.startedAt) await reader.readRows(poll.requests, [id]);
		if (reader.ledger.isMissing(id)) return this.todo.noteMissing(id);
		this.apply(id, this.detect(this.seen(reader.ledger.row(id) ?? row), 'later'), () => this.todo.noteEmitted(id));
	}

	/** Begun By waits longer. A ticket that this process has created is then never emitted, or a workflow could start itself. */
	private isTriedEnough(id: number): boolean {
		const { reader, poll } = this;
		if (!needsFirstMessage(poll.settings.begunBy)) return reader.ledger.tries.of(id) >= QUICK_TRIES;
		return reader.ledger.tries.areExhausted(id, poll.requests.now()) && !poll.session.of(Store).hasCreated(reader.messageBoxId, 'ticket_id', id);
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
		if (row !== undefined) reader.ledger.writes.noteTaken(row, poll.key, memory.processedUntil);
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
	const ledgers = session.of(Store);
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

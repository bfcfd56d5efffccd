import { ServiceFailure } from '../transport/retry/failure';

import { FULL_PAGE } from './api';
import { detect, isNewTicket } from './detect/detect';
import type { TicketEvent } from './detect/events';
import { needMessages } from './detect/filters';
import type { Need } from './detect/needsDetails';
import { needsDetails } from './detect/needsDetails';
import type { InboxMemory, Rank, Todo } from './memory/memory';
import type { TicketDetails } from './reader/details';
import type { Reader, Row } from './reader/reader';
import type { Requests } from './reader/requests';
import type { Settings } from './settings';
import { HOUR, MINUTE, SECOND } from './time';

/** An item shows its ticket as of so long before its poll at most (ms). */
const MAX_AGE = MINUTE;
/** Rows may be taken in in another order than they were asked for, and the clock of a new process may differ (ms). */
const ORDER_MARGIN = 2 * SECOND;
/** So many polls in a row try a ticket without a pause; after that a new ticket is given without its messages. */
const QUICK_TRIES = 3;
/** The pause between two tries grows up to this. */
const MAX_PAUSE = HOUR;
/** Tickets that could not be shown and are tried again in one poll. */
const TRIES_PER_POLL = 5;

/** What one poll works with. `startedAt`: ms of the steady clock; `onUnreadable`: called for tickets that cannot be shown. */
export interface PollContext {
	requests: Requests;
	settings: Settings;
	startedAt: number;
	events: TicketEvent[];
	onUnreadable: (messageBoxId: number, error: unknown) => void;
}

/**
 * One inbox in one poll of a trigger: takes in what the reader has seen, and decides ticket by ticket. A ticket that was
 * seen is either decided or on the list `todo`, so that a poll may stop anywhere.
 */
export class InboxPoll {
	private readonly tried = new Set<number>();

	constructor(
		readonly memory: InboxMemory,
		readonly reader: Reader,
		private readonly poll: PollContext,
	) {}

	/** Decides the tickets whose rows were read since the last time, as far as their rows suffice; the others go on the list. */
	takeRows(): void {
		const { memory, reader } = this;
		const after = memory.handledTo - ORDER_MARGIN;
		const rows = [...reader.rows.values()].filter(({ asOf }) => asOf >= after);
		for (const row of rows.sort((a, b) => a.created - b.created || a.ticket.ticket_id - b.ticket.ticket_id)) this.take(row);
		memory.handledTo = Math.max(memory.handledTo, reader.seenAt);
	}

	/**
	 * Works off the list, as far as the requests go.
	 *
	 * @param ranks which entries
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async workOff(ranks: readonly Rank[]): Promise<void> {
		const due = this.due(ranks);
		const withoutRow = new Set(due.filter((id) => this.lacksRow(id)));
		for (const id of due) if (!withoutRow.has(id)) await this.decide(id);
		const ids = [...withoutRow];
		for (let place = 0; place < ids.length; place += FULL_PAGE) {
			const page = ids.slice(place, place + FULL_PAGE);
			await this.reader.readRows(this.poll.requests, page);
			for (const id of page) if (this.reader.isMissing(id)) this.noteMissing(id);
			for (const id of page) if (!this.reader.isMissing(id)) await this.decide(id);
		}
	}

	/** @returns how many entries of these ranks wait, and since when (ms of the service's clock) */
	waiting(ranks: readonly Rank[]): { count: number; since: number } {
		const due = this.due(ranks);
		return { count: due.length, since: Math.min(...due.map((id) => this.memory.todo[id].from ?? 0)) };
	}

	private take(row: Row): void {
		const { memory, poll } = this;
		const id = row.ticket.ticket_id;
		const seen = { row, todo: memory.todo[id] as Todo | undefined };
		const need = needsDetails(seen, memory, poll.settings);
		if (need === null) {
			const known = this.newerDetails(row);
			const outcome = this.detect(seen, known);
			if (outcome.events.length > 0 && this.isStale(known ?? row)) this.putOnList(row, { from: known?.asOf ?? null, rank: 0 });
			else this.finish(id, outcome);
			return;
		}
		this.putOnList(row, need);
		// A silent edit, or a ticket without messages, is given by the row; its messages come when the details have been read.
		const { filters, includeMessages, skipFirstMessages } = poll.settings;
		const isNew = isNewTicket(seen, memory);
		if (needMessages(filters) || this.isStale(row) || (isNew && (includeMessages || skipFirstMessages === true))) return;
		this.apply(id, this.detect(seen, 'later'));
		if (isNew) this.noteGiven(id);
	}

	/** What another trigger has read of the ticket since this one: it costs no request. */
	private newerDetails({ ticket }: Row): TicketDetails | null {
		const { memory, reader } = this;
		const readAt = memory.messagesSince === null ? undefined : memory.tickets[ticket.ticket_id]?.messages?.readAt;
		const details = reader.details.get(ticket.ticket_id);
		return readAt !== undefined && details !== undefined && details.asOf > readAt ? details : null;
	}

	private putOnList(row: Row, { from, rank }: Pick<Todo, 'from'> & { rank: Rank }): void {
		const { memory } = this;
		const id = row.ticket.ticket_id;
		const before = memory.todo[id] as Todo | undefined;
		memory.todo[id] = {
			...before,
			from: from === null ? (before?.from ?? null) : Math.max(from, before?.from ?? from),
			...(isNewTicket({ row, todo: before }, memory) ? { isNew: true } : {}),
			...(memory.messagesSince === null ? {} : { messagesSince: before?.messagesSince ?? memory.messagesSince }),
			rank: before === undefined ? rank : (Math.min(rank, before.rank ?? 0) as Rank),
		};
	}

	/** @returns the entries whose time has come, in the order in which they are decided */
	private due(ranks: readonly Rank[]): number[] {
		const now = this.poll.requests.serverNow();
		const entries = Object.entries(this.memory.todo)
			.map(([id, todo]) => ({ id: Number(id), todo }))
			.filter(({ id, todo }) => ranks.includes(todo.rank ?? 0) && (todo.nextTryAt ?? 0) <= now && !this.tried.has(id))
			.sort((a, b) => (a.todo.rank ?? 0) - (b.todo.rank ?? 0) || (a.todo.from ?? 0) - (b.todo.from ?? 0) || a.id - b.id);
		const again = entries.filter(({ todo }) => (todo.tries ?? 0) > 0).sort((a, b) => (a.todo.nextTryAt ?? 0) - (b.todo.nextTryAt ?? 0));
		const tooMany = new Set(again.slice(TRIES_PER_POLL).map(({ id }) => id));
		return entries.map(({ id }) => id).filter((id) => !tooMany.has(id));
	}

	/** Whether a ticket has no row, or one that is too old to be given. */
	private lacksRow(id: number): boolean {
		const row = this.reader.rows.get(id);
		return row === undefined || (this.isStale(row) && this.needOf(row) === null);
	}

	/** A ticket that is not listed any more is gone, unless that was a moment's mistake. */
	private noteMissing(id: number): void {
		if ((this.memory.todo[id].tries ?? 0) >= QUICK_TRIES) delete this.memory.todo[id];
		else this.noteTry(id);
	}

	private async decide(id: number): Promise<void> {
		const { reader, memory } = this;
		const row = reader.rows.get(id) as Row;
		const details = await this.detailsOf(row, this.needOf(row));
		if (details === 'unreadable') return await this.giveWithoutDetails(row);
		const outcome = this.detect({ row, todo: memory.todo[id] }, details);
		if (outcome.events.length > 0 && this.isStale(details ?? row)) {
			if (details === null) return;
			const fresh = await this.detailsOf(row, { from: this.oldestToGive(), rank: 0 });
			if (fresh === 'unreadable') return await this.giveWithoutDetails(row);
			this.finish(id, this.detect({ row, todo: memory.todo[id] }, fresh));
			return;
		}
		this.finish(id, outcome);
	}

	private async detailsOf(row: Row, need: Need | null): Promise<TicketDetails | null | 'unreadable'> {
		if (need === null) return null;
		const id = row.ticket.ticket_id;
		return await this.reader.readDetails(this.poll.requests, id, need.from).catch(async (error) => {
			if (!(await this.isOfTicket(id, error))) throw error;
			this.noteTry(id, error);
			return 'unreadable' as const;
		});
	}

	/**
	 * Whether the service failed on one ticket that it lists, and not as a whole. 503 stands for maintenance (API document,
	 * Errors): when it lists the ticket all the same, only this ticket cannot be shown.
	 */
	private async isOfTicket(id: number, error: unknown): Promise<boolean> {
		if (!(error instanceof ServiceFailure) || error.failure.kind !== 'status') return false;
		const { status } = error.failure;
		if (status === 503) await this.reader.readRows(this.poll.requests, [id]);
		return status === 404 || status === 500 || status === 503;
	}

	private noteTry(id: number, error?: unknown): void {
		const { memory, poll, reader } = this;
		this.tried.add(id);
		const tries = (memory.todo[id].tries ?? 0) + 1;
		const pause = tries < QUICK_TRIES ? 0 : Math.min(MAX_PAUSE, MINUTE * 2 ** (tries - QUICK_TRIES));
		memory.todo[id] = { ...memory.todo[id], tries, nextTryAt: Math.round(poll.requests.serverNow() + pause) };
		if (tries <= QUICK_TRIES && error !== undefined) poll.onUnreadable(reader.messageBoxId, error);
	}

	/** A new ticket does not wait for its messages for ever; under a filter by messages nobody knows whether it fits. */
	private async giveWithoutDetails(row: Row): Promise<void> {
		const { memory, poll, reader } = this;
		const id = row.ticket.ticket_id;
		const todo = memory.todo[id];
		const seen = { row, todo };
		if ((todo.tries ?? 0) >= QUICK_TRIES && row.readAt < poll.startedAt) {
			await reader.readRows(poll.requests, [id]);
			if (reader.isMissing(id)) return this.noteMissing(id);
		}
		if (!isNewTicket(seen, memory) || (todo.tries ?? 0) < QUICK_TRIES || needMessages(poll.settings.filters)) return;
		this.apply(id, this.detect(seen, 'later'));
		this.noteGiven(id);
	}

	private noteGiven(id: number): void {
		const { isNew, isOfStart, ...rest } = this.memory.todo[id];
		this.memory.todo[id] = rest;
	}

	private finish(id: number, outcome: ReturnType<typeof detect>): void {
		this.apply(id, outcome);
		delete this.memory.todo[id];
	}

	private apply(id: number, { events, ticket }: ReturnType<typeof detect>): void {
		this.poll.events.push(...events);
		this.memory.tickets[id] = ticket;
	}

	private detect(seen: { row: Row; todo?: Todo }, known: TicketDetails | null | 'later') {
		return detect(seen, known, this.memory, this.reader.messageBoxId, this.poll.settings);
	}

	private needOf(row: Row): Need | null {
		return needsDetails({ row, todo: this.memory.todo[row.ticket.ticket_id] }, this.memory, this.poll.settings);
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

import type { TicketSummary } from '../../fields/ticketFields';
import { omit } from '../../output/pick';
import type { Moment, Requests } from '../service/requests';
import type { TicketMessage } from '../service/service';
import { FULL_PAGE } from '../service/service';
import { millisOf, OPEN_END, OVERLAP_S, SECOND, windowOf } from '../time';
import { lookOf } from '../watchedFields';

import type { OwnWrite } from './ownWrites';
import { OwnWrites } from './ownWrites';
import { Slices, Stretches } from './slices';
import { Sweep } from './sweep';
import type { Found, Row, TicketDetails } from './tickets';
import { Details, Tries } from './tickets';

/** Rows that are kept of one inbox; those read the longest ago leave first. */
const MAX_ROWS = 6_000;
const MAX_EXPLAINED = 10;

/** What this process knows of one inbox, for all triggers that watch it. It knows no trigger and is never stored. */
export class Reader {
	readonly rows = new Map<number, Row>();
	readonly details = new Details();
	readonly writes = new OwnWrites();
	readonly tries = new Tries();
	readonly sweep: Sweep;
	/** When the newest answer was asked for (ms of the service's clock). */
	seenAt = -Infinity;
	/** When something new was seen here last (ms of the service's clock). */
	activeAt = -Infinity;
	/** Of tickets whose row was dropped, how they were found. */
	private readonly dropped = new Map<number, Found>();
	/** Tickets that were asked for and are not listed, and when. */
	private readonly missing = new Map<number, number>();
	private readonly stretches = new Stretches();
	private readonly news: Slices;

	constructor(readonly messageBoxId: number) {
		this.news = new Slices(messageBoxId);
		this.sweep = new Sweep(this);
	}

	/**
	 * Reads the send times from `from` to the present, the oldest first. What is known is not asked for again, unless the
	 * present was last read before `notBefore`. When it stops early, {@link knownFrom} says how far it came.
	 *
	 * @param from ms of the service's clock; @param notBefore ms of the steady clock
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async catchUp(requests: Requests, from: number, notBefore: number): Promise<void> {
		for (let overlap = OVERLAP_S; (this.stretches.at(from)?.openAt ?? -Infinity) < notBefore; ) {
			const at = Math.floor(this.knownFrom(from) / SECOND);
			const { tickets, isRead, upTo, end, moment } = await this.news.next(requests, at, overlap, OPEN_END);
			const sentUntil = Math.min(moment.asOf, end * SECOND);
			const foundAt = Math.min(moment.asOf, (end + OVERLAP_S) * SECOND);
			this.noteAll(tickets, moment, { foundAt, sentUntil });
			if (!isRead) continue;
			this.stretches.note({ from: at, until: upTo, openAt: end === OPEN_END ? moment.readAt : -Infinity });
			overlap = 0;
		}
	}

	/** @returns up to where send times are known without a gap after `from` (ms of the service's clock) */
	knownFrom(from: number): number {
		return Math.max(from, (this.stretches.at(from)?.until ?? 0) * SECOND);
	}

	/** Reads the rows of tickets, at most a page of them. */
	async readRows(requests: Requests, ids: readonly number[]): Promise<void> {
		const { tickets, moment } = await requests.search(this.messageBoxId, { ticket_ids: [...ids], per_page: FULL_PAGE, page: 1 });
		this.noteAll(tickets, moment);
		for (const id of ids) {
			if (tickets.some(({ ticket_id }) => ticket_id === id)) continue;
			this.rows.delete(id);
			this.missing.set(id, moment.asOf);
		}
	}

	/** @returns when the service was asked for a ticket last, whether it exists or not (ms of the service's clock) */
	askedAt(ticketId: number): number {
		return this.rows.get(ticketId)?.asOf ?? this.missing.get(ticketId) ?? -Infinity;
	}

	/** Drops the row of a ticket that was not found, until it is listed again. How it was found counts on, for every trigger. */
	dropRow(ticketId: number): void {
		const row = this.rows.get(ticketId);
		if (row !== undefined) this.dropped.set(ticketId, { foundAt: row.foundAt, sentUntil: row.sentUntil });
		this.rows.delete(ticketId);
	}

	/** Whether the service did not list a ticket when it was asked for it last. */
	isMissing(ticketId: number): boolean {
		return this.missing.has(ticketId);
	}

	/**
	 * Reads a page of the newest tickets, or of those with a message in a period (ms of the service's clock; without `until`
	 * to the present).
	 *
	 * @returns them, and whether there are more
	 */
	async readPage(requests: Requests, page: number, period?: { from: number; until?: number }): Promise<{ tickets: TicketSummary[]; moment: Moment; hasMore: boolean }> {
		const { tickets, rows, moment } = await requests.search(this.messageBoxId, { ...(period === undefined ? {} : criteriaOf(period)), per_page: FULL_PAGE, page });
		const hasMore = rows === FULL_PAGE;
		// Of news that do not fit into a page, the older ones come first.
		const isLater = hasMore && period !== undefined && period.until === undefined;
		if (!isLater) this.noteAll(tickets, moment, { sentUntil: period?.until ?? moment.asOf });
		return { tickets, moment, hasMore };
	}

	/** @returns the ticket with its messages as of `notBefore` (ms of the service's clock) or later */
	async readDetails(requests: Requests, ticketId: number, notBefore: number): Promise<TicketDetails> {
		const known = this.details.get(ticketId);
		if (known !== undefined && known.asOf >= notBefore) return known;
		const { ticket, moment } = await requests.get(this.messageBoxId, ticketId);
		const details = { ticket, ...moment };
		this.details.set(details);
		this.tries.clear(ticketId);
		this.noteAll([omit(ticket, 'messages')], moment);
		return details;
	}

	/** @returns the messages of a ticket, where they are known as of when a search found it last */
	newestMessages(ticketId: number): TicketMessage[] | undefined {
		const [row, details] = [this.rows.get(ticketId), this.details.get(ticketId)];
		return row === undefined || details === undefined || details.asOf < row.foundAt ? undefined : details.ticket.messages;
	}

	/** Takes in rows; an older answer does not replace a newer one. */
	noteAll(tickets: readonly TicketSummary[], moment: Moment, found: Found = {}): void {
		this.seenAt = Math.max(this.seenAt, moment.asOf);
		for (const ticket of tickets) this.note(ticket, moment, found);
		for (const id of this.rows.keys()) {
			if (this.rows.size <= MAX_ROWS) break;
			this.rows.delete(id);
			// Nobody can count on the rows any more: every trigger reads from its own position.
			this.stretches.clear();
		}
	}

	/**
	 * Notes a write of this process, and how the ticket looked before it.
	 *
	 * @param precondition the ticket as it was read for the write
	 */
	noteWrite(ticketId: number, write: OwnWrite, precondition?: TicketSummary): void {
		const before = precondition ?? this.rows.get(ticketId)?.ticket;
		this.writes.add(ticketId, before === undefined ? write : { ...write, basis: lookOf(before), isRead: precondition !== undefined });
	}

	private note(ticket: TicketSummary, moment: Moment, { foundAt = -Infinity, sentUntil = -Infinity }: Found): void {
		const id = ticket.ticket_id;
		const before = this.rows.get(id);
		const earlier = before ?? this.dropped.get(id);
		this.dropped.delete(id);
		const updated = millisOf(ticket.last_updated_at, moment.asOf);
		const row: Row = {
			ticket,
			...moment,
			created: millisOf(ticket.created_at, moment.asOf),
			updated,
			foundAt: Math.max(foundAt, earlier?.foundAt ?? -Infinity),
			movedAt: moment.asOf,
			explained: [],
			sentUntil: Math.max(sentUntil, earlier?.sentUntil ?? -Infinity),
		};
		if (before !== undefined && before.readAt > moment.readAt) {
			this.rows.set(id, { ...before, foundAt: row.foundAt, sentUntil: row.sentUntil });
			return;
		}
		if (before?.updated === updated) Object.assign(row, { movedAt: before.movedAt, explained: before.explained });
		else if (before !== undefined && this.writes.explain(ticket, before.asOf, updated)) {
			Object.assign(row, { movedAt: before.movedAt, explained: [...before.explained, before.updated].slice(-MAX_EXPLAINED) });
		} else this.activeAt = Math.max(this.activeAt, Math.min(moment.asOf, Math.max(updated, row.created)));
		if (this.missing.delete(id)) this.tries.clear(id);
		this.rows.delete(id);
		this.rows.set(id, row);
	}
}

function criteriaOf({ from, until = OPEN_END }: { from: number; until?: number }): { since: string; until?: string } {
	return windowOf(Math.floor(from / SECOND), Math.floor(until / SECOND));
}

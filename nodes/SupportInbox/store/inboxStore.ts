import { setBounded } from './bounded';
import { snapshotOf } from './snapshot';
import type { TicketSummary } from './ticketFields';
import { type HowFound, type Moment, type Row, type TicketDetails, type TicketMessage, Details } from './tickets';
import { millisOf } from './time';
import { Tries } from './tries';
import { SNOOZE_ENDED } from './writes/ownComments';
import { type OwnWrite, OwnWrites } from './writes/ownWrites';

/** Most rows that are kept for one inbox; the rows read the longest ago are dropped first. */
const MAX_ROWS = 6_000;
const MAX_EXPLAINED = 10;
/** Most tickets that are remembered as not listed, and most tickets whose row was dropped. */
const MAX_GONE = 6_000;

/**
 * What this process knows of one inbox, for all triggers and nodes with the same token. It does not depend on any trigger,
 * and is never stored: after a fault in the work on the inbox it is thrown away, and everything is read again.
 */
export class InboxStore {
	readonly details = new Details();
	readonly writes = new OwnWrites();
	readonly tries = new Tries();
	/** When the newest answer was asked for, and when something new last happened in the inbox (ms of the service's clock). */
	seenAt = -Infinity;
	activeAt = -Infinity;
	/** Called when rows had to be dropped: the ledger no longer holds all that was read. */
	onForgotten?: () => void;
	private readonly rows = new Map<number, Row>();
	/** How the tickets whose row was dropped were found. */
	private readonly dropped = new Map<number, HowFound>();
	/** Tickets that were asked for and not listed, and when (ms of the service's clock). */
	private readonly missing = new Map<number, number>();

	/** @returns the newest row of a ticket */
	row(ticketId: number): Row | undefined {
		return this.rows.get(ticketId);
	}

	/** @returns the rows as of `asOf` (ms of the service's clock) or later */
	rowsSince(asOf: number): Row[] {
		return [...this.rows.values()].filter((row) => row.asOf >= asOf);
	}

	/** Takes in rows; an older answer does not replace a newer one. */
	takeRows(tickets: readonly TicketSummary[], moment: Moment, found: HowFound = {}): void {
		this.seenAt = Math.max(this.seenAt, moment.asOf);
		for (const ticket of tickets) this.takeRow(ticket, moment, found);
		if (this.rows.size > MAX_ROWS) this.onForgotten?.();
		for (const id of this.rows.keys()) {
			if (this.rows.size <= MAX_ROWS) break;
			this.rows.delete(id);
		}
	}

	/** Takes in a ticket with its messages. */
	takeDetails(details: TicketDetails): void {
		const { ticket, asOf, readAt, answeredAt } = details;
		this.details.set(details);
		this.tries.clear(ticket.ticket_id);
		this.takeRows([ticket], { asOf, readAt, answeredAt });
	}

	/** Notes that tickets were asked for and not listed. @param asOf ms of the service's clock */
	takeMissing(ticketIds: readonly number[], asOf: number): void {
		for (const id of ticketIds) {
			this.rows.delete(id);
			setBounded(this.missing, id, asOf, MAX_GONE);
		}
	}

	/**
	 * Takes in a successful write of this process.
	 *
	 * @param precondition the ticket as it was read for the write
	 */
	takeWrite(ticketId: number, write: OwnWrite, precondition?: TicketSummary): void {
		const ticket = precondition ?? this.rows.get(ticketId)?.ticket;
		if (ticket === undefined) return this.writes.add(ticketId, write);
		const before = snapshotOf(ticket);
		const mayBeSnoozed = typeof before.pending_reason_id === 'number' || this.writes.haveSnoozed(ticketId);
		this.writes.add(ticketId, { ...write, before, isRead: precondition !== undefined, comments: write.comments.filter((comment) => mayBeSnoozed || comment !== SNOOZE_ENDED) });
	}

	/** @returns when the service was last asked for a ticket, whether it exists or not (ms of the service's clock) */
	askedAt(ticketId: number): number {
		return this.rows.get(ticketId)?.asOf ?? this.missing.get(ticketId) ?? -Infinity;
	}

	/** Whether the service did not list a ticket when it was last asked for it. */
	isMissing(ticketId: number): boolean {
		return this.missing.has(ticketId);
	}

	/** Drops the row of a ticket that was not found, until it is listed again. Remembers how the row was found before. */
	dropRow(ticketId: number): void {
		const row = this.rows.get(ticketId);
		if (row !== undefined) setBounded(this.dropped, ticketId, { foundAt: row.foundAt, sentUntil: row.sentUntil }, MAX_GONE);
		this.rows.delete(ticketId);
	}

	/** @returns the messages of a ticket; undefined if they were not read since a search for new activity last found it */
	newestMessages(ticketId: number): TicketMessage[] | undefined {
		const [row, details] = [this.rows.get(ticketId), this.details.get(ticketId)];
		return row === undefined || details === undefined || details.asOf < row.foundAt ? undefined : details.ticket.messages;
	}

	private takeRow(ticket: TicketSummary, moment: Moment, { foundAt = -Infinity, sentUntil = -Infinity }: HowFound): void {
		const id = ticket.ticket_id;
		const before = this.rows.get(id);
		const earlier = before ?? this.dropped.get(id);
		this.dropped.delete(id);
		// A row without a time keeps its place.
		const created = millisOf(ticket.created_at, before?.created ?? moment.asOf);
		const updated = millisOf(ticket.last_updated_at, before?.updated ?? created);
		const row: Row = {
			ticket: withoutMessages(ticket),
			...moment,
			created,
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

/** Rows are kept longer than details, so they must not hold messages. */
function withoutMessages(ticket: TicketSummary): TicketSummary {
	if (!('messages' in ticket)) return ticket;
	return Object.fromEntries(Object.entries(ticket).filter(([field]) => field !== 'messages')) as TicketSummary;
}

import type { LocalTime } from '../adapter/clock';
import { setBounded } from './bounded';
import { type OwnWrite, OwnWrites, SNOOZE_ENDED } from './ownWrites';
import { snapshotOf } from './snapshot';
import type { TicketSummary } from './ticketFields';
import { type Details, type Moment, type Row, type TicketDetails, rowOf } from './tickets';
import { type ServiceTime, greatest, millisOf, MINUTE, SAME_MOMENT, SECOND } from './time';

/** Most tickets that are kept for one inbox; those read the longest ago are dropped first. */
const MAX_ROWS = 6_000;
const MAX_EXPLAINED = 10;
/** Most tickets that are remembered as not listed, or as not to be shown. */
const MAX_GONE = 6_000;
/**
 * Most answers about send times that are kept, and how much earlier than asked for one may begin (ms): a longer one has too many tickets.
 */
const MAX_ANSWERS = 20;
const EARLIER_BY = 10 * MINUTE;

/**
 * The tickets with a message in a part of the send times.
 * - `until`: where the part ends; Infinity: the present, as of `moment`.
 */
export interface Answer {
	since: ServiceTime;
	until: ServiceTime;
	tickets: TicketSummary[];
	moment: Moment;
}

/**
 * What this process knows of one inbox, for all triggers and nodes with the same token: the newest version of each ticket. It does
 * not depend on any trigger, and is never stored: after a fault in the work on the inbox it is thrown away, and everything is read again.
 */
export class InboxStore {
	readonly writes = new OwnWrites();
	/** When something new last happened in the inbox, and when the newest answer was asked for. */
	activeAt: ServiceTime = -Infinity;
	readAt: ServiceTime = -Infinity;
	/** The newest send time of a message that was read, and how many tickets the last answer about news had. */
	sentAt: ServiceTime = -Infinity;
	newsRows = 0;
	/** Whether `last_updated_at` of each ticket that was read was as new as its messages: a resync finds a new message then. */
	messagesMove = true;
	private readonly rows = new Map<number, Row>();
	/** Tickets that were asked for and not listed, and since when. */
	private readonly missing = new Map<number, { since: ServiceTime; asOf: ServiceTime }>();
	/** Tickets whose details could not be read. */
	private readonly unreadable = new Map<number, { error: unknown; at: LocalTime }>();
	private answers: Answer[] = [];

	constructor(
		private readonly messageBoxId: number,
		private readonly details: Details,
		private readonly onRows: () => void = () => {},
	) {}

	/** @returns the newest version of a ticket */
	row(ticketId: number): Row | undefined {
		return this.rows.get(ticketId);
	}

	/** @returns the tickets that were read as of `asOf` or later */
	rowsSince(asOf: ServiceTime): Row[] {
		const found: Row[] = [];
		if (this.readAt >= asOf) for (const row of this.rows.values()) if (row.asOf >= asOf) found.push(row);
		return found;
	}

	/** @returns a ticket with its messages as of `asOf` or later */
	detailsSince(ticketId: number, asOf: ServiceTime): TicketDetails | undefined {
		const details = this.details.get(this.messageBoxId, ticketId);
		return details !== undefined && details.asOf >= asOf ? details : undefined;
	}

	/** @returns the newest answer that reaches from `since` or somewhat earlier beyond `cursor`, and up to where it reaches */
	answer(since: ServiceTime, cursor: ServiceTime): (Answer & { cursor: ServiceTime }) | undefined {
		const found = this.answers.find(({ since: from, ...answer }) => from <= since && from >= since - EARLIER_BY && endOf(answer) > cursor);
		return found && { ...found, cursor: endOf(found) };
	}

	/** Takes in all tickets with a message in a part of the send times. */
	recordAnswer(answer: Answer): void {
		this.answers = [answer, ...this.answers].slice(0, MAX_ANSWERS);
	}

	/** Takes in tickets; an older answer does not replace a newer one. @param sentUntil see Row */
	recordRows(tickets: readonly TicketSummary[], moment: Moment, sentUntil: ServiceTime = -Infinity): void {
		this.readAt = Math.max(this.readAt, moment.asOf);
		for (const ticket of tickets) this.recordRow(ticket, moment, sentUntil);
		this.dropRows(this.rows.size - MAX_ROWS);
		this.onRows();
	}

	/** How many tickets are kept. */
	get size(): number {
		return this.rows.size;
	}

	/** Drops the tickets that were read the longest ago. @returns how many were dropped */
	dropRows(count: number): number {
		if (count <= 0) return 0;
		// No answer may be used of which tickets are missing: every trigger reads again from its own cursor.
		this.answers = [];
		const oldest = [...this.rows.keys()].slice(0, count);
		for (const id of oldest) this.rows.delete(id);
		return oldest.length;
	}

	/** Takes in a ticket with its messages. */
	recordDetails(details: TicketDetails): void {
		const { ticket, asOf, readAt, answeredAt } = details;
		this.details.set(this.messageBoxId, details);
		this.unreadable.delete(ticket.ticket_id);
		const sent = ticket.messages.map(({ sent_at }) => millisOf(sent_at, -Infinity)).filter((at) => at <= asOf);
		this.sentAt = Math.max(this.sentAt, greatest(sent));
		const created = ticket.messages.map(({ created_at }) => millisOf(created_at, -Infinity));
		if (greatest(created) > millisOf(ticket.last_updated_at, Infinity) + SAME_MOMENT) this.messagesMove = false;
		this.recordRows([ticket], { asOf, readAt, answeredAt });
	}

	/** Takes in that tickets were asked for and not listed. */
	recordMissing(ticketIds: readonly number[], asOf: ServiceTime): void {
		for (const id of ticketIds) {
			this.rows.delete(id);
			setBounded(this.missing, id, { since: this.missing.get(id)?.since ?? asOf, asOf }, MAX_GONE);
		}
	}

	/** Drops the messages of a ticket. */
	dropDetails(ticketId: number): void {
		this.details.delete(this.messageBoxId, ticketId);
	}

	/** Takes in that a ticket's details could not be read. @param isGone it was not found: it may be listed all the same */
	recordUnreadable(ticketId: number, error: unknown, at: LocalTime, isGone: boolean): void {
		setBounded(this.unreadable, ticketId, { error, at }, MAX_GONE);
		if (isGone) this.rows.delete(ticketId);
	}

	/** @returns why a ticket could not be read at `since` or later, if any trigger has tried */
	failureSince(ticketId: number, since: LocalTime): unknown {
		const failure = this.unreadable.get(ticketId);
		return failure !== undefined && failure.at >= since ? failure.error : undefined;
	}

	/**
	 * Takes in a successful write of this process.
	 *
	 * @param precondition the ticket as it was read for the write
	 */
	recordWrite(ticketId: number, write: OwnWrite, precondition?: TicketSummary): void {
		const ticket = precondition ?? this.rows.get(ticketId)?.ticket;
		if (ticket === undefined) return this.writes.add(ticketId, write);
		const before = snapshotOf(ticket);
		const maySnooze = typeof before.pending_reason_id === 'number' || this.writes.haveSnoozed(ticketId);
		const comments = write.comments.filter((comment) => maySnooze || comment !== SNOOZE_ENDED);
		this.writes.add(ticketId, { ...write, before, isRead: precondition !== undefined, comments });
	}

	/** Throws away what was read while the service's clock was ahead. */
	dropAhead(now: ServiceTime): void {
		if (this.readAt <= now) return;
		for (const [id, { asOf }] of this.rows) if (asOf > now) this.rows.delete(id);
		for (const [id, { asOf }] of this.missing) if (asOf > now) this.missing.delete(id);
		this.answers = this.answers.filter(({ moment }) => moment.asOf <= now);
		this.details.drop(this.messageBoxId, now);
		this.activeAt = Math.min(this.activeAt, now);
		this.sentAt = Math.min(this.sentAt, now);
		this.readAt = now;
	}

	/** @returns when the service was last asked for a ticket, whether it exists or not */
	askedAt(ticketId: number): ServiceTime {
		return this.rows.get(ticketId)?.asOf ?? this.missing.get(ticketId)?.asOf ?? -Infinity;
	}

	/** @returns since when the service does not list a ticket; undefined: it does, or was not asked */
	missingSince(ticketId: number): ServiceTime | undefined {
		return this.missing.get(ticketId)?.since;
	}

	/** @returns the tickets that the service does not list */
	missingIds(): number[] {
		return [...this.missing.keys()];
	}

	private recordRow(ticket: TicketSummary, moment: Moment, sentUntil: ServiceTime): void {
		const id = ticket.ticket_id;
		const before = this.rows.get(id);
		const sent = Math.max(sentUntil, before?.sentUntil ?? -Infinity);
		const row: Row = { ...rowOf(withoutMessages(ticket), moment, before), sentUntil: sent };
		const { updated } = row;
		if (before !== undefined && before.readAt > moment.readAt) {
			this.rows.set(id, { ...before, sentUntil: sent });
			return;
		}
		// The earlier answer may have shown a clock that was ahead.
		const movedAt = Math.min(before?.movedAt ?? Infinity, row.asOf);
		if (before?.updated === updated) Object.assign(row, { movedAt, explained: before.explained });
		else if (before !== undefined && this.writes.explain(ticket, before.asOf, updated)) {
			Object.assign(row, { movedAt, explained: [...before.explained, before.updated].slice(-MAX_EXPLAINED) });
		} else this.activeAt = Math.max(this.activeAt, Math.min(moment.asOf, Math.max(updated, row.created)));
		this.missing.delete(id);
		this.rows.delete(id);
		this.rows.set(id, row);
	}
}

/** Up to where an answer has read the send times: the service's clock is known to the second. */
function endOf({ until, moment }: Pick<Answer, 'until' | 'moment'>): ServiceTime {
	return Math.min(until, Math.floor(moment.asOf / SECOND) * SECOND);
}

/** Tickets are kept longer than details, so they must not hold messages. */
function withoutMessages(ticket: TicketSummary): TicketSummary {
	if (!('messages' in ticket)) return ticket;
	return Object.fromEntries(Object.entries(ticket).filter(([field]) => field !== 'messages')) as TicketSummary;
}

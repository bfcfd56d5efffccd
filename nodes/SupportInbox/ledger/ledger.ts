import { randomUUID } from 'node:crypto';
import { setBounded } from './bounded';
import { possibleIn } from './ownComments';
import { type OwnWrite, OwnWrites } from './ownWrites';
import { snapshotOf } from './snapshot';
import type { TicketSummary } from './ticketFields';
import { type Moment, type Row, type TicketDetail, type TicketDetails, Details } from './tickets';
import { greatest, hasNoOffset, HOUR, millisOf, MINUTE } from './time';
import { Tries } from './tries';

/** Most rows that are kept for one inbox; the rows read the longest ago are dropped first. */
const MAX_ROWS = 6_000;
/** Most entries of the record of readings, and most tickets that are remembered as not listed. */
const MAX_READINGS = 20_000;
const MAX_MISSING = 6_000;
const MAX_EXPLAINED = 10;
/** A row with an older `last_updated_at` than the known one comes from an outdated index, unless it stays so for this long (ms). */
const OUTDATED_FOR = 10 * MINUTE;
/** Local times differ from UTC by whole quarters of an hour, and by no more than this (ms). */
const QUARTER = 15 * MINUTE;
const MAX_AHEAD = 14 * HOUR;

/**
 * Which search found rows: `isNews`: one for news; `round`: the look-back of this round; `lastRoundAt`: the number at which the round
 * before began, undefined where that did not reach so far back.
 */
export interface FoundBy {
	isNews?: boolean;
	round?: number;
	lastRoundAt?: number;
}

/**
 * What this process knows of one inbox, for all triggers and nodes with the same token. Every answer that it takes in gets the next
 * number, so a trigger knows by one number what it has handled. It does not depend on any trigger, and is never stored: after a
 * fault in the work on the inbox it is thrown away, and everything is read again.
 */
export class Ledger {
	/** Numbers are comparable within one ledger only. */
	readonly epoch = randomUUID().slice(0, 8);
	readonly details = new Details();
	readonly writes = new OwnWrites();
	readonly tries = new Tries();
	/** The number of the newest answer; 0: none. */
	seq = 0;
	/** By how much the times in rows are ahead of the service's clock (ms): not 0 where local times are labelled as UTC, or not at all. */
	ahead = 0;
	/** When something new last happened in the inbox (ms of the steady clock). */
	activeAt = -Infinity;
	/** Called when rows had to be dropped: the ledger no longer holds all that was read. */
	onForgotten?: () => void;
	private readonly rows = new Map<number, Row>();
	/** The tickets of each reading, in its order; `asOf` on the service's clock (ms). */
	private readings: Array<{ seq: number; id: number; asOf: number }> = [];
	/** Tickets that were asked for and not listed, and when (ms of the steady clock). */
	private readonly missing = new Map<number, number>();

	/** @returns the newest row of a ticket */
	row(ticketId: number): Row | undefined {
		return this.rows.get(ticketId);
	}

	/** @returns the rows that were read at `since` or later (ms of the steady clock) */
	rowsSince(since: number): Row[] {
		return [...this.rows.values()].filter(({ readAt }) => readAt >= since);
	}

	/** @returns the rows that were read after a number, with news or without; all of them where the record does not reach so far back */
	readAfter(seq: number): Row[] {
		if (seq >= this.seq) return [];
		if (seq === 0 || (this.readings.length > 0 && this.readings[0].seq > seq + 1)) return [...this.rows.values()];
		const ids = new Set<number>();
		for (let at = this.readings.length - 1; at >= 0 && this.readings[at].seq > seq; at--) ids.add(this.readings[at].id);
		return [...ids].flatMap((id) => this.rows.get(id) ?? []);
	}

	/** @returns the number of the last answer as of `asOf` or earlier (ms of the service's clock) */
	seqAt(asOf: number): number {
		return greatest([0, ...this.readings.filter((reading) => reading.asOf <= asOf).map(({ seq }) => seq)]);
	}

	/** Takes in rows; an older answer does not replace a newer one. */
	takeRows(tickets: readonly TicketSummary[], moment: Moment, found: FoundBy = {}): void {
		this.seq += 1;
		this.learnAhead(tickets, moment);
		for (const ticket of tickets) this.takeRow(ticket, moment, found);
		if (this.readings.length > MAX_READINGS) this.readings = this.readings.slice(-MAX_READINGS / 2);
		if (this.rows.size > MAX_ROWS) this.onForgotten?.();
		for (const id of this.rows.keys()) {
			if (this.rows.size <= MAX_ROWS) break;
			this.rows.delete(id);
		}
	}

	/** Takes in a ticket with its messages. */
	takeDetails(ticket: TicketDetail, moment: Moment): TicketDetails {
		const before = this.rows.get(ticket.ticket_id);
		this.tries.clear(ticket.ticket_id);
		this.takeRows([ticket], moment);
		const row = this.rows.get(ticket.ticket_id) as Row;
		// Details that were asked for before the newest row do not show what moved it.
		const isOlder = before !== undefined && before.firstAt > moment.readAt;
		const details = { ticket, asOf: moment.asOf + this.ahead, readAt: moment.readAt, seq: isOlder ? before.seq - 1 : this.seq };
		this.details.set(details);
		row.news = this.seq;
		return details;
	}

	/** Notes that tickets were asked for and not listed. @param readAt ms of the steady clock */
	takeMissing(ticketIds: readonly number[], readAt: number): void {
		for (const id of ticketIds) {
			this.rows.delete(id);
			setBounded(this.missing, id, readAt, MAX_MISSING);
		}
	}

	/**
	 * Takes in a successful write of this process.
	 *
	 * @param precondition the ticket as it was read for the write
	 */
	takeWrite(ticketId: number, write: OwnWrite, precondition?: TicketSummary): void {
		const row = this.rows.get(ticketId);
		const ticket = precondition ?? row?.ticket;
		if (ticket === undefined) return this.writes.add(ticketId, write);
		const before = snapshotOf(ticket);
		const mayBeSnoozed = typeof before.pending_reason_id === 'number' || this.writes.haveSnoozed(ticketId);
		this.writes.add(ticketId, { ...write, before, isRead: precondition !== undefined, comments: possibleIn({ mayBeSnoozed }, write.comments) });
		// A row that was read while the write was under way may show it.
		if (row !== undefined) this.writes.note(row, row.seq);
	}

	/** @returns when the service was last asked for a ticket, whether it exists or not (ms of the steady clock) */
	askedAt(ticketId: number): number {
		return this.rows.get(ticketId)?.readAt ?? this.missing.get(ticketId) ?? -Infinity;
	}

	/** Whether the service did not list a ticket when it was last asked for it. */
	isMissing(ticketId: number): boolean {
		return this.missing.has(ticketId);
	}

	/** Notes that a ticket was not found: its row does not count until it is listed again. */
	noteNotFound(ticketId: number): void {
		const row = this.rows.get(ticketId);
		if (row !== undefined) row.readAt = -Infinity;
	}

	private takeRow(ticket: TicketSummary, moment: Moment, found: FoundBy): void {
		const { seq } = this;
		const id = ticket.ticket_id;
		const before = this.rows.get(id);
		this.readings.push({ seq, id, asOf: moment.asOf });
		const row = this.rowOf(ticket, moment, before);
		if (found.isNews || isBack(before, found) || this.missing.has(id)) row.found = seq;
		if (found.round !== undefined) row.round = found.round;
		if (this.writes.note(row, seq) || row.found === seq) row.news = seq;
		if (this.missing.delete(id)) this.tries.clear(id);
		this.rows.delete(id);
		this.rows.set(id, row);
	}

	/** @returns the newest row of the ticket after this answer */
	private rowOf(ticket: TicketSummary, { asOf, readAt }: Moment, before: Row | undefined): Row {
		const { seq } = this;
		const at = { asOf: asOf + this.ahead, readAt };
		const created = millisOf(ticket.created_at, before?.created ?? at.asOf);
		const updated = millisOf(ticket.last_updated_at, before?.updated ?? created);
		if (before !== undefined && before.readAt > readAt) return { ...before };
		// A time in the future was written by a clock that was wrong.
		if (before !== undefined && updated < before.updated && before.updated <= at.asOf + MINUTE) {
			const olderSince = before.olderSince ?? readAt;
			if (readAt - olderSince < OUTDATED_FOR) return { ...before, ...at, olderSince };
		}
		const shown = withoutMessages(ticket);
		if (before !== undefined && JSON.stringify(shown) === JSON.stringify(before.ticket)) {
			const isSettled = before.isSettled || readAt - before.firstAt >= OUTDATED_FOR;
			return { ...before, ...at, olderSince: undefined, isSettled, news: isSettled && !before.isSettled ? seq : before.news };
		}
		const { found = 0, round = 0, explained: known = [] } = before ?? {};
		const isOwn = before !== undefined && updated !== before.updated && this.writes.explain(ticket, before.asOf - this.ahead, updated - this.ahead);
		const explained = isOwn ? [...known, before.updated].slice(-MAX_EXPLAINED) : updated === before?.updated ? known : [];
		if (!isOwn) this.activeAt = Math.max(this.activeAt, readAt - Math.max(0, at.asOf - Math.max(updated, created)));
		return { ticket: shown, ...at, created, updated, seq, news: seq, found, explained, round, firstAt: readAt, isSettled: before?.olderSince !== undefined && updated < before.updated };
	}

	/**
	 * Learns how far the times of rows are ahead. The newest one shows the least that it is; a ticket that has just moved shows it
	 * to a quarter of an hour, and so do the newest tickets where times have no offset.
	 */
	private learnAhead(tickets: readonly TicketSummary[], { asOf, readAt }: Moment): void {
		for (const ticket of tickets) {
			const before = this.rows.get(ticket.ticket_id);
			const updated = millisOf(ticket.last_updated_at, -Infinity);
			if (before !== undefined && updated > before.updated && readAt - before.readAt < QUARTER - MINUTE) this.setAhead(updated - asOf);
		}
		const newest = greatest(tickets.map((ticket) => Math.max(millisOf(ticket.created_at, -Infinity), millisOf(ticket.last_updated_at, -Infinity)))) - asOf;
		const isUnlabelled = this.seq === 1 && tickets.some(({ created_at }) => hasNoOffset(created_at));
		if (isUnlabelled || quartersOf(newest) > this.ahead) this.setAhead(newest);
	}

	private setAhead(shown: number): void {
		if (Math.abs(quartersOf(shown)) <= MAX_AHEAD) this.ahead = quartersOf(shown);
	}
}

/** @returns the next full quarter of an hour (ms); the service's clock is known to some seconds */
function quartersOf(ms: number): number {
	return Math.ceil((ms - MINUTE) / QUARTER) * QUARTER + 0;
}

/** Whether a ticket is in the look-back that was not found there by the round before, and by no search for news since: something was dated back. */
function isBack(before: Row | undefined, { round = 0, lastRoundAt = -Infinity }: FoundBy): boolean {
	const { round: last = 0, found = 0 } = before ?? {};
	return last < round - 1 && found <= lastRoundAt;
}

/** Rows are kept longer than details, so they must not hold messages. */
function withoutMessages(ticket: TicketSummary): TicketSummary {
	if (!('messages' in ticket)) return ticket;
	return Object.fromEntries(Object.entries(ticket).filter(([field]) => field !== 'messages')) as TicketSummary;
}

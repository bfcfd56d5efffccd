import { randomUUID } from 'node:crypto';

import type { TicketDetail, TicketSummary } from '../api';
import { millisOf, MINUTE, OVERLAP_S, SECOND } from '../time';

import type { OwnWrite } from './ownWrites';
import { OwnWrites } from './ownWrites';
import type { Moment } from './serviceClock';
import { UnderWay } from './underWay';
import { WholeTickets } from './wholeTickets';

/**
 * A ticket as the view knows it.
 * - `asOf`: the service's clock when the row was asked for (ms).
 * - `readAt`: the same moment on this machine's steady clock (ms).
 * - `explained`: earlier values of `last_updated_at` since when nothing but writes of this process moved it.
 */
export interface Row {
	ticket: TicketSummary;
	asOf: number;
	readAt: number;
	explained: readonly number[];
}

/**
 * A stretch of send time that has been read: `ids` are the tickets with a message sent from `since` to `until` (s, both
 * included), as the service showed them at `asOf` (ms of its clock), `readAt` on this machine's steady clock.
 * - `isOpen`: it ended at the present when it was read. What was sent in its last seconds may not have been visible yet.
 * - `isWide`: it was read for more than new activity, so being found in it does not tell that a ticket is active.
 */
export interface Stretch {
	since: number;
	until: number;
	asOf: number;
	readAt: number;
	ids: readonly number[];
	isOpen: boolean;
	isWide: boolean;
}

/** A poll that has run for so long was given up by n8n (ms). */
const GIVEN_UP_AFTER = 5 * MINUTE;
/** Rows of one inbox, about 0.5 KB each; the one that was read the longest ago leaves first. */
const MAX_ROWS = 12_000;
/** Stretches of one inbox. A day at three readings a minute has more, but a trigger that comes so late reads by itself. */
const MAX_STRETCHES = 600;

/**
 * What this process knows of one inbox: the newest row and the newest whole ticket of each id, and which stretches of send
 * time have been read, with the time at which each was read. It knows nothing of events, settings or triggers. It is
 * bounded, nothing of it is stored, and it may vanish at any moment: whoever misses something in it asks the service.
 */
export class InboxView {
	/** Tells this view from one of another process. */
	readonly id = randomUUID();
	/** When messages were looked for the last time, on this machine's steady clock (ms). */
	messagesWantedAt = -Infinity;
	/** When the newest round began, on the service's clock (ms). */
	roundStartedAt: number | null = null;
	readonly underWay = new UnderWay();
	private readonly rows = new Map<number, Row>();
	private readonly wholes = new WholeTickets();
	private readonly writes = new OwnWrites();
	private stretches: Stretch[] = [];
	private last: Promise<unknown> = Promise.resolve();
	private busySince: number | null = null;

	/**
	 * Runs `work` after all work that was here before: a trigger that comes while another one reads waits for it, and then
	 * finds in the view what it has read.
	 *
	 * @param now the steady clock (ms)
	 */
	async exclusively<T>(now: () => number, work: () => Promise<T>): Promise<T> {
		const result = this.last.then(async () => {
			this.busySince = now();
			return await work().finally(() => (this.busySince = null));
		});
		this.last = result.catch(() => undefined);
		return await result;
	}

	/** Whether the present work has lasted longer than any poll lives: others must not wait for it. */
	isHeldUp(now: number): boolean {
		return this.busySince !== null && Math.abs(now - this.busySince) > GIVEN_UP_AFTER;
	}

	/**
	 * Whether nothing is left to be read of a period that ends now: the newest reading reached the present and is complete
	 * up to `at`.
	 *
	 * @param at everything sent before has been dealt with (s)
	 */
	isReadTo(at: number, notBefore: number, narrow: boolean): boolean {
		const newest = this.newestToEnd(narrow);
		return newest !== undefined && newest.asOf >= notBefore && newest.since < at && completeTo(newest) <= at;
	}

	/** @returns the newest row of a ticket, unless it is older than `notBefore` (ms of the service's clock) */
	row(ticketId: number, notBefore = -Infinity): Row | undefined {
		const row = this.rows.get(ticketId);
		return row !== undefined && row.asOf >= notBefore ? row : undefined;
	}

	/**
	 * @param from when it must have been read at the earliest: on the service's clock, which counts whole seconds, or on the
	 *   steady clock of this process (ms)
	 * @returns the newest whole ticket with the fields of its newest row; undefined also when the ticket has been touched
	 *   since it was read, other than by a write of this process
	 */
	whole(ticketId: number, from: Partial<Moment>): { ticket: TicketDetail; asOf: number } | undefined {
		const whole = this.wholes.get(ticketId);
		if (whole === undefined || whole.asOf < (from.asOf ?? -Infinity) || whole.readAt < (from.readAt ?? -Infinity)) return undefined;
		const row = this.rows.get(ticketId);
		if (row === undefined || row.readAt <= whole.readAt) return whole;
		const readWith = millisOf(whole.ticket.last_updated_at, 0);
		const isTouched = millisOf(row.ticket.last_updated_at, 0) !== readWith && !row.explained.includes(readWith);
		return isTouched ? undefined : { ticket: { ...whole.ticket, ...row.ticket }, asOf: whole.asOf };
	}

	/**
	 * Finds what has been read of a period, so that it need not be asked for again.
	 *
	 * @param at everything sent before has been dealt with (s)
	 * @param wanted `notBefore`: it must have been read at this time or later (ms of the service's clock); `narrow`: wide
	 *   stretches do not count; `isWide`: what sweeps have read counts. For new activity it does not: it lacks what is dated
	 *   ahead, and may lead to the present all the same
	 * @returns the stretch that leads furthest, the rows of its tickets, and the time until which it is complete (s)
	 */
	stretchFrom(at: number, wanted: { notBefore: number; narrow: boolean; isWide?: boolean }) {
		const { notBefore, narrow, isWide = false } = wanted;
		let best: Stretch | undefined;
		for (const stretch of this.stretches) {
			if (stretch.since >= at || stretch.asOf < notBefore || (narrow && isTooWide(stretch, at))) continue;
			if (stretch.isWide && !stretch.isOpen && !isWide) continue;
			if (completeTo(stretch) > (best === undefined ? at : completeTo(best))) best = stretch;
		}
		if (best === undefined) return undefined;
		const rows = best.ids.flatMap((id) => this.rows.get(id) ?? []);
		return rows.length === best.ids.length ? { stretch: best, rows, to: completeTo(best) } : undefined;
	}

	/**
	 * Whether new activity need not be asked for: it was read to the end less than `maxAge` ms ago.
	 *
	 * @param now this machine's steady clock (ms)
	 * @param narrow whether wide stretches do not count: they do not tell where there is activity
	 */
	isFresh(now: number, maxAge: number, narrow: boolean): boolean {
		const age = now - (this.newestToEnd(narrow)?.readAt ?? -Infinity);
		return age >= 0 && age < maxAge;
	}

	/** @returns the stretch that reached the present the last time */
	newestToEnd(narrow: boolean): Stretch | undefined {
		return this.stretches.filter(({ isOpen, isWide }) => isOpen && !(narrow && isWide)).at(-1);
	}

	/** Notes the rows of an answer. @returns them as the view knows them now */
	noteRows(tickets: readonly TicketSummary[], moment: Moment): Row[] {
		return tickets.map((ticket) => this.noteRow(ticket, moment));
	}

	/** Notes a whole ticket. */
	noteWhole(ticket: TicketDetail, moment: Moment): void {
		const summary: TicketSummary & { messages?: unknown } = { ...ticket };
		delete summary.messages;
		this.noteRow(summary, moment);
		this.wholes.set(ticket, moment);
	}

	/** Notes what a node of this process has read of a ticket: a row, or all of it. */
	noteRead(ticket: TicketSummary | TicketDetail, moment: Moment): void {
		if ('messages' in ticket) this.noteWhole(ticket, moment);
		else this.noteRow(ticket, moment);
	}

	/** Notes a stretch that has been read, page by page or at once. */
	noteStretch(stretch: Stretch): void {
		const isReplaced = (old: Stretch) =>
			old.since >= stretch.since && old.until <= stretch.until && old.isWide === stretch.isWide && !stretch.isOpen;
		this.stretches = [...this.stretches.filter((old) => !isReplaced(old)), stretch].slice(-MAX_STRETCHES);
	}

	/** Notes a ticket update that a node of this process has sent. */
	noteWrite(ticketId: number, write: OwnWrite): void {
		this.writes.add(ticketId, write);
	}

	private noteRow(ticket: TicketSummary, { asOf, readAt }: Moment): Row {
		const { ticket_id: id } = ticket;
		const before = this.rows.get(id);
		const row: Row = { ticket, asOf, readAt, explained: this.explainedSince(before, ticket) };
		this.rows.delete(id);
		this.rows.set(id, row);
		if (this.rows.size > MAX_ROWS) this.rows.delete(this.rows.keys().next().value as number);
		return row;
	}

	private explainedSince(before: Row | undefined, ticket: TicketSummary): readonly number[] {
		if (before === undefined) return [];
		const was = millisOf(before.ticket.last_updated_at, 0);
		const is = millisOf(ticket.last_updated_at, 0);
		if (is === was) return before.explained;
		return this.writes.explain(ticket.ticket_id, before.readAt, is) ? [...before.explained, was].slice(-MAX_EXPLAINED) : [];
	}
}

/** So many own writes in a row are told apart from what others did; more are not, which costs a request. */
const MAX_EXPLAINED = 20;

/** A stretch may begin so long before what is wanted (s). All its tickets are read whole: asking anew costs one request. */
const MAX_BEFORE_S = 300;

function isTooWide({ isWide, since }: Stretch, at: number): boolean {
	return isWide || at - since > MAX_BEFORE_S;
}

/** What was sent just before a stretch was read may not have been visible yet. */
function completeTo({ until, asOf }: Stretch): number {
	return Math.min(until, Math.floor(asOf / SECOND) - OVERLAP_S);
}

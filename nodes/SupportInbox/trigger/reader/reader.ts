import type { TicketSummary } from '../api';
import { FULL_PAGE } from '../api';
import { isoOfSeconds, millisOf, OPEN_END, OVERLAP_S, SECOND } from '../time';

import type { TicketDetails } from './details';
import { Details } from './details';
import { OwnWrites } from './ownWrites';
import type { Moment, Requests } from './requests';
import { Slices } from './slices';
import { Sweep } from './sweep';

/**
 * The newest row of a ticket. Times are ms of the service's clock, but for `readAt`, see Moment.
 * - `created`, `updated`: the ticket's own times.
 * - `foundAt`: a search for new activity found the ticket; details of this time or later show why.
 * - `movedAt`: `last_updated_at` moved; details of this time or later show why.
 * - `explained`: earlier values of `last_updated_at`; since then only writes of this process have moved it.
 * - `sentUntil`: the ticket has a message that was sent shortly before this.
 */
export interface Row extends Moment {
	ticket: TicketSummary;
	created: number;
	updated: number;
	foundAt: number;
	movedAt: number;
	explained: readonly number[];
	sentUntil: number;
}

/** How a row was found, besides that it was. */
export type Found = Partial<Pick<Row, 'foundAt' | 'sentUntil'>>;

/** Send times of which every ticket is in the rows (s); `openAt`: when its end was the present (ms of the steady clock). */
interface Stretch {
	from: number;
	until: number;
	openAt: number;
}

/** Rows that are kept of one inbox; those read the longest ago leave first. */
const MAX_ROWS = 6_000;
const MAX_EXPLAINED = 10;

/** What this process knows of one inbox, for all triggers that watch it. It knows no trigger and is never stored. */
export class Reader {
	readonly rows = new Map<number, Row>();
	readonly details = new Details();
	readonly writes = new OwnWrites();
	readonly sweep: Sweep;
	/** When the newest answer was asked for (ms of the service's clock). */
	seenAt = -Infinity;
	/** When something new was seen here last (ms of the service's clock). */
	activeAt = -Infinity;
	/** Tickets that were asked for and are not listed, and when. */
	private readonly missing = new Map<number, number>();
	private stretches: Stretch[] = [];
	private readonly news: Slices;
	private last: Promise<unknown> = Promise.resolve();

	constructor(readonly messageBoxId: number) {
		this.news = new Slices(messageBoxId);
		this.sweep = new Sweep(this);
	}

	/** Runs `work` while no other trigger works on the inbox. */
	async exclusively<T>(work: () => Promise<T>): Promise<T> {
		const result = this.last.then(work);
		this.last = result.catch(() => undefined);
		return await result;
	}

	/**
	 * Reads the send times from `from` to the present, the oldest first. What is known is not asked for again, unless the
	 * present was last read before `notBefore`. When it stops early, {@link knownFrom} says how far it came.
	 *
	 * @param from ms of the service's clock; @param notBefore ms of the steady clock
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async catchUp(requests: Requests, from: number, notBefore: number): Promise<void> {
		for (let overlap = OVERLAP_S; (this.stretchAt(from)?.openAt ?? -Infinity) < notBefore; ) {
			const at = Math.floor(this.knownFrom(from) / SECOND);
			const { tickets, isRead, upTo, end, moment } = await this.news.next(requests, at, overlap, OPEN_END);
			const sentUntil = Math.min(moment.asOf, end * SECOND);
			const foundAt = Math.min(moment.asOf, (end + OVERLAP_S) * SECOND);
			this.noteAll(tickets, moment, { foundAt, sentUntil });
			if (!isRead) continue;
			this.noteStretch({ from: at, until: upTo, openAt: end === OPEN_END ? moment.readAt : -Infinity });
			overlap = 0;
		}
	}

	/** @returns up to where send times are known without a gap after `from` (ms of the service's clock) */
	knownFrom(from: number): number {
		return Math.max(from, (this.stretchAt(from)?.until ?? 0) * SECOND);
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

	/** Whether the service did not list a ticket when it was asked for it last. */
	isMissing(ticketId: number): boolean {
		return this.missing.has(ticketId);
	}

	/** Reads the newest tickets, or those with a message since `from`. @returns them, and whether there are more */
	async readPage(requests: Requests, page: number, from?: number): Promise<{ tickets: TicketSummary[]; moment: Moment; hasMore: boolean }> {
		const since = from === undefined ? {} : { since: isoOfSeconds(Math.floor(from / SECOND)), until: isoOfSeconds(OPEN_END) };
		const { tickets, moment } = await requests.search(this.messageBoxId, { ...since, per_page: FULL_PAGE, page });
		const hasMore = tickets.length === FULL_PAGE;
		// Of a period that does not fit into a page, older tickets come first.
		if (from === undefined || !hasMore) this.noteAll(tickets, moment, from === undefined ? {} : { sentUntil: moment.asOf });
		return { tickets, moment, hasMore };
	}

	/** @returns the ticket with its messages as of `notBefore` (ms of the service's clock) or later */
	async readDetails(requests: Requests, ticketId: number, notBefore: number): Promise<TicketDetails> {
		const known = this.details.get(ticketId);
		if (known !== undefined && known.asOf >= notBefore) return known;
		const { ticket, moment } = await requests.get(this.messageBoxId, ticketId);
		const details = { ticket, ...moment };
		this.details.set(details);
		const { messages, ...fields } = ticket;
		this.noteAll([fields], moment);
		return details;
	}

	/** Takes in rows; an older answer does not replace a newer one. */
	noteAll(tickets: readonly TicketSummary[], moment: Moment, found: Found = {}): void {
		this.seenAt = Math.max(this.seenAt, moment.asOf);
		for (const ticket of tickets) this.note(ticket, moment, found);
		for (const id of this.rows.keys()) {
			if (this.rows.size <= MAX_ROWS) break;
			this.rows.delete(id);
			// Nobody can count on the rows any more: every trigger reads from its own position.
			this.stretches = [];
		}
	}

	private note(ticket: TicketSummary, moment: Moment, { foundAt = -Infinity, sentUntil = -Infinity }: Found): void {
		const id = ticket.ticket_id;
		const before = this.rows.get(id);
		const updated = millisOf(ticket.last_updated_at, moment.asOf);
		const row: Row = {
			ticket,
			...moment,
			created: millisOf(ticket.created_at, moment.asOf),
			updated,
			foundAt: Math.max(foundAt, before?.foundAt ?? -Infinity),
			movedAt: moment.asOf,
			explained: [],
			sentUntil: Math.max(sentUntil, before?.sentUntil ?? -Infinity),
		};
		if (before !== undefined && before.readAt > moment.readAt) {
			this.rows.set(id, { ...before, foundAt: row.foundAt, sentUntil: row.sentUntil });
			return;
		}
		if (before?.updated === updated) Object.assign(row, { movedAt: before.movedAt, explained: before.explained });
		else if (before !== undefined && this.writes.explain(ticket, before.asOf, updated)) {
			Object.assign(row, { movedAt: before.movedAt, explained: [...before.explained, before.updated].slice(-MAX_EXPLAINED) });
		} else this.activeAt = Math.max(this.activeAt, Math.min(moment.asOf, Math.max(updated, row.created)));
		this.missing.delete(id);
		this.rows.delete(id);
		this.rows.set(id, row);
	}

	private stretchAt(from: number): Stretch | undefined {
		const at = Math.floor(from / SECOND);
		return this.stretches.find((stretch) => stretch.from <= at && at <= stretch.until);
	}

	private noteStretch(stretch: Stretch): void {
		const touches = (other: Stretch) => other.from <= stretch.until && stretch.from <= other.until;
		const all = [stretch, ...this.stretches.filter(touches)];
		const until = Math.max(...all.map((each) => each.until));
		const openAt = Math.max(...all.filter((each) => each.until === until).map((each) => each.openAt));
		this.stretches = [...this.stretches.filter((other) => !touches(other)), { from: Math.min(...all.map((each) => each.from)), until, openAt }];
	}
}

import { FULL_PAGE } from '../api';
import { HOUR, SECOND } from '../time';

import type { Reader } from './reader';
import type { Requests } from './requests';
import { Slices } from './slices';

/** Tickets of a look-back that is read with one request, together with the news; some more may come meanwhile. */
const SMALL = 45;
/** Tickets of the last round in a slice of this one; some more may have come. */
const LIKELY_ROWS = 40;
/** A trigger that does not poll for so long has no say in the look-back (ms). */
const WANTED_FOR = 2 * HOUR;

/**
 * A look at everything, the send times of the look-back and the watched tickets. It is shared by all triggers and goes on
 * where this process left it.
 */
export class Sweep {
	/** When the present round began: on the service's clock and the steady clock (ms). */
	startedAt = -Infinity;
	begunAt = -Infinity;
	/** Where its look-back goes on (s); undefined: it has been read. */
	private at: number | undefined;
	/** The last look-back that was read to its end: when that round began, and from when on it looked (ms of the service's clock). */
	lookBack = { startedAt: -Infinity, from: Infinity };
	/** Tickets in the look-back, as the last round found them. */
	size = FULL_PAGE;
	private found = new Set<number>();
	/** The slices of this round, and of the last one: where they end (s), and their tickets. */
	private read: Array<{ upTo: number; rows: number }> = [];
	private lastRead: Array<{ upTo: number; rows: number }> = [];
	/** From when on the present round looks (ms of the service's clock), and what the triggers want. */
	private from = 0;
	private readonly wants = new Map<string, { from: number; at: number }>();
	/** What was read with one request last. */
	private atOnce: { from: number; readAt: number; position: number } | undefined;
	private readonly slices: Slices;

	constructor(private readonly reader: Reader) {
		this.slices = new Slices(reader.messageBoxId);
	}

	/** Notes from when on a trigger wants the send times to be looked through (ms of the service's clock). */
	want(key: string, from: number, now: number): void {
		this.wants.set(key, { from, at: now });
	}

	/** Begins a round, for all triggers that have polled lately. */
	begin(requests: Requests): void {
		const now = requests.now();
		for (const [key, { at }] of this.wants) if (now - at > WANTED_FOR) this.wants.delete(key);
		this.startedAt = requests.serverNow();
		this.begunAt = now;
		this.from = this.wantedFrom();
		this.at = Math.floor(this.from / SECOND);
		this.found = new Set();
		if (this.read.length > 0) this.lastRead = this.read;
		this.read = [];
	}

	/**
	 * Where all of the look-back fits into one page, reads it and the news with one request, or takes what was so read at
	 * `notBefore` (ms of the steady clock) or later.
	 *
	 * @param position where the news begin (ms of the service's clock)
	 * @returns up to where the send times are known then; undefined: there are too many tickets for that
	 */
	async readAtOnce(requests: Requests, position: number, notBefore: number): Promise<number | undefined> {
		const from = Math.min(position, this.wantedFrom());
		if (this.atOnce !== undefined && this.atOnce.readAt >= notBefore && this.atOnce.from <= from) return this.atOnce.position;
		if (this.size > SMALL) return undefined;
		const { tickets, moment, hasMore } = await this.reader.readPage(requests, 1, from);
		this.size = tickets.length;
		if (hasMore) return undefined;
		this.at = undefined;
		this.lookBack = { startedAt: moment.asOf, from };
		this.atOnce = { from, readAt: moment.readAt, position: Math.floor(moment.asOf / SECOND) * SECOND };
		return this.atOnce.position;
	}

	/**
	 * Whether the round has nothing left for a trigger.
	 *
	 * @param ids the tickets that it watches
	 */
	isDone(ids: readonly number[]): boolean {
		return this.at === undefined && this.unread(ids).length === 0;
	}

	/** Sends the next request of the round: for the look-back up to `until` (ms of the service's clock), then for `ids`. */
	async goOn(requests: Requests, until: number, ids: readonly number[]): Promise<void> {
		const end = Math.floor(until / SECOND);
		if (this.at !== undefined && this.at < end) await this.readLookBack(requests, this.at, end);
		else if (this.at === undefined) await this.reader.readRows(requests, this.unread(ids).slice(0, FULL_PAGE));
		if (this.at === undefined || this.at < end) return;
		this.at = undefined;
		this.lookBack = { startedAt: this.startedAt, from: this.from };
		this.size = this.found.size;
	}

	private async readLookBack(requests: Requests, at: number, end: number): Promise<void> {
		const { tickets, isRead, upTo, moment } = await this.slices.next(requests, at, 0, end, this.likely(at));
		this.reader.noteAll(tickets, moment, { sentUntil: upTo * SECOND });
		for (const { ticket_id } of tickets) this.found.add(ticket_id);
		if (!isRead) return;
		this.at = upTo;
		this.read.push({ upTo, rows: tickets.length });
	}

	/** @returns how long a slice may be by what the last round found (s); Infinity: to the end */
	private likely(at: number): number {
		let rows = 0;
		let until = at;
		for (const slice of this.lastRead.filter(({ upTo }) => upTo > at)) {
			rows += slice.rows;
			if (until > at && rows > LIKELY_ROWS) return until - at;
			until = slice.upTo;
		}
		return Infinity;
	}

	private wantedFrom(): number {
		return Math.min(...[...this.wants.values()].map(({ from }) => from));
	}

	/** The tickets that this round has not seen, those read the longest ago first. */
	private unread(ids: readonly number[]): number[] {
		const { reader } = this;
		return ids.filter((id) => reader.askedAt(id) < this.startedAt).sort((a, b) => reader.askedAt(a) - reader.askedAt(b));
	}
}

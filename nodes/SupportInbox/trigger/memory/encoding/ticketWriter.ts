import type { TicketMemory } from '../model';

import { ShapeWriter } from './shapes';
import type { Before, StoredTickets, Tickets } from './tickets';
import { encodeTicket, NOTHING_BEFORE } from './tickets';

/** Tickets as they are stored, and how many bytes of JSON their text takes without its quotes. */
export interface WrittenTickets {
	stored: StoredTickets;
	bytes: number;
}

/** A record as it was last written: of which ticket, after which record, and what the next one begins from. */
interface Written {
	ticket: TicketMemory;
	text: string;
	before: Before;
	after: Before;
}

/** The table of shapes is begun anew when it has grown to this many times its size, and by some more. */
const SHAPES_GROWTH = 2;
const SHAPES_MARGIN = 64;

/**
 * Writes the tickets of one inbox, over and over. Each record is written when its ticket or what stands before it is
 * another one than the last time; when there is no such record, the last result is given as it is. A ticket that is
 * remembered otherwise is another object: {@link TicketMemory} is never changed in place.
 */
export class TicketWriter {
	private records = new Map<number, Written>();
	private shapes = new ShapeWriter();
	private shapesAtFirst = 0;
	private unit: 1 | 1_000 = 1_000;
	private last: WrittenTickets | undefined;

	write(tickets: Tickets): WrittenTickets {
		if (this.last !== undefined && this.isWritten(tickets)) return this.last;
		if (this.shapes.size > SHAPES_GROWTH * this.shapesAtFirst + SHAPES_MARGIN) this.beginAnew(this.unit);
		const isFirst = this.records.size === 0;
		const records = new Map<number, Written>();
		let before: Before = NOTHING_BEFORE;
		for (const id of Float64Array.from(tickets.keys()).sort()) {
			const ticket = tickets.get(id) as TicketMemory;
			let record = this.records.get(id);
			if (record === undefined || record.ticket !== ticket || !isEqual(record.before, before)) {
				if (this.unit !== 1 && hasMilliseconds(ticket)) {
					this.beginAnew(1);
					return this.write(tickets);
				}
				record = { ticket, before, ...encodeTicket(id, ticket, this.unit, before, this.shapes) };
			}
			records.set(id, record);
			before = record.after;
		}
		this.records = records;
		if (isFirst) this.shapesAtFirst = this.shapes.size;
		const text = [...records.values()].map((record) => record.text).join(';');
		const stored = { unit: this.unit, shapes: this.shapes.stored, tickets: text };
		this.last = { stored, bytes: Buffer.byteLength(JSON.stringify(text)) - 2 };
		return this.last;
	}

	private isWritten(tickets: Tickets): boolean {
		if (tickets.size !== this.records.size) return false;
		for (const [id, { ticket }] of this.records) if (tickets.get(id) !== ticket) return false;
		return true;
	}

	private beginAnew(unit: 1 | 1_000): void {
		this.records = new Map();
		this.shapes = new ShapeWriter();
		this.unit = unit;
		this.last = undefined;
	}
}

function isEqual(a: Before, b: Before): boolean {
	return a === b || (a.id === b.id && a.created === b.created && a.message === b.message);
}

function hasMilliseconds({ created, updated, messages }: TicketMemory): boolean {
	const times = [created, updated, messages?.from ?? 0, messages?.readAt ?? 0, messages?.latestFutureSentAt ?? 0];
	return times.some((time) => time % 1_000 !== 0);
}

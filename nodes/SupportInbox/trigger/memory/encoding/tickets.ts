import { HOUR } from '../../time';
import type { InboxState, MessageMemory, Snapshot, TicketMemory } from '../model';

import { escapeText, fromShortNumber, fromShortNumbers, shortNumber, shortNumbers, unescapeText } from './numbers';
import type { ShapeWriter, StoredShapes } from './shapes';
import { readShape } from './shapes';

export type Tickets = InboxState['tickets'];

/** What is known of an inbox's tickets as one text, times in units of `unit` ms. Records are parted by `;`. */
export interface StoredTickets {
	unit: number;
	shapes: StoredShapes;
	tickets: string;
}

/**
 * What the record before had: most numbers differ little from it. Times are in units of the text; `message` is the first
 * message id of the last record that had any.
 */
export interface Before {
	id: number;
	created: number;
	message: number;
}

export const NOTHING_BEFORE: Readonly<Before> = { id: 0, created: 0, message: 0 };

/**
 * Writes one record: its fields are parted by `,`, empty ones at the end are left out.
 *
 * @param before what the record before had
 * @returns the record, and what it has itself
 */
export function encodeTicket(id: number, ticket: TicketMemory, unit: number, before: Before, shapes: ShapeWriter): { text: string; after: Before } {
	const created = ticket.created / unit;
	const updated = ticket.updated / unit;
	const fields = [
		shortNumber(id - before.id),
		shortNumber(created - before.created),
		shortNumber(updated - created) + (ticket.settled ? '' : '!'),
		encodeMessages(ticket.messages, updated, unit, before),
		ticket.snapshot === null ? '' : shapes.write(ticket.snapshot),
		ticket.snapshot === null ? '' : encodeTitle(ticket.snapshot.title),
	];
	const message = ticket.messages?.done[0] ?? before.message;
	return { text: fields.join(',').replace(/,+$/, ''), after: { id, created, message } };
}

/** @returns the tickets that a TicketWriter wrote */
export function decodeTickets({ unit, shapes, tickets }: StoredTickets): Tickets {
	const decoded: Tickets = new Map();
	const before = { ...NOTHING_BEFORE };
	for (const record of tickets === '' ? [] : tickets.split(';')) {
		const [idStep, createdStep, age, messages = '', shape = '', title = ''] = record.split(',');
		before.id += fromShortNumber(idStep);
		before.created += fromShortNumber(createdStep);
		const updated = before.created + fromShortNumber(age.replace('!', ''));
		decoded.set(before.id, {
			created: before.created * unit,
			updated: updated * unit,
			settled: !age.endsWith('!'),
			messages: decodeMessages(messages, updated, unit, before),
			snapshot: shape === '' ? null : { ...readShape(shape, shapes), title: decodeTitle(title) },
		});
	}
	return decoded;
}

/** `from` is mostly an hour before the last update (see messages.ts), and messages have numbers near each other. */
function encodeMessages(memory: MessageMemory | null, updated: number, unit: number, before: Before): string {
	if (memory === null) return '';
	const { from, done, readAt, latestFutureSentAt } = memory;
	const parts = [
		shortNumber(updated - (from + HOUR) / unit),
		shortNumber(readAt / unit - updated),
		shortNumbers(done, before.message),
		...(latestFutureSentAt === null ? [] : [shortNumber(latestFutureSentAt / unit - updated)]),
	];
	return parts.join(':');
}

function decodeMessages(text: string, updated: number, unit: number, before: Before): MessageMemory | null {
	if (text === '') return null;
	const [from, readAt, ids, latestFutureSentAt] = text.split(':');
	const done = fromShortNumbers(ids, before.message);
	if (done.length > 0) before.message = done[0];
	return {
		from: (updated - fromShortNumber(from)) * unit - HOUR,
		readAt: (updated + fromShortNumber(readAt)) * unit,
		done,
		latestFutureSentAt: latestFutureSentAt === undefined ? null : (updated + fromShortNumber(latestFutureSentAt)) * unit,
	};
}

/** A text begins with `'` and a hash with `#`, so that they can be told apart. */
function encodeTitle(title: Snapshot['title']): string {
	return typeof title === 'string' ? `'${escapeText(title)}` : `#${title.titleHash}`;
}

function decodeTitle(title: string): Snapshot['title'] {
	return title.startsWith('#') ? { titleHash: title.slice(1) } : unescapeText(title.slice(1));
}

import { HOUR } from '../../time';
import type { InboxState, MessageMemory, Snapshot, TicketMemory } from '../model';

import { escapeText, fromShortNumber, fromShortNumbers, shortNumber, shortNumbers, unescapeText } from './numbers';
import type { StoredShapes } from './shapes';
import { hashOfTitle, readShape, ShapeWriter } from './shapes';

type Tickets = InboxState['tickets'];

/** What is known of an inbox's tickets as one text, times in units of `unit` ms. */
export interface StoredTickets {
	unit: number;
	shapes: StoredShapes;
	tickets: string;
}

/** What the record before had: most numbers differ little from it. */
interface Before {
	id: number;
	created: number;
	message: number;
}

const nothingBefore = (): Before => ({ id: 0, created: 0, message: 0 });

/** Records are parted by `;`, their fields by `,`, empty ones at the end are left out. */
export function encodeTickets(tickets: Tickets, keepsTitle: (ticket: TicketMemory) => boolean): StoredTickets {
	const shapes = new ShapeWriter();
	const unit = haveMilliseconds(tickets) ? 1 : 1_000;
	const before = nothingBefore();
	const records = [...tickets]
		.sort(([a], [b]) => a - b)
		.map(([id, ticket]) => {
			const created = ticket.created / unit;
			const updated = ticket.updated / unit;
			const fields = [
				shortNumber(id - before.id),
				shortNumber(created - before.created),
				shortNumber(updated - created) + (ticket.settled ? '' : '!'),
				encodeMessages(ticket.messages, updated, unit, before),
				ticket.snapshot === null ? '' : shapes.write(ticket.snapshot),
				ticket.snapshot === null ? '' : encodeTitle(ticket.snapshot.title, keepsTitle(ticket)),
			];
			before.id = id;
			before.created = created;
			return fields.join(',').replace(/,+$/, '');
		});
	return { unit, shapes: shapes.stored, tickets: records.join(';') };
}

/** @returns the tickets that `encodeTickets` wrote */
export function decodeTickets({ unit, shapes, tickets }: StoredTickets): Tickets {
	const decoded: Tickets = new Map();
	const before = nothingBefore();
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

function haveMilliseconds(tickets: Tickets): boolean {
	for (const { created, updated, messages } of tickets.values()) {
		const times = [created, updated, messages?.from ?? 0, messages?.readAt ?? 0, messages?.latestFutureSentAt ?? 0];
		if (times.some((time) => time % 1_000 !== 0)) return true;
	}
	return false;
}

/** `from` is mostly an hour before the last update (see messages.ts), and messages have numbers near each other. */
function encodeMessages(memory: MessageMemory | null, updated: number, unit: number, before: Before): string {
	if (memory === null) return '';
	const { from, done, readAt, latestFutureSentAt } = memory;
	const ids = shortNumbers(done, before.message);
	if (done.length > 0) before.message = done[0];
	const parts = [
		shortNumber(updated - (from + HOUR) / unit),
		shortNumber(readAt / unit - updated),
		ids,
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

/** Texts are marked `'`, prints `#`, so that neither is taken for the other. */
function encodeTitle(title: Snapshot['title'], keeps: boolean): string {
	if (typeof title !== 'string') return `#${title.titleHash}`;
	return keeps ? `'${escapeText(title)}` : `#${hashOfTitle(title)}`;
}

function decodeTitle(title: string): Snapshot['title'] {
	return title.startsWith('#') ? { titleHash: title.slice(1) } : unescapeText(title.slice(1));
}

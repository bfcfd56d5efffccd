import type { IDataObject } from 'n8n-workflow';

import type { InboxState, MessageMemory, Snapshot, TicketMemory, TriggerState } from './model';
import { escapeText, fromShortNumber, fromShortNumbers, shortNumber, shortNumbers, unescapeText } from './numbers';
import { ShapeTable, shapeOf, titlePrint } from './shapes';

/** The version this file writes; see versions.ts for the earlier ones. */
export const STATE_VERSION = 2;

type PlainInbox = Omit<InboxState, 'tickets'>;

/** An inbox as it is stored: what is known of its tickets as one text, in a unit of `unit` ms. */
export interface StoredInbox extends PlainInbox {
	unit: number;
	shapes: unknown[][];
	tickets: string;
}

/** The state as n8n stores it. */
export interface StoredState {
	v: typeof STATE_VERSION;
	skew: number;
	turn: number;
	roundTurn: number;
	silence: number;
	inboxes: Record<string, StoredInbox>;
}

/**
 * @param keepsTitle whether a ticket's title is stored in full or only a print of it
 * @returns the state as n8n stores it
 */
export function encodeState(state: TriggerState, keepsTitle: (ticket: TicketMemory) => boolean = () => true): StoredState {
	const inboxes: Record<string, StoredInbox> = {};
	for (const [id, inbox] of state.inboxes) {
		const shapes = new ShapeTable();
		const unit = hasMilliseconds(inbox) ? 1 : 1_000;
		const tickets = encodeTickets(inbox.tickets, unit, shapes, keepsTitle);
		inboxes[id] = { ...inbox, unit, shapes: shapes.shapes, tickets };
	}
	return { ...state, v: STATE_VERSION, inboxes };
}

/** @returns the state that `encodeState` wrote, as values of its own */
export function decodeState({ v: _version, inboxes, ...rest }: StoredState): TriggerState {
	const decoded = Object.entries(inboxes).map(([id, { unit, shapes, tickets, ...inbox }]) => {
		return [Number(id), { ...copyOf(inbox), tickets: decodeTickets(tickets, unit, shapes) }] as const;
	});
	return { ...rest, inboxes: new Map(decoded) };
}

/** n8n watches stored objects for changes; a copy is free of that. */
function copyOf<T>(stored: T): T {
	return JSON.parse(JSON.stringify(stored)) as T;
}

/** @returns the stored state as n8n's type for it */
export function asDataObject(stored: StoredState): IDataObject {
	return stored as unknown as IDataObject;
}

function hasMilliseconds({ tickets }: InboxState): boolean {
	for (const { created, updated, messages } of tickets.values()) {
		const times = [created, updated, messages?.from ?? 0, messages?.readAt ?? 0, messages?.ahead ?? 0];
		if (times.some((time) => time % 1_000 !== 0)) return true;
	}
	return false;
}

/** Neighbours differ little when ordered by their last update, so each number is stored as the difference. */
function encodeTickets(
	tickets: InboxState['tickets'],
	unit: number,
	shapes: ShapeTable,
	keepsTitle: (ticket: TicketMemory) => boolean,
): string {
	let lastId = 0;
	let lastUpdated = 0;
	const ordered = [...tickets].sort(([, a], [, b]) => a.updated - b.updated);
	return ordered
		.map(([id, ticket]) => {
			const updated = ticket.updated / unit;
			const fields = [
				shortNumber(id - lastId),
				shortNumber(updated - lastUpdated) + (ticket.settled ? '' : '!'),
				shortNumber(updated - ticket.created / unit),
				encodeMessages(ticket.messages, updated, unit),
				...encodeSnapshot(ticket, shapes, keepsTitle),
			];
			lastId = id;
			lastUpdated = updated;
			return fields.join(',').replace(/,+$/, '');
		})
		.join(';');
}

function encodeMessages(messages: MessageMemory | null, updated: number, unit: number): string {
	if (messages === null) return '';
	const { from, done, readAt, ahead } = messages;
	const parts = [shortNumber(updated - from / unit), shortNumber(readAt / unit - updated), shortNumbers(done)];
	if (ahead !== null) parts.push(shortNumber(ahead / unit - updated));
	return parts.join(':');
}

/** Texts are marked `'`, prints `#`, so that neither is taken for the other or for nothing. */
function encodeSnapshot(
	ticket: TicketMemory,
	shapes: ShapeTable,
	keepsTitle: (ticket: TicketMemory) => boolean,
): string[] {
	const { snapshot } = ticket;
	if (snapshot === null) return [];
	const shape = shortNumber(shapes.placeOf(snapshot));
	const { title } = snapshot;
	if (typeof title !== 'string') return [shape, `#${title.print}`];
	return [shape, keepsTitle(ticket) ? `'${escapeText(title)}` : `#${titlePrint(title)}`];
}

function decodeTickets(text: string, unit: number, shapes: unknown[][]): InboxState['tickets'] {
	const tickets: InboxState['tickets'] = new Map();
	let id = 0;
	let updated = 0;
	const known = copyOf(shapes).map(shapeOf);
	for (const record of text === '' ? [] : text.split(';')) {
		const [idStep, updatedStep, age, messages = '', shape = '', title = ''] = record.split(',');
		id += fromShortNumber(idStep);
		updated += fromShortNumber(updatedStep.replace('!', ''));
		tickets.set(id, {
			created: (updated - fromShortNumber(age ?? '')) * unit,
			updated: updated * unit,
			settled: !updatedStep.endsWith('!'),
			messages: decodeMessages(messages, updated, unit),
			snapshot: shape === '' ? null : { ...known[fromShortNumber(shape)], title: decodeTitle(title) },
		});
	}
	return tickets;
}

function decodeMessages(text: string, updated: number, unit: number): MessageMemory | null {
	if (text === '') return null;
	const [from, readAt, done, ahead] = text.split(':');
	return {
		from: (updated - fromShortNumber(from)) * unit,
		readAt: (updated + fromShortNumber(readAt)) * unit,
		done: fromShortNumbers(done),
		ahead: ahead === undefined ? null : (updated + fromShortNumber(ahead)) * unit,
	};
}

function decodeTitle(title: string): Snapshot['title'] {
	return title.startsWith('#') ? { print: title.slice(1) } : unescapeText(title.slice(1));
}

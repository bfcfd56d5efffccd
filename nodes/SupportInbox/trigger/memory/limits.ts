import { LATE_BY, SECOND } from '../time';

import type { StoredState } from './encoding/state';
import { encodeState } from './encoding/state';
import { hashOfTitle } from './encoding/shapes';
import type { InboxState, MessageMemory, Snapshot, TicketMemory, TriggerState } from './model';

/**
 * How much a trigger remembers, of all its inboxes together.
 * - `watched`: tickets whose changes are watched.
 * - `remembered`: tickets that are known at all; of those that are not watched only that they were seen, and which
 *   messages, is kept.
 * - `bytes`: of JSON; n8n writes all of it to its database whenever the trigger gives something.
 */
export interface Limits {
	watched: number;
	remembered: number;
	bytes: number;
}

export const LIMITS: Limits = { watched: 5_000, remembered: 10_000, bytes: 290_000 };

interface Entry {
	inbox: InboxState;
	id: number;
	ticket: TicketMemory;
}

/**
 * Evicts the tickets that have been quiet the longest. Beyond the first limit a ticket loses its snapshot (its silent edits
 * are no longer seen), beyond the second one it is forgotten. That raises the watermarks of its inbox, so that the ticket is
 * not new when it shows up again. Until an inbox has been read to the end, newer tickets of it are kept beyond the limit.
 */
export function keepWithinLimits(state: TriggerState, limits: Omit<Limits, 'bytes'>): void {
	keepLatest(state, limits, isReadPast);
}

function keepLatest(state: TriggerState, { watched, remembered }: Omit<Limits, 'bytes'>, mayForget: (entry: Entry) => boolean): void {
	if (countOf(state) <= remembered && watchedOf(state) <= watched) return;
	const latestFirst = entriesOf(state).sort((a, b) => lastActivity(b.ticket) - lastActivity(a.ticket) || b.id - a.id);
	for (const entry of latestFirst.slice(watched)) if (entry.ticket.snapshot !== null) remember(entry, { snapshot: null });
	for (const entry of latestFirst.slice(remembered)) if (mayForget(entry)) forget(entry);
}

/**
 * @returns the state as n8n stores it, in at most `bytes`: titles are the only long texts in it, and when they do not
 * all fit, only the hash is kept of those of the quietest tickets. Should that not suffice, fewer tickets are watched, and
 * at last the quietest are forgotten, although older ones may not have been read yet.
 */
export function storeWithinLimits(state: TriggerState, { watched, bytes }: Omit<Limits, 'remembered'>): StoredState {
	const whole = encodeState(state);
	const excess = whole.bytes - bytes;
	if (excess <= 0) return whole.stored;
	const hashed = quietTitles(state, excess);
	for (const entry of hashed) remember(entry, { snapshot: withoutTitle(entry.ticket) });
	const smaller = encodeState(state);
	const count = countOf(state);
	if (smaller.bytes <= bytes || count === 0) return smaller.stored;
	for (const { inbox, id, ticket } of hashed) inbox.tickets.set(id, ticket);
	const fewer = Math.floor(watched * 0.8);
	if (watched >= 1) keepWithinLimits(state, { watched: fewer, remembered: 2 * fewer });
	else keepLatest(state, { watched: 0, remembered: Math.floor(count * 0.9) }, () => true);
	return storeWithinLimits(state, { watched: fewer, bytes });
}

function countOf({ inboxes }: TriggerState): number {
	return [...inboxes.values()].reduce((sum, { tickets }) => sum + tickets.size, 0);
}

function watchedOf({ inboxes }: TriggerState): number {
	let count = 0;
	for (const { tickets } of inboxes.values()) for (const { snapshot } of tickets.values()) if (snapshot !== null) count += 1;
	return count;
}

function remember({ inbox, id, ticket }: Entry, otherwise: Partial<TicketMemory>): void {
	inbox.tickets.set(id, { ...ticket, ...otherwise });
}

function withoutTitle({ snapshot }: TicketMemory): Snapshot | null {
	return snapshot === null || typeof snapshot.title !== 'string' ? snapshot : { ...snapshot, title: { titleHash: hashOfTitle(snapshot.title) } };
}

/** @returns as many tickets, the quietest first, as must do without their title to save so many bytes */
function quietTitles(state: TriggerState, bytes: number): Entry[] {
	const hashed: Entry[] = [];
	let saved = 0;
	const quietFirst = entriesOf(state).sort((a, b) => lastActivity(a.ticket) - lastActivity(b.ticket));
	for (const entry of quietFirst) {
		if (saved >= bytes) break;
		const title = entry.ticket.snapshot?.title;
		const saves = typeof title === 'string' ? byteLength(title) - TITLE_HASH_BYTES : 0;
		if (saves <= 0) continue;
		hashed.push(entry);
		saved += saves;
	}
	return hashed;
}

/** A hash, its mark, and the quotes that byteLength counts around a text. */
const TITLE_HASH_BYTES = 9;

function entriesOf(state: TriggerState): Entry[] {
	return [...state.inboxes.values()].flatMap((inbox) =>
		[...inbox.tickets].map(([id, ticket]) => ({ inbox, id, ticket })),
	);
}

/**
 * Whether everything up to the ticket's last activity has been read. If not, evicting it would raise a watermark above
 * tickets that are still to be read, and they would never be told.
 */
function isReadPast({ inbox, ticket }: Entry): boolean {
	return lastDone(ticket) < inbox.readToEndUntil - SECOND;
}

function forget({ inbox, id, ticket }: Entry): void {
	inbox.tickets.delete(id);
	inbox.hasEvicted = true;
	inbox.watermark = Math.max(inbox.watermark, ticket.created + 1);
	// What was known has been given as created, but for tickets of the start that still wait.
	const isNew = inbox.initialTickets.includes(id);
	inbox.unreadable = inbox.unreadable.map((entry) => (entry.ticketId === id ? { ...entry, isNew: entry.isNew && isNew } : entry));
	if (inbox.messageWatermark === null || ticket.messages === null) return;
	const { done, from, readAt } = ticket.messages;
	const messageWatermark = Math.min(readAt + UNDER_WAY, lastDone(ticket)) + 1;
	inbox.messageWatermark = Math.max(inbox.messageWatermark, messageWatermark);
	// One that cannot be shown is read later by a watermark of its own: it must not lead back over what was given. A
	// ticket that has not been read since it was last forgotten keeps it.
	inbox.unreadable = inbox.unreadable.map((entry) => {
		if (entry.ticketId !== id) return entry;
		return { ...entry, messageWatermark: done.length > 0 ? messageWatermark : Math.min(entry.messageWatermark ?? from, from) };
	});
}

/** An answer may show what came after its request left, which is when a ticket counts as read (ms). */
const UNDER_WAY = 5 * SECOND;

/** When something last happened in the ticket. `last_updated_at` may not move with messages: those remembered count too. */
function lastDone({ created, updated, messages }: TicketMemory): number {
	return Math.max(created, updated, messages === null ? 0 : newestMessage(messages));
}

/** Until when the messages of a ticket have surely been dealt with, as far as its memory of them tells (ms). */
function newestMessage({ from, done, readAt }: MessageMemory): number {
	if (done.length > 0) return Math.min(readAt + UNDER_WAY, from + LATE_BY);
	// What it was given before it left the filters is only known by where its messages began when it was read again.
	return readAt > from ? from - 1 : 0;
}

/** A message dated in the future counts as activity: every search finds its ticket, which would be read again at every poll. */
function lastActivity(ticket: TicketMemory): number {
	return Math.max(lastDone(ticket), ticket.messages?.latestFutureSentAt ?? 0);
}

function byteLength(title: string): number {
	return Buffer.byteLength(JSON.stringify(title));
}

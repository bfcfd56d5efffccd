import type { TicketDetail, TicketSummary } from './api';
import { differences, snapshotOf } from './changes';
import type { TicketEvent } from './events';
import { newMessage, ticketChanged, ticketCreated } from './events';
import { needMessages, passesByFields, passesByMessages } from './filters';
import { newMessages } from './messages';
import type { Settings } from './settings';
import { wants } from './settings';
import type { InboxState, MessageMemory, TicketMemory } from './state/model';
import { millisOf, OVERLAP_S, SECOND } from './time';

/**
 * A ticket as an answer showed it.
 * - `asOf`: the service's clock when it was asked (ms).
 * - `sentUntil`: for a ticket that has a message sent after the last look: the end of the slice (ms).
 * - `roundBegun`: it was found by a round over the look-back that began then (ms).
 * - `silent`: it is only to be remembered.
 * - `announced`: it is to be given as created, whatever is known of it.
 */
export interface Sight {
	ticket: TicketSummary;
	asOf: number;
	sentUntil?: number;
	roundBegun?: number;
	silent?: boolean;
	announced?: boolean;
}

/** A ticket read whole, or that the service lists it and yet cannot show it. */
export type Detail = { ticket: TicketDetail; asOf: number } | 'unreadable';

/** An edit in the same moment as the last one may not move `last_updated_at`. */
const SAME_MOMENT = 2 * SECOND;

/** @returns whether the ticket must be read whole before it can be dealt with; each costs a request */
export function needsDetail(sight: Sight, inbox: InboxState, settings: Settings): boolean {
	const { ticket, silent } = sight;
	// Its messages of the very moment of the start are told apart from younger ones by being seen now.
	if (silent) return inbox.messageFloor !== null && millisOf(ticket.last_updated_at, 0) >= inbox.messageFloor;
	const memory = inbox.tickets.get(ticket.ticket_id);
	const passes = passesByFields(settings.filters, ticket);
	const byMessages = needMessages(settings.filters);
	if (isNewTicket(sight, inbox) && wants(settings, 'ticketCreated') && passes) {
		if (settings.includeMessages || byMessages) return true;
	}
	if (byMessages && changesOf(sight, memory, settings) !== null) return true;
	const { messageFloor, forgetful } = inbox;
	return passes && messageFloor !== null && mayHaveNewMessages(sight, memory, { messageFloor, forgetful }, settings);
}

/**
 * Whether the ticket's messages must be looked at. A search does not show them, so it is concluded from the slice in
 * which the ticket was found; `last_updated_at` only serves to find messages that were dated back, and since it is not
 * documented what moves it, each ticket in the look-back is read again from time to time anyway.
 */
function mayHaveNewMessages(
	{ ticket, asOf, sentUntil, roundBegun }: Sight,
	memory: TicketMemory | undefined,
	{ messageFloor, forgetful }: Pick<InboxState, 'forgetful'> & { messageFloor: number },
	{ lookBack }: Settings,
): boolean {
	const updated = millisOf(ticket.last_updated_at, 0);
	const known = memory?.messages ?? null;
	const readAt = known?.readAt ?? messageFloor;
	if (sentUntil !== undefined && readAt < sentUntil + OVERLAP_S * SECOND) {
		const onlyAhead = known?.ahead !== null && known?.ahead !== undefined && known.ahead > asOf;
		if (!onlyAhead) return true;
	}
	if (memory === undefined || known === null) {
		if (updated >= messageFloor) return true;
		// Those that had to be forgotten would be read at every sight, and no round would come to its end.
		if (forgetful) return false;
	} else if (memory.updated !== updated || !memory.settled) return true;
	// Measured from the begin of the round, or a slow round would never come to its end.
	return roundBegun !== undefined && roundBegun - readAt > rereadAfter(ticket.ticket_id, lookBack);
}

/** At the latest after half the look-back, not all tickets at once. */
function rereadAfter(ticketId: number, lookBack: number): number {
	return (lookBack / 2) * (0.5 + (ticketId % 64) / 128);
}

/**
 * Concludes what happened to a ticket since it was last seen and remembers how it looks now.
 *
 * @param detail the ticket read whole, where {@link needsDetail} said so; null otherwise
 * @returns what happened, in order; `inbox` is changed to remember it
 */
export function take(
	sight: Sight,
	detail: Detail | null,
	inbox: InboxState,
	messageBoxId: number,
	settings: Settings,
): TicketEvent[] {
	const whole = detail === null || detail === 'unreadable' ? null : detail;
	const ticket = whole?.ticket ?? sight.ticket;
	const asOf = whole?.asOf ?? sight.asOf;
	const memory = inbox.tickets.get(ticket.ticket_id);
	const events: TicketEvent[] = [];

	const passes = passesNow(ticket, whole?.ticket ?? null, settings);
	const isGiven = isNewTicket(sight, inbox) && wants(settings, 'ticketCreated') && passes;
	if (isGiven) {
		const messages = settings.includeMessages ? (whole?.ticket.messages ?? []) : undefined;
		events.push(ticketCreated(messageBoxId, ticket, messages));
	}
	const told = messagesOf(sight, detail, memory, inbox, settings);
	if (passes && !sight.silent) events.push(...told.fresh.map((message) => newMessage(messageBoxId, ticket, message)));
	// A ticket of the start is given as it looks by now, which may be later than when it was first seen.
	const changes = isGiven ? null : changesOf({ ...sight, ticket }, memory, settings);
	if (changes !== null && (whole === null || passesByMessages(settings.filters, whole.ticket))) {
		events.push(ticketChanged(messageBoxId, ticket, changes));
	}

	if (sight.announced) inbox.queue = inbox.queue.filter((id) => id !== ticket.ticket_id);
	const updated = millisOf(ticket.last_updated_at, asOf);
	inbox.tickets.set(ticket.ticket_id, {
		created: millisOf(ticket.created_at, asOf),
		updated,
		settled: updated < asOf - SAME_MOMENT,
		snapshot: snapshotOf(ticket),
		messages: told.memory,
	});
	return events;
}

function isNewTicket({ ticket, asOf, silent, announced }: Sight, inbox: InboxState): boolean {
	if (silent) return false;
	if (announced) return true;
	return !inbox.tickets.has(ticket.ticket_id) && millisOf(ticket.created_at, asOf) >= inbox.floor;
}

function passesNow(ticket: TicketSummary, detail: TicketDetail | null, { filters }: Settings): boolean {
	return passesByFields(filters, ticket) && (!needMessages(filters) || detail === null || passesByMessages(filters, detail));
}

/** A ticket that leaves a filter has changed, and so has one that comes in. */
function changesOf({ ticket, silent }: Sight, memory: TicketMemory | undefined, settings: Settings) {
	const before = memory?.snapshot ?? null;
	if (before === null || silent || !wants(settings, 'ticketChanged')) return null;
	const passes = passesByFields(settings.filters, before) || passesByFields(settings.filters, ticket);
	return passes ? differences(before, snapshotOf(ticket), settings.fields) : null;
}

/** The new messages, and the memory of those dealt with; without a look at them the memory stays or begins. */
function messagesOf(
	{ ticket, asOf }: Sight,
	detail: Detail | null,
	memory: TicketMemory | undefined,
	{ messageFloor }: InboxState,
	settings: Settings,
): { fresh: TicketDetail['messages']; memory: MessageMemory | null } {
	if (messageFloor === null) return { fresh: [], memory: null };
	const known = memory?.messages ?? null;
	const from = known?.from ?? messageFloor;
	const isUnreadable = detail === 'unreadable';
	if (detail !== null && !isUnreadable) {
		return newMessages(detail.ticket.messages, known, { choice: settings.messages, from, readAt: detail.asOf });
	}
	if (!passesByFields(settings.filters, ticket)) {
		return { fresh: [], memory: { from: Math.max(from, asOf), done: [], readAt: asOf, ahead: null } };
	}
	// One that cannot be shown is tried again as late as one that was read, or it would hold up every round.
	if (isUnreadable) return { fresh: [], memory: { done: [], ahead: null, ...known, from, readAt: asOf } };
	// Nor is one taken for read that was not: it may wait to be read in the slice in which it was found.
	return { fresh: [], memory: known ?? { from, done: [], readAt: from, ahead: null } };
}

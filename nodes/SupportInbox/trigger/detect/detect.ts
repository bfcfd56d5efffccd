import type { TicketDetail, TicketSummary } from '../api';
import type { InboxState, MessageMemory, TicketMemory } from '../memory/model';
import { FIRST_MESSAGE } from '../memory/model';
import type { Settings } from '../settings';
import { wants } from '../settings';
import { millisOf, OVERLAP_S, SECOND } from '../time';

import { differences, isAsBefore, looksAsBefore, snapshotOf } from './changes';
import type { TicketEvent } from './events';
import { newMessage, ticketChanged, ticketCreated } from './events';
import { needMessages, passesByFields, passesByMessages } from './filters';
import { newMessages } from './messages';

/**
 * A ticket as an answer showed it.
 * - `asOf`: the service's clock when it was asked (ms).
 * - `sentUntil`: set when the ticket has a message sent in the slice that was read: the end of the slice (ms).
 * - `explained`: earlier values of its `last_updated_at`; since then only writes of this process have moved it (ms).
 * - `sweepStartedAt`: set when a look-back sweep found it: when that sweep began (ms).
 * - `silent`: remember the ticket without an event.
 * - `announced`: give the ticket as created, whatever is known of it ("start with the newest").
 */
export interface Observation {
	ticket: TicketSummary;
	asOf: number;
	explained?: readonly number[];
	sentUntil?: number;
	sweepStartedAt?: number;
	silent?: boolean;
	announced?: boolean;
}

/** A ticket read whole, or that it could not be read although it should be. */
export type Detail = { ticket: TicketDetail; asOf: number } | 'unreadable';

/** An edit in the same moment as the last one may not move `last_updated_at`. */
const SAME_MOMENT = 2 * SECOND;

/** @returns whether the ticket must be read whole before events can be made of it; this costs a request */
export function needsWholeTicket(observation: Observation, inbox: InboxState, settings: Settings): boolean {
	const { ticket, silent } = observation;
	if (silent) return false;
	const memory = inbox.tickets.get(ticket.ticket_id);
	const passes = passesByFields(settings.filters, ticket);
	const byMessages = needMessages(settings.filters);
	if (isNewTicket(observation, inbox) && wants(settings, 'ticketCreated') && passes) {
		if (settings.includeMessages || byMessages) return true;
	}
	if (byMessages && changesOf(observation, memory, settings) !== null) return true;
	const { messageWatermark, hasEvicted } = inbox;
	return passes && messageWatermark !== null && mayHaveNewMessages(observation, memory, { messageWatermark, hasEvicted }, settings);
}

/**
 * Whether a ticket that was read whole before the observation tells all that the observation asks for: whoever had read it
 * then would not read it again now. What must be read for another reason than its messages is read anew.
 */
export function isEnough(whole: { ticket: TicketDetail; asOf: number }, observation: Observation, inbox: InboxState, settings: Settings): boolean {
	const { messageWatermark, hasEvicted } = inbox;
	if (messageWatermark === null || needMessages(settings.filters) || isNewTicket(observation, inbox)) return false;
	const updated = millisOf(whole.ticket.last_updated_at, 0);
	const memory: Pick<TicketMemory, 'updated' | 'settled' | 'messages'> = {
		updated,
		settled: updated < whole.asOf - SAME_MOMENT,
		messages: { from: 0, done: [], readAt: whole.asOf, latestFutureSentAt: null },
	};
	return !mayHaveNewMessages(observation, memory, { messageWatermark, hasEvicted }, settings);
}

/**
 * Whether the ticket's messages must be read. A row of the search does not show them. A new message is known by the slice
 * of send time in which the ticket was found. A message that was dated back is known by `last_updated_at`; since it is not
 * documented what moves that, each ticket in the look-back is also read again from time to time.
 */
function mayHaveNewMessages(
	{ ticket, asOf, explained = [], sentUntil, sweepStartedAt }: Observation,
	memory: Pick<TicketMemory, 'updated' | 'settled' | 'messages'> | undefined,
	{ messageWatermark, hasEvicted }: Pick<InboxState, 'hasEvicted'> & { messageWatermark: number },
	{ lookBack }: Settings,
): boolean {
	const updated = millisOf(ticket.last_updated_at, 0);
	const known = memory?.messages ?? null;
	const readAt = known?.readAt ?? messageWatermark;
	if (sentUntil !== undefined && readAt < sentUntil + OVERLAP_S * SECOND) {
		const onlyAhead = (known?.latestFutureSentAt ?? 0) > asOf;
		if (!onlyAhead) return true;
	}
	if (memory === undefined || known === null) {
		if (updated >= messageWatermark) return true;
		// An evicted ticket would be read whole at every observation, and no sweep would come to its end.
		if (hasEvicted) return false;
	} else if (!memory.settled || (memory.updated !== updated && !explained.includes(memory.updated))) return true;
	// Measured from the begin of the sweep: measured from now, a slow sweep would read the same tickets again and never end.
	return sweepStartedAt !== undefined && sweepStartedAt - readAt > rereadAfter(ticket.ticket_id, lookBack);
}

/** @returns after how many ms a ticket is read again: a quarter to a half of the look-back, so that not all come at once */
function rereadAfter(ticketId: number, lookBack: number): number {
	return (lookBack / 2) * (0.5 + (ticketId % 64) / 128);
}

/**
 * Whether nothing can come of an observation: the ticket looks as it did, and there is no reason to look at its messages.
 * Nearly all rows of a sweep are such, and this tells it in a fraction of the time of {@link detect}.
 */
export function isUnchanged(observation: Observation, inbox: InboxState, settings: Settings): boolean {
	const { ticket, asOf, silent, announced, sentUntil } = observation;
	const memory = inbox.tickets.get(ticket.ticket_id);
	if (silent || announced || sentUntil !== undefined || memory === undefined || !memory.settled || memory.snapshot === null) return false;
	if (memory.updated >= asOf - SAME_MOMENT || memory.updated !== millisOf(ticket.last_updated_at, NaN)) return false;
	if (!looksAsBefore(memory.snapshot, ticket)) return false;
	const { messageWatermark, hasEvicted } = inbox;
	if (messageWatermark === null || memory.messages === null) return messageWatermark === null && memory.messages === null;
	return passesByFields(settings.filters, ticket) && !mayHaveNewMessages(observation, memory, { messageWatermark, hasEvicted }, settings);
}

/**
 * Concludes what happened to a ticket since it was last seen and remembers how it looks now.
 *
 * @param detail the ticket read whole, where {@link needsWholeTicket} said so; null otherwise
 * @returns what happened, in order; `inbox` is changed to remember it
 */
export function detect(
	observation: Observation,
	detail: Detail | null,
	inbox: InboxState,
	messageBoxId: number,
	settings: Settings,
): TicketEvent[] {
	const whole = detail === null || detail === 'unreadable' ? null : detail;
	const ticket = whole?.ticket ?? observation.ticket;
	const asOf = whole?.asOf ?? observation.asOf;
	const memory = inbox.tickets.get(ticket.ticket_id);
	const events: TicketEvent[] = [];

	const passes = passesNow(ticket, whole?.ticket ?? null, settings);
	const isGiven = isNewTicket(observation, inbox) && wants(settings, 'ticketCreated') && passes;
	if (isGiven) {
		const messages = settings.includeMessages ? (whole?.ticket.messages ?? []) : undefined;
		events.push(ticketCreated(messageBoxId, ticket, messages));
	}
	const told = messagesOf(observation, detail, memory, inbox, settings);
	const isTold = passes && !observation.silent && !(isGiven && settings.skipFirstMessages === true);
	if (isTold) events.push(...told.fresh.map((message) => newMessage(messageBoxId, ticket, message)));
	// "Start with the newest" gives a ticket as it looks now, so there is no change to tell besides.
	const changes = isGiven ? null : changesOf({ ...observation, ticket }, memory, settings);
	if (changes !== null && (whole === null || passesByMessages(settings.filters, whole.ticket))) {
		events.push(ticketChanged(messageBoxId, ticket, changes));
	}

	if (observation.announced) inbox.initialTickets = inbox.initialTickets.filter((id) => id !== ticket.ticket_id);
	const updated = millisOf(ticket.last_updated_at, asOf);
	// A time that our own writes explain is settled: what else came in that moment is found by its send time.
	const isSettled = (observation.explained ?? []).length > 0 || updated < asOf - SAME_MOMENT;
	const seen: TicketMemory = {
		created: millisOf(ticket.created_at, asOf),
		// As long as its messages have not been looked at, the time that says that they should be is not taken for seen.
		...(detail === 'unreadable' && memory !== undefined ? { updated: memory.updated, settled: memory.settled } : { updated, settled: isSettled }),
		snapshot: snapshotOf(ticket),
		messages: told.memory,
	};
	// What is as it was stays the same object, which need not be stored anew.
	if (memory === undefined || !isAsBefore(memory, seen)) inbox.tickets.set(ticket.ticket_id, seen);
	return events;
}

/** Whether a ticket is to be given as created, if it fits. */
export function isNewTicket({ ticket, asOf, silent, announced }: Observation, inbox: InboxState): boolean {
	if (silent) return false;
	if (announced) return true;
	return !inbox.tickets.has(ticket.ticket_id) && millisOf(ticket.created_at, asOf) >= inbox.watermark;
}

function passesNow(ticket: TicketSummary, detail: TicketDetail | null, { filters }: Settings): boolean {
	return passesByFields(filters, ticket) && (!needMessages(filters) || detail === null || passesByMessages(filters, detail));
}

/** The ticket has to fit the filters before or after the change, so that leaving a filter and coming into it are seen. */
function changesOf({ ticket, silent }: Observation, memory: TicketMemory | undefined, settings: Settings) {
	const before = memory?.snapshot ?? null;
	if (before === null || silent || !wants(settings, 'ticketChanged')) return null;
	const passes = passesByFields(settings.filters, before) || passesByFields(settings.filters, ticket);
	return passes ? differences(before, snapshotOf(ticket), settings.fields) : null;
}

/** The new messages, and the next memory of messages. When they were not read, the memory stays as it is or begins. */
function messagesOf(
	{ ticket, asOf, silent }: Observation,
	detail: Detail | null,
	memory: TicketMemory | undefined,
	{ messageWatermark }: InboxState,
	settings: Settings,
): { fresh: TicketDetail['messages']; memory: MessageMemory | null } {
	if (messageWatermark === null) return { fresh: [], memory: null };
	const known = memory?.messages ?? (silent ? messagesAtStart(ticket, messageWatermark) : null);
	const from = known?.from ?? messageWatermark;
	if (detail !== null && detail !== 'unreadable') {
		return newMessages(detail.ticket.messages, known, { choice: settings.messages, from, readAt: detail.asOf });
	}
	if (!passesByFields(settings.filters, ticket)) {
		return { fresh: [], memory: { from: Math.max(from, asOf), done: known?.done ?? [], readAt: asOf, latestFutureSentAt: null } };
	}
	// Its messages were not read: leave `readAt` unchanged so that a later observation still has them read.
	return { fresh: [], memory: known ?? { from, done: [], readAt: from, latestFutureSentAt: null } };
}

/** For a ticket created in the second of the start: its first message is as old as the ticket, others may be newer. */
function messagesAtStart(ticket: TicketSummary, messageWatermark: number): MessageMemory | null {
	const created = millisOf(ticket.created_at, 0);
	return created < messageWatermark ? null : { from: created, done: [FIRST_MESSAGE], readAt: messageWatermark, latestFutureSentAt: null };
}

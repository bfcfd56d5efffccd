import type { TicketMessage, TicketSummary } from '../api';
import type { InboxMemory, MessageMemory, TicketMemory, Todo } from '../memory/memory';
import type { TicketDetails } from '../reader/details';
import type { Row } from '../reader/reader';
import type { Settings } from '../settings';
import { wants } from '../settings';
import { millisOf, SAME_MOMENT, SECOND } from '../time';

import type { TicketEvent } from './events';
import { newMessage, ticketChanged, ticketCreated } from './events';
import type { Changes } from './fields';
import { differences, lookOf } from './fields';
import { passesByFields, passesByMessages } from './filters';
import { newMessages } from './messages';

/** A ticket as its row shows it, and its entry on the list when it has one. */
export interface Seen {
	row: Row;
	todo?: Todo;
}

/**
 * What is known of a ticket's messages: its details; `null` where they are not needed; `later` where they are needed and
 * will be read later.
 */
export type Known = TicketDetails | null | 'later';

/**
 * Concludes what happened to a ticket since it was last handled. Pure.
 *
 * @returns the events, in order, and what to remember of the ticket
 */
export function detect(seen: Seen, known: Known, inbox: InboxMemory, messageBoxId: number, settings: Settings): { events: TicketEvent[]; ticket: TicketMemory } {
	const { row } = seen;
	const details = known === null || known === 'later' ? null : known;
	// Details that another trigger has read may be older than the row.
	const { ticket, asOf } = details !== null && details.asOf >= row.asOf ? details : row;
	const memory = inbox.tickets[ticket.ticket_id];
	const events: TicketEvent[] = [];

	const passesDetails = details === null || passesByMessages(settings.filters, details.ticket);
	const passes = passesByFields(settings.filters, ticket) && passesDetails;
	const isGiven = isNewTicket(seen, inbox) && wants(settings, 'ticketCreated') && passes;
	if (isGiven) events.push(ticketCreated(messageBoxId, ticket, settings.includeMessages ? (details?.ticket.messages ?? []) : undefined));
	const messages = messagesOf(seen, known, memory, inbox, settings);
	if (passes && !(isGiven && settings.skipFirstMessages === true)) {
		events.push(...messages.fresh.map((message) => newMessage(messageBoxId, ticket, message)));
	}
	// A ticket of the start is given as it looks now, so there is no change to give besides.
	const changes = isGiven ? null : changesOf(ticket, memory, settings);
	if (changes !== null && passesDetails) events.push(ticketChanged(messageBoxId, ticket, changes));

	const updated = millisOf(ticket.last_updated_at, asOf);
	const isPending = known === 'later' && memory !== undefined;
	return {
		events,
		ticket: {
			created: millisOf(ticket.created_at, asOf),
			// As long as the messages have not been read, the time that says that they should be is not taken for handled.
			updated: isPending ? memory.updated : updated,
			look: lookOf(ticket),
			...(messages.memory === undefined ? {} : { messages: messages.memory }),
		},
	};
}

/** Whether a ticket is to be given as created, if it fits. */
export function isNewTicket({ row: { ticket, created }, todo }: Seen, inbox: InboxMemory): boolean {
	if (todo?.isOfStart) return true;
	return inbox.tickets[ticket.ticket_id] === undefined && (todo?.isNew === true || created >= inbox.since);
}

/** The ticket has to fit the filters before or after the change, so that leaving a filter and coming into it are seen. */
export function changesOf(ticket: TicketSummary, memory: TicketMemory | undefined, settings: Settings): Changes | null {
	const before = memory?.look ?? null;
	if (before === null || !wants(settings, 'ticketChanged')) return null;
	const passes = passesByFields(settings.filters, before) || passesByFields(settings.filters, ticket);
	return passes ? differences(before, lookOf(ticket), settings.fields) : null;
}

/** The new messages, and the next memory of messages. */
function messagesOf(seen: Seen, known: Known, memory: TicketMemory | undefined, inbox: InboxMemory, settings: Settings): { fresh: TicketMessage[]; memory?: MessageMemory } {
	const { row, todo } = seen;
	if (inbox.messagesSince === null) return { fresh: [] };
	const since = todo?.messagesSince ?? inbox.messagesSince;
	const before: MessageMemory = memory?.messages ?? { from: isNewTicket(seen, inbox) && !todo?.isOfStart ? Math.min(since, row.created) : since, readAt: since };
	if (known !== null && known !== 'later') {
		const { fresh, memory: next } = newMessages(known.ticket.messages, before, { choice: settings.messages, readAt: known.asOf });
		const isUnsettled = millisOf(known.ticket.last_updated_at, 0) > known.asOf - SAME_MOMENT;
		return { fresh, memory: isUnsettled ? { ...next, unsettled: true } : next };
	}
	if (!passesByFields(settings.filters, row.ticket)) {
		const asOf = Math.floor(row.asOf / SECOND) * SECOND;
		return { fresh: [], memory: { ...before, from: Math.max(before.from, asOf), readAt: Math.max(before.readAt, row.asOf) } };
	}
	// Not read: `readAt` stays, so that they still will be.
	return { fresh: [], memory: before };
}

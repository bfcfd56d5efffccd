import type { LocalTime } from '../../adapter/clock';
import type { OwnWrite } from '../../store/ownWrites';
import { snapshotOf } from '../../store/snapshot';
import type { Row, TicketDetails, TicketMessage } from '../../store/tickets';
import { type ServiceTime, millisOf, SAME_MOMENT, shownUntil } from '../../store/time';
import { type EventName, type Settings, rememberedBy, wants } from '../properties/settings';
import type { Decision, Reason } from '../state/decisions';
import type { CommentState, InboxState, MessageState, QueueEntry, TicketState } from '../state/state';
import { judgedChanges } from './changes';
import { commentsOf } from './comments';
import { type TicketEvent, firstOf, newComment, newMessage, ticketFieldChanged, ticketCreated, ticketUnanswered } from './events';
import { heldByBeginner, heldByFields, heldByMessages, isOutOfSight, needsFirstMessage } from './filters';
import { type JudgedMessage, isAhead, newMessages } from './messages';
import { isFollowed, waitOf } from './unanswered';

/**
 * A ticket as its row shows it, and its entry in the work queue when it has one.
 * - `foundAt`: as of when a search for new activity found the ticket; details of this time or later show why. Undefined: none has.
 * - `writes`: those of this process that the row shows and that were not processed.
 * - `own`: the writes until a time whose effects are not emitted. A row need not show them: an
 *   assignee may have been taken back at once, while the comment of that write is there.
 * - `isOwn`: such a write created the ticket; `isOwnMessage`: it created the message.
 */
export interface Seen {
	row: Row;
	foundAt?: ServiceTime;
	entry?: QueueEntry;
	writes: readonly OwnWrite[];
	own: (until: LocalTime) => readonly OwnWrite[];
	isOwn: boolean;
	isOwnMessage: (message: TicketMessage) => boolean;
}

/** A ticket as a search or a reading of its own has found it, of which nothing was processed or written before. */
export const seenAlone = (row: Row): Seen => ({ row, writes: [], own: () => [], isOwn: false, isOwnMessage: () => false });

/**
 * What is known of a ticket's messages: its details; `null` where they are not needed; `later` where they are needed and
 * will be read later.
 */
export type MessagesRead = TicketDetails | null | 'later';

/**
 * Concludes what happened to a ticket since it was last processed. Pure.
 *
 * @returns the events, in order, what was decided of each chosen event, and what to remember of the ticket
 */
export function detect(
	seen: Seen,
	read: MessagesRead,
	inbox: InboxState,
	messageBoxId: number,
	settings: Settings,
): { events: TicketEvent[]; decisions: Decision[]; ticket: TicketState } {
	const { row } = seen;
	const details = read === null || read === 'later' ? null : read;
	// Details that another trigger has read may be older than the row.
	const { ticket, asOf } = details !== null && details.asOf >= row.asOf ? details : row;
	const own = seen.own(Math.max(row.answeredAt, details?.answeredAt ?? 0));
	const memory = inbox.tickets[ticket.ticket_id];
	const events: TicketEvent[] = [];
	const decisions: Decision[] = [];
	const decide = (event: EventName, reason: Reason | null, of: Partial<Decision>, emitted: () => TicketEvent) => {
		if (!wants(settings, event)) return;
		decisions.push({ messageBoxId, ticketId: ticket.ticket_id, event, reason, at: asOf, ...of });
		if (reason === null) events.push(emitted());
	};
	/** What is left out without having been read. */
	const leaveOut = (event: EventName, since: ServiceTime | undefined) => {
		if (since !== undefined && wants(settings, event)) {
			decisions.push({ messageBoxId, ticketId: ticket.ticket_id, event, reason: held, at: shownUntil(asOf), since });
		}
	};

	const heldByDetails = details === null ? null : heldByMessages(settings.filters, details.ticket);
	const held = heldByFields(settings.filters, ticket) ?? heldByDetails;
	const passes = held === null;
	const messagesKnown = details?.ticket.messages ?? [];
	// A ticket that could not be shown for an hour is emitted, since it may be from a customer.
	const isUnknownBeginner = details === null && needsFirstMessage(settings.startedBy);
	const heldAsKnown = heldBySight({ ...seen, row: { ...row, ticket } }, inbox);
	const isNew = heldAsKnown === null;
	const heldAsOwn: Reason | null = seen.isOwn ? { rule: 'own' } : null;
	const heldAsCreated = heldAsKnown ?? held ?? heldAsOwn ?? (isUnknownBeginner ? null : heldByBeginner(settings.startedBy, messagesKnown));
	const isEmitted = wants(settings, 'ticketCreated') && heldAsCreated === null;
	decide('ticketCreated', heldAsCreated, {}, () => ({
		...ticketCreated(messageBoxId, ticket, messagesKnown, settings.includeMessages),
		...(isUnknownBeginner && { started_by: null }),
	}));
	const isUnseen = isNew && !settings.filters.statusCds.includes(ticket.status_cd) && !seen.entry?.isOfStart;
	const isLeftOut = isOutOfSight(ticket) && (isUnseen || memory?.isNew === true);
	const before = messagesBefore(seen, memory, inbox);
	const messages = messagesOf({ ticket, asOf }, details, before, settings);
	leaveOut('newMessage', messages.unread);
	const skipped = isEmitted && settings.skipFirstMessage === true ? firstOf(messagesKnown) : undefined;
	for (const { message, reason } of messages.judged) {
		const heldAsFirst: Reason | null = message === skipped ? { rule: 'skipped' } : null;
		const heldBack = reason ?? held ?? heldAsFirst ?? (seen.isOwnMessage(message) ? { rule: 'own' as const } : null);
		decide('newMessage', heldBack, { subject: message.message_id }, () => newMessage(messageBoxId, ticket, message));
	}
	const comments = commentsOf({ asOf, passes }, details, commentsBefore(seen, memory, inbox), own, settings);
	leaveOut('newComment', comments.unread);
	for (const each of comments.judged) {
		decide('newComment', each.reason ?? held, { subject: each.key }, () => newComment(messageBoxId, ticket, each));
	}
	// A ticket of the start is emitted as it looks now, so no change is emitted beside it.
	const heldAsChange: Reason | null = isEmitted ? { rule: 'inCreated' } : heldByDetails;
	for (const { event, changes, reason } of judgedChanges(ticket, inbox, settings, own)) {
		decide(event, reason ?? heldAsChange, {}, () => ticketFieldChanged(event, messageBoxId, ticket, changes, new Date(asOf)));
	}

	const { wait, reason: heldAsWait } = waitOf(
		{ ticket, asOf, held },
		details,
		{ wait: memory?.wait, before, watchedSince: inbox.messagesSince },
		settings,
	);
	decide('ticketUnanswered', heldAsWait, { subject: wait?.since }, () =>
		ticketUnanswered(messageBoxId, ticket, messagesKnown, new Date(wait!.since)),
	);

	// Details that are older than the row do not show what has moved it since.
	const updated = details === null ? row.updated : millisOf(details.ticket.last_updated_at, row.updated);
	const isPending = read === 'later' && memory !== undefined;
	return {
		events,
		decisions,
		ticket: {
			created: row.created,
			// Until the messages have been read, the old time is kept: the difference is the reason to read them.
			updated: isPending ? memory.updated : updated,
			snapshot: snapshotOf(ticket, rememberedBy(settings)),
			...(messages.memory === undefined ? {} : { messages: messages.memory }),
			...(isWorthKeeping(comments.memory, inbox) && { comments: comments.memory }),
			...(wait === undefined ? {} : { wait }),
			...(isLeftOut && { isNew: true as const }),
			...(memory?.by !== undefined && { by: memory.by }),
		},
	};
}

/** Whether a ticket is to be emitted as created, if it fits. */
export function isNewTicket(...of: Parameters<typeof heldBySight>): boolean {
	return heldBySight(...of) === null;
}

/** @returns why a ticket is not new; null: it is */
function heldBySight({ row: { ticket, created }, entry }: Pick<Seen, 'row' | 'entry'>, inbox: InboxState): Reason | null {
	const memory = inbox.tickets[ticket.ticket_id] as TicketState | undefined;
	if (entry?.isOfStart) return null;
	if (memory === undefined ? entry?.isNew === true || created >= inbox.since : memory.isNew === true && !isOutOfSight(ticket)) return null;
	if (memory?.isNew === true) return { rule: 'status', is: ticket.status_cd, chosen: [] };
	return created < inbox.since ? { rule: 'beforeStart', is: created, chosen: inbox.since } : { rule: 'processed' };
}

/** Which messages were processed before; undefined: no event is made of messages. */
function messagesBefore(seen: Seen, memory: TicketState | undefined, inbox: InboxState): MessageState | undefined {
	const { row, entry } = seen;
	if (inbox.messagesSince === null) return undefined;
	const since = entry?.messagesSince ?? inbox.messagesSince;
	const isEvicted = inbox.hasEvicted && memory === undefined;
	const isFirst = memory === undefined && isNewTicket(seen, inbox) && !entry?.isOfStart;
	const newFrom = isFirst ? Math.min(since, row.created) : since;
	return memory?.messages ?? { newFrom, readAt: since, ...(isEvicted && { isEvicted }) };
}

/** Which comments were processed before; undefined: no event is made of comments. */
function commentsBefore(seen: Seen, memory: TicketState | undefined, inbox: InboxState): CommentState | undefined {
	const { commentsSince, messagesSince } = inbox;
	if (commentsSince === null) return undefined;
	// Nothing is remembered of a forgotten ticket: its comments are old up to the same time as its messages.
	const isEvicted = memory === undefined && !isNewTicket(seen, inbox);
	const newFrom = isEvicted ? Math.max(commentsSince, seen.entry?.messagesSince ?? messagesSince ?? commentsSince) : commentsSince;
	return memory?.comments ?? { newFrom };
}

/** Whether a memory of comments differs from the default of a ticket for which none is stored. */
function isWorthKeeping(memory: CommentState | undefined, { commentsSince }: InboxState): boolean {
	return memory !== undefined && (memory.newFrom !== commentsSince || memory.processed !== undefined || memory.own !== undefined);
}

/**
 * The messages, each with the reason why it is not new, since when they are left out unread, and the next memory of messages. Those
 * of a ticket that is not followed count as unread, also where another trigger has read them: a wait must not depend on that.
 */
function messagesOf(
	{ ticket, asOf }: Pick<Row, 'ticket' | 'asOf'>,
	details: TicketDetails | null,
	before: MessageState | undefined,
	settings: Settings,
): { judged: JudgedMessage[]; unread?: ServiceTime; memory?: MessageState } {
	if (before === undefined) return { judged: [] };
	const read =
		details &&
		newMessages(details.ticket.messages, before, { choice: settings.messages, readAt: details.asOf, isEvicted: before.isEvicted });
	if (!isFollowed(ticket, settings)) {
		const until = shownUntil(asOf);
		const unread = wants(settings, 'ticketUnanswered') && { unreadFrom: before.unreadFrom ?? before.newFrom };
		const memory = { ...before, ...unread, newFrom: Math.max(before.newFrom, until), readAt: Math.max(before.readAt, until) };
		return { judged: read?.judged ?? [], unread: read ? undefined : before.newFrom, memory };
	}
	// The messages were not read: `readAt` stays, so that they will be.
	if (details === null || read === null) return { judged: [], memory: before };
	const updated = millisOf(details.ticket.last_updated_at, 0);
	// A time that lies in the future would unsettle each reading until then.
	const isUnsettled = updated > details.asOf - SAME_MOMENT && !isAhead(updated, details.asOf);
	return { judged: read.judged, memory: isUnsettled ? { ...read.memory, unsettled: true } : read.memory };
}

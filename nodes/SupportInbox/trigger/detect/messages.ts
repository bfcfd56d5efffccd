import type { TicketMessage } from '../api';
import type { MessageMemory } from '../memory/model';
import { FIRST_MESSAGE } from '../memory/model';
import type { MessageChoice } from '../settings';
import { LATE_BY, millisOf, MINUTE, SECOND } from '../time';

/** How many message ids are kept for one ticket; the oldest are dropped first. */
const MAX_DONE = 100;
/** A message in one of these states does not change its state any more. */
const FINAL = ['received', 'sent', 'end_conversation'];
/** States whose time a message shows: `created_at` for received, `sent_at` for sent. */
const TIMED = ['received', 'sent'];

/**
 * Finds the new messages of a ticket, and what is to be remembered then. A message is new when it comes into a chosen state;
 * a draft that is sent does so later than it is created.
 *
 * @param memory which messages were handled before
 * @param from the same for a ticket without memory: messages that came before are not new (ms)
 * @param readAt the service's clock when the messages were read (ms)
 * @returns the new messages in the order in which they came
 */
export function newMessages(
	messages: readonly TicketMessage[],
	memory: MessageMemory | null,
	{ choice, from, readAt }: { choice: MessageChoice; from: number; readAt: number },
): { fresh: TicketMessage[]; memory: MessageMemory } {
	const start = memory?.from ?? from;
	const done = new Set(memory?.done);
	const dated = messages.map((message) => ({ message, id: message.message_id, at: cameAt(message, choice, readAt) }));
	const current = dated
		.filter(({ id, at }) => at >= start && !done.has(id))
		.sort((a, b) => a.at - b.at || a.id - b.id);
	// A ticket of the second of the start was there with its first message, which is therefore not new.
	const wasThere = done.has(FIRST_MESSAGE) ? current.slice(0, 1).filter(({ at }) => at < start + SECOND) : [];
	const fresh = current.filter((each) => isChosen(each.message, choice) && !wasThere.includes(each));
	const open = current.filter(({ message }) => !isChosen(message, choice) && mayBeChosenLater(message, choice));
	const isOpen = new Set(open.map(({ id }) => id));

	const handled = dated.filter(({ id }) => !isOpen.has(id)).sort((a, b) => b.at - a.at);
	const newest = Math.max(start, ...handled.map(({ at }) => at));
	const held = open.filter(({ message }) => needsItsCreation(message, choice)).map(({ at }) => at);
	const wanted = Math.max(start, Math.min(newest - LATE_BY, ...held));
	const tooMany = handled.filter(({ at }) => at >= wanted)[MAX_DONE];
	const nextFrom = tooMany === undefined ? wanted : tooMany.at + 1;
	const kept = handled.filter(({ message, at }) => at >= nextFrom || mayComeAgain(message, choice, readAt)).map(({ id }) => id);
	return {
		fresh: fresh.map(({ message }) => message),
		memory: { from: nextFrom, done: kept.sort((a, b) => a - b), readAt, latestFutureSentAt: latestFutureSentAtOf(messages, readAt) },
	};
}

/**
 * When a message came into a chosen state, as far as its times show. A mail may be sent long after it was written: then the
 * send time counts, unless drafts are chosen too. A send time in the future does not count.
 *
 * @param readAt the service's clock when the message was read (ms)
 * @returns ms of the service's clock
 */
export function cameAt(message: TicketMessage, choice: MessageChoice, readAt: number): number {
	const created = createdAt(message, readAt);
	if (!cameBySending(message, choice)) return created;
	const sent = millisOf(message.sent_at, created);
	return isAhead(sent, readAt) ? created : Math.max(created, sent);
}

/** Whether a send time lies in the future. An answer may show what was sent while it was under way: that is not the future. */
function isAhead(sent: number, readAt: number): boolean {
	return sent > readAt + MINUTE;
}

function cameBySending({ action_cd }: TicketMessage, { actionCds }: MessageChoice): boolean {
	return action_cd === 'sent' && actionCds.length > 0 && !actionCds.includes('draft');
}

/** @returns whether the message has a chosen channel and a chosen state */
export function isChosen({ method_cd, action_cd }: TicketMessage, { methodCds, actionCds }: MessageChoice): boolean {
	return (
		(methodCds.length === 0 || methodCds.includes(method_cd)) &&
		(actionCds.length === 0 || actionCds.includes(action_cd))
	);
}

/** Whether the message may come into a chosen state. A draft becomes a sent mail, never a received one. */
function mayBeChosenLater(message: TicketMessage, { methodCds, actionCds }: MessageChoice): boolean {
	const channelFits = methodCds.length === 0 || methodCds.includes(message.method_cd);
	return channelFits && !FINAL.includes(message.action_cd) && actionCds.some((state) => state !== 'received');
}

/** A state such as approved has no time of its own: only its creation time tells such a message from older ones. */
function needsItsCreation({ action_cd }: TicketMessage, { actionCds }: MessageChoice): boolean {
	return !FINAL.includes(action_cd) && actionCds.some((state) => !TIMED.includes(state));
}

/** Whether the message may show a later time when it is read again: then only its id tells that it was handled. */
function mayComeAgain(message: TicketMessage, choice: MessageChoice, readAt: number): boolean {
	if (cameBySending(message, choice)) return isAhead(millisOf(message.sent_at, 0), readAt);
	return isChosen(message, choice) && !FINAL.includes(message.action_cd);
}

/** The newest send time, if it lies in the future: until then every search for new activity finds the ticket. */
function latestFutureSentAtOf(messages: readonly TicketMessage[], readAt: number): number | null {
	const newest = Math.max(...messages.map((message) => millisOf(message.sent_at, readAt)));
	return newest > readAt ? newest : null;
}

function createdAt(message: TicketMessage, otherwise: number): number {
	return millisOf(message.created_at, millisOf(message.sent_at, otherwise));
}

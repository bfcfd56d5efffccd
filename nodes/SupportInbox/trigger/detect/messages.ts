import type { TicketMessage } from '../api';
import type { MessageMemory } from '../memory/model';
import { FIRST_MESSAGE } from '../memory/model';
import type { MessageChoice } from '../settings';
import { LATE_BY, millisOf, MINUTE, SECOND } from '../time';

/** More ids than this are not kept of one ticket; the oldest leave first. */
const MAX_DONE = 100;
/** States that a message keeps. */
const FINAL = ['received', 'sent', 'end_conversation'];
/** Chosen states whose time a message tells: that of its creation, or that of its sending. */
const TIMED = ['received', 'sent'];

/**
 * Finds the messages of a ticket that are new, and what is to be remembered after they have been told. A message is new
 * when it comes into a chosen state, which for a draft that is sent is later than its creation.
 *
 * @param memory what was dealt with before
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
	// A ticket that was there at the start was there with its first message; in the same second more may have come since.
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
 * When a message came into a chosen state, as far as it tells. A mail may be sent long after it was written; where its
 * draft was to be told already, it came as a draft. A date ahead is no time of sending.
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

/** An answer may show what was sent while it was under way, so only what is clearly later is dated ahead. */
function isAhead(sent: number, readAt: number): boolean {
	return sent > readAt + MINUTE;
}

function cameBySending({ action_cd }: TicketMessage, { actionCds }: MessageChoice): boolean {
	return action_cd === 'sent' && actionCds.length > 0 && !actionCds.includes('draft');
}

/** @returns whether the message is one of those to be told */
export function isChosen({ method_cd, action_cd }: TicketMessage, { methodCds, actionCds }: MessageChoice): boolean {
	return (
		(methodCds.length === 0 || methodCds.includes(method_cd)) &&
		(actionCds.length === 0 || actionCds.includes(action_cd))
	);
}

/** A draft becomes a sent mail, never a received one. */
function mayBeChosenLater(message: TicketMessage, { methodCds, actionCds }: MessageChoice): boolean {
	const channelFits = methodCds.length === 0 || methodCds.includes(message.method_cd);
	return channelFits && !FINAL.includes(message.action_cd) && actionCds.some((state) => state !== 'received');
}

/** A state such as approved has no time of its own: a message in it is told apart from older ones by its creation. */
function needsItsCreation({ action_cd }: TicketMessage, { actionCds }: MessageChoice): boolean {
	return !FINAL.includes(action_cd) && actionCds.some((state) => !TIMED.includes(state));
}

/** Its time may be another one when it is read again: until then only its id tells that it was dealt with. */
function mayComeAgain(message: TicketMessage, choice: MessageChoice, readAt: number): boolean {
	if (cameBySending(message, choice)) return isAhead(millisOf(message.sent_at, 0), readAt);
	return isChosen(message, choice) && !FINAL.includes(message.action_cd);
}

/** The newest send time, if it lies ahead: such a message stays in every window until its time has come. */
function latestFutureSentAtOf(messages: readonly TicketMessage[], readAt: number): number | null {
	const newest = Math.max(...messages.map((message) => millisOf(message.sent_at, readAt)));
	return newest > readAt ? newest : null;
}

function createdAt(message: TicketMessage, otherwise: number): number {
	return millisOf(message.created_at, millisOf(message.sent_at, otherwise));
}

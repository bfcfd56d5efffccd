import type { TicketMessage } from '../api';
import type { MessageMemory } from '../memory/model';
import { HOUR, millisOf } from '../time';

/** Which messages are told; empty lists: all. */
export interface MessageChoice {
	methodCds: readonly string[];
	actionCds: readonly string[];
}

/** Messages may become visible in another order than they were created in, but not so late. */
export const LATE_BY = HOUR;
/** More ids than this are not kept of one ticket; the oldest leave first. */
const MAX_DONE = 100;
/** States that a message keeps. */
const FINAL = ['received', 'sent', 'end_conversation'];

/**
 * Finds the messages of a ticket that are new, and what is to be remembered after they have been told.
 *
 * @param memory what was dealt with before
 * @param from the same for a ticket without memory: messages created before are not new (ms)
 * @param readAt the service's clock when the messages were read (ms)
 * @returns the new messages in the order of their creation
 */
export function newMessages(
	messages: readonly TicketMessage[],
	memory: MessageMemory | null,
	{ choice, from, readAt }: { choice: MessageChoice; from: number; readAt: number },
): { fresh: TicketMessage[]; memory: MessageMemory } {
	const start = memory?.from ?? from;
	const done = new Set(memory?.done);
	const current = messages
		.map((message) => ({ message, at: createdAt(message, readAt) }))
		.filter(({ message, at }) => at >= start && !done.has(message.message_id))
		.sort((a, b) => a.at - b.at || a.message.message_id - b.message.message_id);
	const fresh = current.filter(({ message }) => isChosen(message, choice));
	const open = current.filter(({ message }) => !isChosen(message, choice) && mayBeChosenLater(message, choice));
	const isOpen = new Set(open.map(({ message }) => message.message_id));

	const handled = messages
		.filter(({ message_id }) => !isOpen.has(message_id))
		.map((message) => ({ id: message.message_id, at: createdAt(message, readAt) }))
		.sort((a, b) => b.at - a.at);
	const newest = Math.max(start, ...handled.map(({ at }) => at));
	const wanted = Math.max(start, Math.min(newest - LATE_BY, ...open.map(({ at }) => at)));
	const tooMany = handled.filter(({ at }) => at >= wanted)[MAX_DONE];
	const nextFrom = tooMany === undefined ? wanted : tooMany.at + 1;
	const kept = handled.filter(({ at }) => at >= nextFrom).map(({ id }) => id);
	return {
		fresh: fresh.map(({ message }) => message),
		memory: { from: nextFrom, done: kept.sort((a, b) => a - b), readAt, latestFutureSentAt: latestFutureSentAtOf(messages, readAt) },
	};
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

/** The newest send time, if it lies ahead: such a message stays in every window until its time has come. */
function latestFutureSentAtOf(messages: readonly TicketMessage[], readAt: number): number | null {
	const newest = Math.max(...messages.map((message) => millisOf(message.sent_at, readAt)));
	return newest > readAt ? newest : null;
}

function createdAt(message: TicketMessage, otherwise: number): number {
	return millisOf(message.created_at, millisOf(message.sent_at, otherwise));
}

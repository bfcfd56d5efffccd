import type { TicketMessage } from '../../ledger/tickets';
import { greatest } from '../../ledger/time';
import { isMemo } from '../../output/figures/waiting';
import type { Reason } from '../memory/decisions';
import type { MessageMemory } from '../memory/memory';
import type { MessageChoice } from '../properties/settings';
import { LATE_BY, millisOf, MINUTE } from '../time';

/** How many messages, and how many comments, are remembered of one ticket; the oldest are dropped first. */
const MAX_DONE = 100;
/** A message in one of these states does not change its state any more. */
const FINAL = ['received', 'sent', 'end_conversation'];

/** A message, and why it is not new; null: it is. */
export interface JudgedMessage {
	message: TicketMessage;
	reason: Reason | null;
}

/**
 * Finds the new messages of a ticket, and what to remember of its messages. A message is new when it comes into a chosen
 * state: a draft becomes a sent mail some time after it was created.
 *
 * @param memory which messages were handled before; it has only `newFrom` if the ticket was not read before
 * @param readAt the service's clock when the messages were asked for (ms)
 * @param isForgotten the ticket had to be forgotten: if drafts are chosen too, a mail may have been emitted as a draft
 * @returns the messages in the order in which they came, each with the reason why it is not new
 */
export function newMessages(
	messages: readonly TicketMessage[],
	memory: Pick<MessageMemory, 'newFrom' | 'done' | 'open'>,
	{ choice, readAt, isForgotten = false }: { choice: MessageChoice; readAt: number; isForgotten?: boolean },
): { judged: JudgedMessage[]; memory: MessageMemory } {
	const { newFrom } = memory;
	const done = new Set(memory.done);
	const open = new Set(memory.open);
	const dated = messages.map((message) => ({ message, id: message.message_id, at: cameAt(message, readAt) }));
	const mayBeEmitted = ({ message }: (typeof dated)[number]) => isForgotten && isChosen({ ...message, action_cd: 'draft' }, choice) && createdAt(message, readAt) < newFrom;
	const heldBack = (each: (typeof dated)[number]): Reason | null => {
		const { message, id, at } = each;
		if (done.has(id)) return { rule: 'handled' };
		// A state such as approved has no time of its own: it is new if the message was seen in an earlier state.
		if (at < newFrom && (!open.has(id) || message.action_cd === 'sent')) return { rule: 'before', is: at, chosen: newFrom };
		return heldByChoice(message, choice) ?? (mayBeEmitted(each) ? { rule: 'mayBeEmitted' } : null);
	};
	const judged = dated.map((each) => ({ ...each, reason: heldBack(each) })).sort((a, b) => a.at - b.at || a.id - b.id);
	const fresh = judged.filter(({ reason }) => reason === null);
	const stillOpen = dated.filter(({ message, id }) => !done.has(id) && mayBeChosenLater(message, choice)).map(({ id }) => id);

	const handled = dated.filter(({ id }) => !stillOpen.includes(id));
	const nextFrom = nextFromOf(newFrom, handled.map(({ at }) => at));
	// A message that was not emitted before is new when it is sent.
	const emitted = new Set([...done, ...[...fresh, ...dated.filter(mayBeEmitted)].map(({ id }) => id)]);
	const isKept = ({ message, id, at }: (typeof dated)[number]) =>
		at >= nextFrom || isSentAhead(message, readAt) || (emitted.has(id) && !FINAL.includes(message.action_cd));
	const kept = handled.filter(isKept).map(({ id }) => id);
	const ahead = greatest(messages.map((message) => millisOf(message.sent_at, readAt)));
	return {
		judged,
		memory: {
			newFrom: nextFrom,
			readAt,
			...(kept.length > 0 ? { done: kept.sort((a, b) => a - b) } : {}),
			...(stillOpen.length > 0 ? { open: stillOpen.slice(-MAX_DONE) } : {}),
			// Until this time every search for new activity finds the ticket.
			...(ahead > readAt ? { ahead } : {}),
		},
	};
}

/**
 * @param from the time that has separated old from new messages or comments so far (ms)
 * @param handled the times of the handled messages or comments (ms)
 * @returns the time that separates old from new from now on; later ones are remembered one by one, as others may become visible late
 */
export function nextFromOf(from: number, handled: readonly number[]): number {
	const wanted = Math.max(from, greatest(handled) - LATE_BY);
	const tooMany = handled.filter((at) => at >= wanted).sort((a, b) => b - a)[MAX_DONE] as number | undefined;
	return tooMany === undefined ? wanted : tooMany + 1;
}

/**
 * When a message came into its state, as far as its times show. A mail may be sent long after it was written: then the send
 * time counts. A send time in the future does not count.
 *
 * @param readAt the service's clock when the message was read (ms)
 * @returns ms of the service's clock
 */
export function cameAt(message: TicketMessage, readAt: number): number {
	const created = createdAt(message, readAt);
	const sent = millisOf(message.sent_at, created);
	return message.action_cd !== 'sent' || isAhead(sent, readAt) ? created : Math.max(created, sent);
}

/** @returns when a message was created (ms); `readAt` where it has no times */
export function createdAt({ created_at, sent_at }: TicketMessage, readAt: number): number {
	return millisOf(created_at, millisOf(sent_at, readAt));
}

/** @returns whether the message has a chosen channel and a chosen state */
export function isChosen(message: TicketMessage, choice: MessageChoice): boolean {
	return heldByChoice(message, choice) === null;
}

function heldByChoice(message: TicketMessage, choice: MessageChoice): Reason | null {
	const { method_cd, action_cd } = message;
	if (!hasChosenChannel(message, choice)) return { rule: 'messageChannel', is: method_cd, chosen: choice.methodCds };
	return choice.actionCds.length === 0 || choice.actionCds.includes(action_cd) ? null : { rule: 'messageState', is: action_cd, chosen: choice.actionCds };
}

function hasChosenChannel(message: TicketMessage, { methodCds, withoutMemos = false }: MessageChoice): boolean {
	return methodCds.length === 0 ? !(withoutMemos && isMemo(message)) : methodCds.includes(message.method_cd);
}

/** Whether a time lies in the future. An answer may contain messages that were sent while it was under way: these do not count. */
export function isAhead(at: number, readAt: number): boolean {
	return at > readAt + MINUTE;
}

/** Whether the message may come into a chosen state. A draft becomes a sent mail, never a received one. */
function mayBeChosenLater(message: TicketMessage, choice: MessageChoice): boolean {
	const { actionCds } = choice;
	return hasChosenChannel(message, choice) && !isChosen(message, choice) && !FINAL.includes(message.action_cd) && actionCds.some((state) => state !== 'received');
}

/** Whether a sent message will show a later time when it is read again: then only its id shows that it was handled. */
function isSentAhead({ action_cd, sent_at }: TicketMessage, readAt: number): boolean {
	return action_cd === 'sent' && isAhead(millisOf(sent_at, 0), readAt);
}

/** @returns the messages, the oldest first; the document does not say in which order a ticket's messages come */
export function messagesByTime(messages: readonly TicketMessage[]): TicketMessage[] {
	return [...messages].sort((a, b) => millisOf(a.created_at, 0) - millisOf(b.created_at, 0) || a.message_id - b.message_id);
}

import type { TicketMessage } from '../../ledger/tickets';
import { greatest } from '../../ledger/time';
import { isMemo } from '../../output/figures/waiting';
import type { MessageMemory } from '../memory/memory';
import type { MessageChoice } from '../properties/settings';
import { DAY, millisOf, MINUTE } from '../time';

/** How many messages, and how many comments, of before the look-back are remembered of one ticket; the oldest are dropped first. */
const MAX_DONE = 100;
/** A message in one of these states does not change its state any more. */
const FINAL = ['received', 'sent', 'end_conversation'];

/** What {@link newMessages} goes by: when the messages were read (ms), and how far back messages may be dated (ms). */
interface Reading {
	choice: MessageChoice;
	asOf: number;
	lookBack: number;
}

/**
 * Finds the new messages of a ticket, and what to remember of its messages. A message is new when it comes into a chosen
 * state: a draft becomes a sent mail some time after it was created.
 *
 * @param memory which messages were handled before; it has only `from` if the ticket was not read before
 * @returns the new messages in the order in which they came
 */
export function newMessages(messages: readonly TicketMessage[], memory: MessageMemory, { choice, asOf, lookBack }: Reading): { fresh: TicketMessage[]; memory: MessageMemory } {
	const { from, isForgotten = false } = memory;
	const done = new Set(memory.done);
	const open = new Set(memory.open);
	const dated = messages.map((message) => ({ message, id: message.message_id, at: cameAt(message, asOf) }));
	type Dated = (typeof dated)[number];
	// A state such as approved has no time of its own: it is new if the message was seen in an earlier state.
	const isNew = ({ message, id, at }: Dated) => !done.has(id) && (at >= from || (open.has(id) && message.action_cd !== 'sent'));
	// If drafts are chosen too, a mail of a forgotten ticket may have been emitted as a draft.
	const mayBeEmitted = ({ message }: Dated) => isForgotten && isChosen({ ...message, action_cd: 'draft' }, choice) && createdAt(message, asOf) < from;
	const fresh = dated.filter((each) => isNew(each) && isChosen(each.message, choice) && !mayBeEmitted(each)).sort((a, b) => a.at - b.at || a.id - b.id);
	const stillOpen = dated.filter(({ message, id }) => !done.has(id) && mayBeChosenLater(message, choice)).map(({ id }) => id);

	const handled = dated.filter(({ id }) => !stillOpen.includes(id));
	const nextFrom = nextFromOf(from, handled.map(({ at }) => at), asOf - lookBack);
	// A message that was not emitted before is new when it is sent.
	const emitted = new Set([...done, ...[...fresh, ...dated.filter(mayBeEmitted)].map(({ id }) => id)]);
	const isKept = ({ message, id, at }: Dated) => at >= nextFrom || isSentAhead(message, asOf) || (emitted.has(id) && !FINAL.includes(message.action_cd));
	const kept = handled.filter(isKept).map(({ id }) => id);
	const ahead = greatest(messages.map((message) => millisOf(message.sent_at, asOf)));
	return {
		fresh: fresh.map(({ message }) => message),
		memory: {
			from: nextFrom,
			...(kept.length > 0 ? { done: kept.sort((a, b) => a - b) } : {}),
			...(stillOpen.length > 0 ? { open: stillOpen.slice(-MAX_DONE) } : {}),
			...(ahead > asOf ? { ahead } : {}),
		},
	};
}

/**
 * What was handled is remembered one by one for a day, and for as long as Look Back. What is older, and not among the newest of
 * them, is known by its time.
 *
 * @param from the time that has separated old from new messages or comments so far (ms)
 * @param handled the times of the handled messages or comments (ms)
 * @param lookBack where the look-back begins (ms)
 * @returns the time that separates old from new from now on
 */
export function nextFromOf(from: number, handled: readonly number[], lookBack: number): number {
	const wanted = Math.max(from, greatest(handled) - DAY);
	const tooMany = handled.filter((at) => at >= wanted).sort((a, b) => b - a)[MAX_DONE] as number | undefined;
	return Math.max(from, Math.min(tooMany === undefined ? wanted : tooMany + 1, Math.max(from, lookBack)));
}

/**
 * When a message came into its state, as far as its times show. A mail may be sent long after it was written: then the send
 * time counts. A send time in the future does not count.
 *
 * @param asOf when the message was read (ms)
 * @returns ms
 */
export function cameAt(message: TicketMessage, asOf: number): number {
	const created = createdAt(message, asOf);
	const sent = millisOf(message.sent_at, created);
	return message.action_cd !== 'sent' || isAhead(sent, asOf) ? created : Math.max(created, sent);
}

/** @returns when a message was created (ms); `asOf` where it has no times */
export function createdAt({ created_at, sent_at }: TicketMessage, asOf: number): number {
	return millisOf(created_at, millisOf(sent_at, asOf));
}

/** @returns whether the message has a chosen channel and a chosen state */
export function isChosen(message: TicketMessage, choice: MessageChoice): boolean {
	return hasChosenChannel(message, choice) && (choice.actionCds.length === 0 || choice.actionCds.includes(message.action_cd));
}

function hasChosenChannel(message: TicketMessage, { methodCds, withoutMemos = false }: MessageChoice): boolean {
	return methodCds.length === 0 ? !(withoutMemos && isMemo(message)) : methodCds.includes(message.method_cd);
}

/** Whether a time lies in the future. An answer may contain messages that were sent while it was under way: these do not count. */
export function isAhead(at: number, asOf: number): boolean {
	return at > asOf + MINUTE;
}

/** Whether the message may come into a chosen state. A draft becomes a sent mail, never a received one. */
function mayBeChosenLater(message: TicketMessage, choice: MessageChoice): boolean {
	const { actionCds } = choice;
	return hasChosenChannel(message, choice) && !isChosen(message, choice) && !FINAL.includes(message.action_cd) && actionCds.some((state) => state !== 'received');
}

/** Whether a sent message will show a later time when it is read again: then only its id shows that it was handled. */
function isSentAhead({ action_cd, sent_at }: TicketMessage, asOf: number): boolean {
	return action_cd === 'sent' && isAhead(millisOf(sent_at, 0), asOf);
}

/** @returns the messages, the oldest first; the document does not say in which order a ticket's messages come */
export function messagesByTime(messages: readonly TicketMessage[]): TicketMessage[] {
	return [...messages].sort((a, b) => millisOf(a.created_at, 0) - millisOf(b.created_at, 0) || a.message_id - b.message_id);
}

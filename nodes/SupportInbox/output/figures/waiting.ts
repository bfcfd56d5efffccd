import { MEMO_CHANNELS } from '../../fields/enumerations';
import { greatest, millisOf, smallest } from '../../ledger/time';

/** A message, as far as it shows whether a customer waits (API document, Message object). */
export interface WaitMessage {
	method_cd: string;
	action_cd: string;
	sent_at?: unknown;
	created_at?: unknown;
}

/** When messages were read (ms), and what counts as the send time of one that is dated ahead: a wait does not move on with the clock. */
export interface Now<M extends WaitMessage> {
	asOf: number;
	aheadOf: (message: M) => number;
}

/** Only these wait for an answer; the others are done. */
export const WAITING_STATUSES = ['open', 'ongoing'];

/** Whether somebody may be waiting for an answer to the ticket. */
export function isWaiting({ status_cd }: { status_cd: string }): boolean {
	return WAITING_STATUSES.includes(status_cd);
}

/** Whether somebody here wrote it down; it went to nobody. */
export function isMemo({ method_cd }: Pick<WaitMessage, 'method_cd'>): boolean {
	return MEMO_CHANNELS.includes(method_cd);
}

/** Whether a customer has sent it. */
export function isOfCustomer(message: WaitMessage): boolean {
	return message.action_cd === 'received' && !isMemo(message);
}

/** Whether it is an answer: a memo, a draft and a chat in progress are none. */
export function isAnswer(message: WaitMessage): boolean {
	return message.action_cd === 'sent' && !isMemo(message);
}

/**
 * @param counts the messages of the customer that may begin the wait
 * @returns when the first message of the customer was sent that no message of ours came after (ms)
 */
export function waitingSince<M extends WaitMessage>(messages: readonly M[], now: Now<M>, counts: (message: M) => boolean): number | undefined {
	const answered = answeredAt(messages, now.asOf);
	const waiting = messages.filter((message) => isOfCustomer(message) && counts(message));
	const since = waiting.map((message) => sentAt(message, now)).filter((at) => at > answered);
	return since.length === 0 ? undefined : smallest(since);
}

/** @returns when our last mail was sent (ms); -Infinity: none */
export function answeredAt(messages: readonly WaitMessage[], asOf: number): number {
	return greatest(messages.filter(isAnswer).map((message) => sentAt(message, { asOf, aheadOf: () => asOf })));
}

/** A send time in the future is a clock that is wrong. */
export function sentAt<M extends WaitMessage>(message: M, { asOf, aheadOf }: Now<M>): number {
	const at = millisOf(message.sent_at, millisOf(message.created_at, asOf));
	return at > asOf ? aheadOf(message) : at;
}

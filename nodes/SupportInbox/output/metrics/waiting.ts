import { MEMO_CHANNELS } from '../../fields/enumerations';
import { greatest, millisOf, MINUTE, smallest } from '../../store/time';
import { signedText } from '../text/newText';
import { isAutomaticMail, plainSubjects } from './automaticMail';

/** A message: the fields that show whether a customer waits (API document, Message object). */
export interface AnyMessage {
	method_cd: string;
	action_cd: string;
	sent_at?: unknown;
	created_at?: unknown;
	from?: unknown;
	title?: unknown;
	body?: unknown;
	is_html?: unknown;
}

/** Tickets wait for an answer in these statuses only; in the others they are done. */
export const WAITING_STATUSES = ['open', 'ongoing'];

/** Whether somebody may be waiting for an answer to the ticket. */
export function isWaiting({ status_cd }: { status_cd: string }): boolean {
	return WAITING_STATUSES.includes(status_cd);
}

/** Whether the message is a memo, which was sent to nobody. */
export function isMemo({ method_cd }: Pick<AnyMessage, 'method_cd'>): boolean {
	return MEMO_CHANNELS.includes(method_cd);
}

/** Whether a customer has sent the message. */
export function isOfCustomer(message: AnyMessage): boolean {
	return message.action_cd === 'received' && !isMemo(message);
}

/** Whether the message is an answer. A memo, a draft and a chat in progress are not answers. */
export function isAnswer(message: AnyMessage): boolean {
	return message.action_cd === 'sent' && !isMemo(message);
}

/**
 * @param automatic a text that automatic answers contain, in their own part and not in a quote; undefined: there are none
 * @returns the messages without these answers
 */
export function withoutAutomaticAnswers<M extends AnyMessage>(messages: readonly M[], automatic: string | undefined): readonly M[] {
	if (automatic === undefined) return messages;
	const wanted = comparable(automatic);
	return messages.filter((message) => !isAnswer(message) || !comparable(signedText(message)).includes(wanted));
}

/** Mail programs break lines anew, and their blanks are not always those of the sender. */
function comparable(text: string): string {
	return text.normalize('NFC').toLowerCase().replace(/\s+/g, '');
}

/**
 * @param asOf when the messages were read (ms)
 * @returns the send time of the customer's first message that is not answered (ms); undefined: none
 */
export function waitingSince(messages: readonly AnyMessage[], asOf: number): number | undefined {
	const waiting = unanswered(messages, asOf, () => true);
	return waiting.length === 0 ? undefined : smallest(waiting);
}

/**
 * What the customer waits for. An answer answers what had been sent and had come when it was sent: a mail that was still on its way
 * is not answered by it. Nobody waits for an answer to an automatic mail.
 *
 * @param counts whether a message of the customer may begin a wait
 * @returns the send times of the customer's messages that are not answered (ms)
 */
export function unanswered<M extends AnyMessage>(messages: readonly M[], asOf: number, counts: (message: M) => boolean): number[] {
	const timesOf = (of: readonly M[]) =>
		of
			.map((message) => ({ sent: sentAt(message, asOf), created: millisOf(message.created_at, -Infinity) }))
			.sort((one, other) => other.sent - one.sent);
	const ours = messages.filter(isAnswer);
	const [answers, subjects] = [timesOf(ours), plainSubjects(ours)];
	let [next, answered] = [0, -Infinity];
	const isOpen = ({ sent, created }: (typeof answers)[number]) => {
		for (; next < answers.length && answers[next].sent >= sent; next++) {
			answered = greatest([answered, answers[next].sent, answers[next].created]);
		}
		return Math.max(created, sent) > answered;
	};
	const waiting = messages.filter((message) => isOfCustomer(message) && !isAutomaticMail(message, subjects) && counts(message));
	return timesOf(waiting).filter(isOpen).map(({ sent }) => sent);
}

/** @returns when our last answer was sent (ms); -Infinity: none */
export function answeredAt(messages: readonly AnyMessage[], asOf: number): number {
	return greatest(messages.filter(isAnswer).map((message) => sentAt(message, asOf)));
}

/**
 * A customer's message was sent before the service created it: a later send time comes from a wrong clock. Our draft is sent long
 * after it was created, so only a send time in the future is wrong; an answer that is a little ahead was sent while it was read.
 *
 * @returns the send time of a message (ms)
 */
export function sentAt(message: AnyMessage, asOf: number): number {
	const created = millisOf(message.created_at, asOf);
	const at = millisOf(message.sent_at, created);
	const isRight = at <= (isAnswer(message) ? asOf + MINUTE : created);
	return Math.min(isRight ? at : created, asOf);
}

import { MEMO_CHANNELS } from '../../fields/enumerations';
import type { TicketMessage } from '../service/api';
import type { Beginner } from '../properties/settings';
import { BEGINNERS } from '../properties/settings';
import { millisOf } from '../time';

/** The states of a mail of ours (API document, Enumerations). */
const OF_OUR_MAILS = ['draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending', 'sent', 'send_error'];

/** @returns the messages, those first that came first; the document does not say in which order a ticket's messages come */
export function inOrder(messages: readonly TicketMessage[]): TicketMessage[] {
	return [...messages].sort((a, b) => millisOf(a.created_at, 0) - millisOf(b.created_at, 0) || a.message_id - b.message_id);
}

/** Whether a ticket's first message is of a chosen kind; a ticket whose messages are not known counts as a customer's. */
export function isBegunBy(chosen: readonly Beginner[], messages: readonly TicketMessage[]): boolean {
	return chosen.includes(beginnerOf(inOrder(messages).at(0)));
}

/** Whether the messages of a new ticket must be known for that. */
export function needsFirstMessage(chosen: readonly Beginner[]): boolean {
	return BEGINNERS.some((kind) => !chosen.includes(kind));
}

/** Whether somebody here wrote it down; it went to nobody. */
export function isMemo({ method_cd }: TicketMessage): boolean {
	return MEMO_CHANNELS.includes(method_cd);
}

function beginnerOf(first: TicketMessage | undefined): Beginner {
	if (first === undefined) return 'customer';
	if (isMemo(first)) return 'handlingMemo';
	return OF_OUR_MAILS.includes(first.action_cd) ? 'ourMail' : 'customer';
}

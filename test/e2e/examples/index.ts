import { approval } from './approval';
import { attachments } from './attachments';
import { digest } from './digest';
import { form } from './form';
import { reply } from './reply';
import { newMessage, newTicket } from './slack';
import { slackNode } from './slackNode';
import { thread } from './thread';
import { triage } from './triage';
import type { Trials } from './trial';

/** One entry for each file of the examples folder, without `.json`. */
export const trials: Record<string, Trials> = {
	'ai-triage': triage,
	'attachments-to-storage': attachments,
	'form-to-contact-and-memo': form,
	'new-message-to-slack-by-label': newMessage,
	'new-ticket-to-slack': newTicket,
	'new-ticket-with-slack-node': slackNode,
	'overdue-tickets-digest': digest,
	'reply-approved-by-email': approval,
	'slack-thread-per-ticket': thread,
	'template-reply-with-approval': reply,
};

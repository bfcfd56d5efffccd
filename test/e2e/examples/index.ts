import { acknowledgement } from './acknowledgement';
import { allInboxes } from './allInboxes';
import { approval } from './approval';
import { approvalRequests } from './approvalRequests';
import { table, vectors } from './archive';
import { ask } from './ask';
import { asksFirst } from './asksFirst';
import { assistant } from './assistant';
import { attachments } from './attachments';
import { call } from './call';
import { digest } from './digest';
import { draft } from './draft';
import { evaluationSet } from './evaluationSet';
import { form } from './form';
import { inboxDraft } from './inboxDraft';
import { inTurn } from './inTurn';
import { kintoneRecord } from './kintoneRecord';
import { later } from './later';
import { order } from './order';
import { portal } from './portal';
import { quiet } from './quiet';
import { reply } from './reply';
import { rowToContact } from './rowToContact';
import { satisfaction } from './satisfaction';
import { newMessage, newTicket } from './slack';
import { slackAnswer } from './slackAnswer';
import { slackNode } from './slackNode';
import { snooze } from './snooze';
import type { Trials } from './stage';
import { story } from './story';
import { teamChat } from './teamChat';
import { thread } from './thread';
import { translated } from './translated';
import { triage } from './triage';
import { unanswered } from './unanswered';
import { change, undoing } from './undo';
import { watch, writtenDown } from './watch';
import { weekly } from './weekly';

/** What runs with its services in the dispatcher: a dozen that between them meet each kind of them; the rest does nightly. */
export const DOZEN = new Set([
	'agent-asks-first',
	'ai-draft-approved',
	'attachments-to-storage',
	'form-to-contact-and-memo',
	'inbox-for-assistant',
	'kintone-record-per-ticket',
	'new-ticket-to-slack',
	'reply-approved-by-email',
	'send-later',
	'slack-thread-per-ticket',
	'unanswered-alert',
	'weekly-figures',
]);

/** One entry for each file of the examples folder, without `.json`. */
export const trials: Record<string, Trials> = {
	'agent-asks-first': asksFirst,
	'ai-draft-approved': draft,
	'ai-triage': triage,
	'approval-requests-to-slack': approvalRequests,
	'ask-and-go-on': ask,
	'assign-in-turn': inTurn,
	'attachments-to-storage': attachments,
	'auto-acknowledgement': acknowledgement,
	'call-to-memo': call,
	'change-many-tickets': change,
	'close-quiet-tickets': quiet,
	'closed-tickets-to-data-table': table,
	'closed-tickets-to-vector-store': vectors,
	'customer-story': story,
	'draft-in-the-inbox': inboxDraft,
	'evaluation-set-from-closed-tickets': evaluationSet,
	'form-to-contact-and-memo': form,
	'inbox-for-assistant': assistant,
	'kintone-or-sheet-row-to-contact': rowToContact,
	'kintone-record-per-ticket': kintoneRecord,
	'new-message-to-slack-by-label': newMessage,
	'new-ticket-to-slack': newTicket,
	'new-ticket-to-team-chat': teamChat,
	'new-ticket-with-slack-node': slackNode,
	'new-tickets-written-down': writtenDown,
	'open-tickets-of-all-inboxes': allInboxes,
	'order-mail-to-memo': order,
	'overdue-tickets-digest': digest,
	'portal-mails': portal,
	'reply-approved-by-email': approval,
	'satisfaction-after-closing': satisfaction,
	'send-later': later,
	'slack-answer-becomes-reply': slackAnswer,
	'slack-thread-per-ticket': thread,
	'snooze-by-slack-button': snooze,
	'template-reply-with-approval': reply,
	'translated-reply': translated,
	'trigger-watch': watch,
	'unanswered-alert': unanswered,
	'undo-bulk-change': undoing,
	'weekly-figures': weekly,
};

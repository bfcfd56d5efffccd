import { UserError } from 'n8n-workflow';
import { additionalFieldsOf } from '../../fields/collections';
import { id, oneOf, quote, type Rule, ticketId } from '../../fields/rules';
import { bodyField, neverEmpty, settingField, shownFor } from '../../fields/sent';
import { inboxField, ticketField } from '../../fields/shared/locators';
import { withInbox } from '../../output/inbox';
import { isId, record } from '../../transport/client/answer';
import { messageReconciliation } from '../../transport/writes/reconciliation';
import { deduplicateWithinMs, deduplicateField } from '../deduplicate';
import type { Operation } from '../operation';
import { hidePersonalDataField } from '../ticket/output/hidePersonalData';
import { ifSnoozedField } from '../ticket/write/onHold';
import {
	bccField,
	bodyTextFields,
	ccField,
	isHtmlField,
	pendingReasonField,
	replyAccountField,
	skipTextChecksField,
	statusField,
	subjectField,
	templateField,
	toField,
} from './fields';
import { onlyIfUnansweredField } from './onlyIfUnanswered';
import { RECIPIENTS_FAIL_ABOVE, recipientsOf, replyAllField } from './recipients';
import { answeredMessage, checkReply, replyToMessage, allowMultipleRepliesField } from './replyPlan';
import { skipIfAnsweredField, skipRobotsField } from './skipRobots';
import { templateValuesField } from './templateValues';
import { TEXT_SETTINGS } from './texts';

/** In a mail program "Reply To" is an address, so a model enters one. */
const answered: Rule = (value, circumstances) => {
	if (!String(value).includes('@')) return oneOf(['latestInTicket', 'byId'])(value, circumstances);
	throw new UserError(`${quote(value)} is an address, which goes under To. Here enter latestInTicket, for the newest message of a ticket, or byId, for a message by its ID.`);
};

const replyToField = settingField(answered, {
	displayName: 'Reply To Message',
	name: 'replyToMessage',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'By ID',
			value: 'byId',
			description: 'Takes three requests; one if To, Subject, Status (with On Hold also Pending Reason) and Email Account are set',
		},
		{
			name: 'Latest in Ticket',
			value: 'latestInTicket',
			description:
				'The newest message of the customer; in a ticket without one the newest message, if To and Email Account are set. Takes two requests.',
		},
	],
	default: 'latestInTicket',
	description: 'Which message is answered',
	builderHint: { propertyHint: 'Needs replyTicketId, or with "byId" replyMessageId: behind the trigger {{ $json.ticket_id }} or {{ $json.message_id }}.' },
});

/** The plan looks for the message to answer in this ticket. It is not sent, because the service finds the ticket by the message. */
const replyTicketField = bodyField('ticket_id', ticketId, {
	...ticketField,
	name: 'replyTicketId',
	required: true,
	description: 'Its newest received message is answered',
});

const messageField = bodyField('message_id', id, {
	displayName: 'Message ID',
	name: 'replyMessageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 5001',
	description: 'Ticket: Get returns the messages of a ticket',
});

/** API document, Mail reply. */
export const reply: Operation = {
	name: 'Reply',
	value: 'reply',
	action: 'Reply to customer by email',
	description: 'Reply by email to the newest message of a ticket, or to a message by its ID, and return the new IDs and what was filled in',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/mails/reply',
	semantics: 'nonIdempotent',
	failAbove: RECIPIENTS_FAIL_ABOVE,
	answer: record({ message_id: isId, ticket_id: isId }),
	reconciliation: messageReconciliation('mail', TEXT_SETTINGS),
	deduplicateWithinMs,
	validate: checkReply,
	runConstraints: answeredMessage,
	recipients: recipientsOf,
	plan: replyToMessage,
	after: withInbox,
	fields: [
		inboxField,
		replyToField,
		shownFor({ replyToMessage: ['latestInTicket'] }, replyTicketField),
		shownFor({ replyToMessage: ['byId'] }, messageField),
		replyAccountField,
		templateField,
		...bodyTextFields,
		skipRobotsField,
		additionalFieldsOf('replyEmailFields', [
			bccField,
			ccField,
			hidePersonalDataField('Whether the output shows tokens. It does anyway if your text has a token.'),
			templateValuesField,
			isHtmlField,
			onlyIfUnansweredField,
			pendingReasonField,
			replyAllField,
			skipTextChecksField,
			deduplicateField('a message gets an equal answer (account, To, CC, subject, text)'),
			allowMultipleRepliesField,
			skipIfAnsweredField,
			statusField,
			neverEmpty({ ...subjectField, description: `${subjectField.description}. Default: Re: and the subject of the message.` }),
			ifSnoozedField,
			neverEmpty({ ...toField, description: `${toField.description}. Default: the Reply-To or From of the message.` }),
		]),
	],
};

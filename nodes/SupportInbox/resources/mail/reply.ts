import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { id } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { sentMessage } from '../../transport/idempotency/finders/sentMessage';
import { isId } from '../../transport/client/fields';
import { record } from '../../transport/client/response';
import type { Operation } from '../operation';
import {
	bccField,
	bodyTextFields,
	ccField,
	isHtmlField,
	mailAccountField,
	pendingReasonField,
	statusField,
	subjectField,
	templateField,
	toField,
} from './fields';
import { mailWith } from './plan';

const messageField = bodyField('message_id', id, {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 5001',
	description: 'The message to reply to; Ticket > Get returns the messages of a ticket',
});

/** API document, Mail reply. Whom it goes to and its subject follow from the message where they are not given. */
export const reply: Operation = {
	name: 'Reply',
	value: 'reply',
	action: 'Reply to a message',
	description: 'Reply to a message of a ticket by mail and return the IDs of the new message and the ticket',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/mails/reply',
	semantics: 'nonIdempotent',
	answer: record({ message_id: isId, ticket_id: isId }),
	finder: sentMessage('mail'),
	plan: mailWith({ body: 'Body' }),
	fields: [
		inboxField,
		messageField,
		mailAccountField,
		templateField,
		...bodyTextFields,
		additionalFieldsOf([bccField, ccField, isHtmlField, pendingReasonField, statusField, subjectField, toField]),
	],
};

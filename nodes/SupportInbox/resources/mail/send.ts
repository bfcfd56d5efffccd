import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
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
	subjectFields,
	templateField,
	toField,
} from './fields';
import { mailWith } from './plan';

/** API document, Mail send: creates a ticket; sent twice, the customer gets it twice. */
export const send: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send a mail in a new ticket',
	description: 'Send a new mail from one of the mail accounts of an inbox, which creates a ticket, and return the IDs of message and ticket. A Support Inbox Trigger can see the new ticket.',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/mails',
	semantics: 'nonIdempotent',
	answer: record({ message_id: isId, ticket_id: isId }),
	finder: sentMessage('mail'),
	plan: mailWith({ subject: 'Subject', body: 'Body' }),
	fields: [
		inboxField,
		mailAccountField,
		{ ...toField, required: true },
		templateField,
		...subjectFields,
		...bodyTextFields,
		additionalFieldsOf([bccField, ccField, isHtmlField, pendingReasonField, statusField]),
	],
};

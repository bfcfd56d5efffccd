import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/shared/inbox';
import { withInbox } from '../../output/inbox';
import type { Operation } from '../operation';
import { snoozedField } from '../ticket/snoozed';
import { refuseTyped } from '../typedExpressions';
import { intoTicket } from './existingTicket';
import { bodyTextField, customerEmailField, furtherFields, memoTicketField, statusField, subjectField } from './fields';
import { memoRequest } from './memo';

/** API document, Handling memo create, with a ticket. A memo of nothing makes no sense, so it needs a body. */
export const create: Operation = {
	...memoRequest,
	name: 'Create',
	value: 'create',
	action: 'Create handling memo',
	description: 'Write down a call, visit or note in a ticket that exists, and return the IDs of message and ticket',
	check: refuseTyped,
	plan: withInbox(intoTicket),
	fields: [
		inboxField,
		memoTicketField,
		{ ...bodyTextField, required: true },
		additionalFieldsOf([customerEmailField, ...furtherFields, statusField, subjectField, snoozedField]),
	],
};

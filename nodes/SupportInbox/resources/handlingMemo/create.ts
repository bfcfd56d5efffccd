import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { sentMessage } from '../../transport/idempotency/finders/sentMessage';
import { isId } from '../../transport/client/fields';
import { record } from '../../transport/client/response';
import type { Operation } from '../operation';
import { bodyTextField, memoFields, memoTicketField, writeIntoField } from './fields';

/** API document, Handling memo create. A memo of nothing makes no sense, so its body is the one thing that is needed. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a handling memo or a new ticket',
	description: 'Write down a call, visit or note in a ticket, or create a ticket with it, and return the IDs of message and ticket',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/records',
	semantics: 'nonIdempotent',
	answer: record({ message_id: isId, ticket_id: isId }),
	finder: sentMessage('record'),
	fields: [inboxField, writeIntoField, memoTicketField, { ...bodyTextField, required: true }, additionalFieldsOf(memoFields)],
};

import { optionsOf } from '../../fields/collections';
import { inboxField, ticketField } from '../../fields/shared/locators';
import { formFields } from '../../fields/shared/simplify';
import { withNames } from '../../output/names';
import { isId, isList, record } from '../../transport/client/answer';
import type { Operation } from '../operation';
import { includeNamesField, messageFields } from './output/fields';
import { TICKET_WITH_MESSAGES, ticketWithMessages, UNREAD_TICKET } from './output/messages';

/** API document, Ticket get. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get ticket',
	description: 'Read one ticket by its ID with its messages, comments and attachment IDs',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/tickets/{ticketId}',
	answer: record({ ticket_id: isId, messages: isList }),
	plan: withNames(ticketWithMessages),
	dryRunRow: UNREAD_TICKET,
	fields: [
		inboxField,
		ticketField,
		...formFields(TICKET_WITH_MESSAGES, { outputFields: 'ticketOutputFields' }),
		includeNamesField,
		optionsOf('getTicketOptions', messageFields),
	],
};

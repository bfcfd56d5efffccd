import { optionsOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { simplifyField } from '../../fields/simplify';
import { ticketField } from '../../fields/ticket';
import { withNames } from '../../output/names';
import { record } from '../../transport/client/response';
import type { Operation } from '../operation';
import { addNamesField, messageFields } from './answerFields';
import { wholeTicket } from './messages';

/** API document, Ticket get. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a ticket',
	description: 'Read one ticket by its ID with its messages, comments and attachment IDs',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/tickets/{ticketId}',
	answer: record('ticket_id', 'messages'),
	plan: withNames(wholeTicket),
	fields: [inboxField, ticketField, simplifyField, addNamesField, optionsOf(messageFields)],
};

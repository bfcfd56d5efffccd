import { inboxField } from '../../fields/inbox';
import { ticketField } from '../../fields/ticket';
import { record } from '../../transport/answer';
import type { Operation } from '../defineResource';

/** API document, Ticket get. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a ticket',
	description: 'Read one ticket with its messages, comments and attachments',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/tickets/{ticketId}',
	answer: record('ticket_id', 'messages'),
	fields: [inboxField, ticketField],
};

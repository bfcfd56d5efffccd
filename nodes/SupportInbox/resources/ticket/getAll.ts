import { filtersOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { list } from '../../transport/answer';
import { everyPage } from '../../transport/pagination';
import type { Operation } from '../defineResource';
import { filters } from './filters';

/** API document, Ticket search: a POST that changes nothing. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many tickets',
	description: 'Search the tickets of an inbox, newest first. There is no search by keyword.',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/tickets/search',
	repeat: 'read',
	answer: list('ticket_id'),
	plan: everyPage({ in: 'body', maxPerPage: 50, key: 'ticket_id' }),
	fields: [
		inboxField,
		...limitFields,
		filtersOf(filters),
	],
};

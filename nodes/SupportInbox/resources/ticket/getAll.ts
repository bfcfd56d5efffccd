import { filtersOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { simplifyField } from '../../fields/simplify';
import { withNames } from '../../output/names';
import { list } from '../../transport/client/response';
import type { Operation } from '../operation';
import { addNamesField } from './answerFields';
import { filters } from './filters';
import { searchTickets } from './searchPlan';

/** API document, Ticket search: a POST that changes nothing. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many tickets',
	description: 'Search the tickets of an inbox by status, label, assignee, period and more, newest first; by a part of the title as well',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/tickets/search',
	semantics: 'safe',
	answer: list('ticket_id'),
	plan: withNames(searchTickets),
	fields: [inboxField, ...limitFields, simplifyField, addNamesField, filtersOf(filters)],
};

import { filtersOf, optionsOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { simplifyField } from '../../fields/simplify';
import { withNames } from '../../output/names';
import { simplify } from '../../output/simplify';
import { list } from '../../transport/client/response';
import type { Operation } from '../operation';
import { addNamesField } from './answerFields';
import { filters } from './filters';
import { searchTickets } from './searchPlan';

const SHORT = [
	'ticket_id',
	'title',
	'status_cd',
	'assignee',
	'pending_reason_id',
	'label_ids',
	'case_category_ids',
	'created_at',
	'last_updated_at',
];

/** API document, Ticket search: a POST that changes nothing. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many tickets',
	description: 'Search the tickets of an inbox by status, label, assignee, period and more, newest first. There is no search by keyword.',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/tickets/search',
	semantics: 'safe',
	answer: list('ticket_id'),
	plan: withNames(searchTickets),
	fields: [inboxField, ...limitFields, simplifyField, filtersOf(filters), optionsOf([addNamesField])],
	output: [simplify(SHORT)],
};

import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists: the archived ones as well. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many classifications',
	description: 'List the ticket classifications of an inbox with their IDs, parents and whether they are archived',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/case_categories',
	answer: list('case_category_id'),
	plan: everyPage({ in: 'qs', maxPerPage: 100, key: 'case_category_id' }),
	fields: [inboxField, ...limitFields],
};

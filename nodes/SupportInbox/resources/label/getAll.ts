import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many labels',
	description: 'List the labels of an inbox with their IDs, colors and parents',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/labels',
	answer: list('label_id'),
	plan: everyPage({ in: 'qs', maxPerPage: 100, key: 'label_id' }),
	fields: [inboxField, ...limitFields],
};

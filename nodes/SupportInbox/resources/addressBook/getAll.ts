import { limitFields } from '../../fields/limit';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
import type { Operation } from '../operation';

/** API document, Address books and inboxes: whether the list has pages is not said. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many address books',
	description: 'List the address books that the access token can see, with their IDs and linked inboxes',
	method: 'GET',
	path: '/api/v2/customer_groups',
	answer: list('customer_group_id'),
	plan: everyPage({ in: 'qs', maxPerPage: 'unknown', key: 'customer_group_id' }),
	fields: [...limitFields],
};

import { limitFields } from '../../fields/limit';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
import type { Operation } from '../operation';

/** API document, Address books and inboxes: whether the list has pages is not said. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many inboxes',
	description: 'List the inboxes that the access token can see, with their IDs and address books',
	method: 'GET',
	path: '/api/v2/message_boxes',
	answer: list('message_box_id'),
	plan: everyPage({ in: 'qs', maxPerPage: 'unknown', key: 'message_box_id' }),
	fields: [...limitFields],
};

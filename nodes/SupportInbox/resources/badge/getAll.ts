import { addressBookField } from '../../fields/addressBook';
import { limitFields } from '../../fields/limit';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
import type { Operation } from '../operation';

/** API document, Address books and inboxes. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many badges',
	description: 'List the badges of an address book with their IDs',
	method: 'GET',
	path: '/api/v2/customer_groups/{customerGroupId}/badges',
	answer: list('badge_id'),
	plan: everyPage({ in: 'qs', maxPerPage: 100, key: 'badge_id' }),
	fields: [addressBookField, ...limitFields],
};

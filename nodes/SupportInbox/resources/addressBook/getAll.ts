import { limitFields } from '../../fields/shared/limit';
import { DOCUMENTED } from '../../transport/client/lists';
import { listing } from '../listing';
import type { Operation } from '../operation';

/** API document, Address books and inboxes: it does not say whether the list has pages. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many address books',
	description: 'List the address books that the access token can see, with their IDs and linked inboxes',
	...listing(DOCUMENTED.addressBooks),
	fields: [...limitFields],
};

import { limitFields } from '../../fields/shared/limit';
import { addressBookField } from '../../fields/shared/locators';
import { DOCUMENTED } from '../../transport/client/lists';
import { listing } from '../listing';
import type { Operation } from '../operation';

/** API document, Address books and inboxes. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many badges',
	description: 'List the badges of an address book with their IDs',
	...listing(DOCUMENTED.badges),
	fields: [addressBookField, ...limitFields],
};

import { addressBookField } from '../../fields/shared/locators';
import { nothing } from '../../transport/client/answer';
import type { Operation } from '../operation';
import { CONTACT, keyFields } from './key';

/** API document, Address-book records. */
export const remove: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete contact for good',
	description: 'Delete one contact for good, found by its customer code or an e-mail address',
	method: 'DELETE',
	path: CONTACT,
	answer: nothing,
	atMost: 100,
	fields: [addressBookField, ...keyFields],
	output: [async () => [{ json: { deleted: true } }]],
};

import { addressBookField } from '../../fields/addressBook';
import { simplifyField } from '../../fields/simplify';
import { simplify } from '../../output/simplify';
import { record } from '../../transport/client/response';
import type { Operation } from '../operation';
import { CONTACT, keyFields } from './key';
import { customItems, short } from './output';

/** API document, Address-book records. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a contact',
	description: 'Read one contact, found by its customer code or an e-mail address',
	method: 'GET',
	path: CONTACT,
	answer: record('customer_id'),
	fields: [addressBookField, ...keyFields, simplifyField],
	output: [customItems, simplify(short)],
};

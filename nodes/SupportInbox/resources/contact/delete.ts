import { optionsOf } from '../../fields/collections';
import { addressBookField } from '../../fields/shared/locators';
import { nothing } from '../../transport/client/answer';
import type { Plan } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { reject } from '../../transport/errors/reject';
import type { Operation } from '../operation';
import { CONTACT, keyFields, keyOf } from './key';
import { foundBy, nameOfKey, rejecting } from './keysOfContact';
import { readContact } from './wholeContact';

/** The contact is read before: nobody else may be deleted, and an archived address may belong to somebody else by now. */
const deleteContact: Plan = async (item) => {
	const key = keyOf(item);
	const { contact } = await readContact(item, key, rejecting(item));
	if (foundBy(contact, key) === 'archived_email') {
		reject(
			item,
			`The contact has the ${nameOfKey(key)} as an archived one only`,
			'Nothing was deleted, since the address may belong to somebody else by now. Find the contact by its customer code, or by an address in use.',
		);
	}
	return (await sendRequest(item, { notes: (json) => ({ ...json, ...(item.connection.isDryRun && { before: contact }) }) })).items;
};

/** API document, Address-book records. */
export const remove: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete contact permanently',
	description: 'Delete one contact permanently, found by its customer code or an e-mail address',
	method: 'DELETE',
	path: CONTACT,
	answer: nothing,
	failAbove: 100,
	plan: deleteContact,
	fields: [addressBookField, ...keyFields, optionsOf('deleteContactOptions', [])],
	output: [async () => [{ json: { deleted: true } }]],
};

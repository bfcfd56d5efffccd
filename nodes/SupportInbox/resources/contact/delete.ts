import { addressBookField } from '../../fields/shared/locators';
import { nothing } from '../../transport/client/answer';
import type { Plan } from '../../transport/engine/requestPolicy';
import type { Operation } from '../operation';
import { CONTACT, keyFields, keyOf } from './key';
import { readContact } from './wholeContact';

/** A rehearsal reads the contact, so that its item shows whom the real run would delete, or fails as that would. */
const deleteContact: Plan = async (item) => {
	const before = item.connection.rehearses && { before: (await readContact(item, keyOf(item))).contact };
	return (await item.send({ complete: (json) => ({ ...json, ...before }) })).items;
};

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
	plan: deleteContact,
	fields: [addressBookField, ...keyFields],
	output: [async () => [{ json: { deleted: true } }]],
};

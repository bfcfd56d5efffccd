import type { IDataObject } from 'n8n-workflow';
import { updateFieldsOf } from '../../fields/collections';
import { addressBookField } from '../../fields/shared/locators';
import { omit } from '../../output/pick';
import { success } from '../../output/success';
import { nothing } from '../../transport/client/answer';
import type { Plan } from '../../transport/engine/item';
import { rejectEmpty } from '../../transport/errors/reject';
import type { Operation } from '../operation';
import { changeOf, listsToAdd } from './change';
import { firstChangedFields, furtherChangedFields } from './fields';
import { CONTACT, keyFields, keyOf, outcomeOf } from './key';
import { keyedContact } from './keyedContact';
import { rejecting } from './keysOfContact';
import { withAddressBookLock, readContact, rejectUsedKeys, UPDATE_HELP, updateWhole } from './wholeContact';

const updateContact: Plan = async (item) => {
	const key = keyOf(item);
	const refuse = rejecting(item);
	const outcome = await withAddressBookLock(item, async () => {
		const read = async () => await readContact(item, key, refuse, listsToAdd(item));
		const found = await read();
		const change = (contact: IDataObject) => changeOf(item, contact, refuse);
		await rejectUsedKeys(item, key, change(found.contact), found.contact, refuse);
		// If the update changes the key and is sent again after a lost answer, the service does not find the contact under the old key.
		return await updateWhole(item, found, { read, change, reconciliation: keyedContact });
	});
	return [{ json: { ...outcomeOf(item), ...omit(outcome, 'updated') } }];
};

/** API document, Address-book records. It does not show the effect of omitted fields, so all fields are sent. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update contact',
	description: 'Change a contact, found by its customer code or an e-mail address. Fields without a value stay as they are.',
	method: 'PUT',
	path: CONTACT,
	answer: nothing,
	validate: (item) => rejectEmpty(item, changeOf(item, {}, rejecting(item))),
	plan: updateContact,
	fields: [
		addressBookField,
		...keyFields,
		...firstChangedFields,
		{ ...updateFieldsOf('updateContactFields', furtherChangedFields), description: UPDATE_HELP },
	],
	output: [success('customerGroupId')],
};

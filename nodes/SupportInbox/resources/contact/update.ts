import type { IDataObject } from 'n8n-workflow';
import { updateFieldsOf } from '../../fields/collections';
import { addressBookField } from '../../fields/shared/locators';
import { omit } from '../../output/pick';
import { success } from '../../output/success';
import { nothing } from '../../transport/client/answer';
import type { Item, Plan } from '../../transport/engine/item';
import { rejectEmpty } from '../../transport/errors/reject';
import type { Operation } from '../operation';
import { listsToAdd, withAdded } from './addedEntries';
import { withCleared } from './clear';
import { firstChangedFields, furtherChangedFields } from './fields';
import { CONTACT, keyFields, keyOf, outcomeOf } from './key';
import { keyedContact } from './keyedContact';
import { keysIn, rejecting } from './keysOfContact';
import { withAddressBookLock, readContact, rejectUsedKeys, UPDATE_HELP, updateWhole } from './wholeContact';

/** The fields that contain a key: an update of them may change the path of the contact. */
const MOVING = ['system_id1', 'emails', 'archived_emails'];

/** @returns the values to set in the contact; `{}` is a contact without values */
function changeFor(item: Item, contact: IDataObject): IDataObject {
	return withAdded(item, contact, withCleared(item), rejecting(item));
}

const updateContact: Plan = async (item) => {
	const key = keyOf(item);
	// If the update changes the key and is sent again after a lost answer, the service does not find the contact under the old key.
	const change = withCleared(item);
	const reconciliation = MOVING.some((property) => property in change) ? keyedContact : undefined;
	const changeOf = (contact: IDataObject) => changeFor(item, contact);
	const update = async () => {
		const read = async () => await readContact(item, key, rejecting(item), listsToAdd(item));
		const found = await read();
		await rejectUsedKeys(item, keysIn(changeOf(found.contact)), found.contact, rejecting(item));
		return await updateWhole(item, found, { read, changeOf, reconciliation });
	};
	const outcome = await withAddressBookLock(item, update);
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
	validate: (item) => rejectEmpty(item, Object.keys(changeFor(item, {})).length === 0),
	plan: updateContact,
	fields: [
		addressBookField,
		...keyFields,
		...firstChangedFields,
		{ ...updateFieldsOf('updateContactFields', furtherChangedFields), description: UPDATE_HELP },
	],
	output: [success('customerGroupId')],
};

import { addressBookField } from '../../fields/addressBook';
import { updateFieldsOf } from '../../fields/collections';
import { nothing } from '../../transport/client/response';
import type { Plan } from '../../transport/engine/requestPolicy';
import { refuseEmpty } from '../../transport/errors/refuse';
import { keyedContact } from '../../transport/idempotency/finders/keyedContact';
import type { Operation } from '../operation';
import { withCleared } from './clear';
import { firstFields, furtherChangedFields } from './fields';
import { CONTACT, keyFields } from './key';
import { written } from './output';

const ONLY_SET =
	'Only fields with a value are sent; to remove a value, choose it under Clear. The service does not document what happens to the fields that are not sent: contacts may keep or lose them.';

/** What a contact is found by. */
const MOVING = ['system_id1', 'emails', 'archived_emails'];

const updateContact: Plan = async (item) => {
	const body = withCleared(item, 'updateFields');
	refuseEmpty(item, Object.keys(body).length === 0);
	// With another key, the contact is not found under the old one when the update is sent again.
	const isMoved = MOVING.some((property) => property in body);
	return (await item.send(isMoved ? { body, finder: keyedContact } : { body })).items;
};

/** API document, Address-book records; the effect of omitted fields is not shown there. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a contact',
	description: 'Change a contact, found by its customer code or an e-mail address. Only fields with a value are sent.',
	method: 'PUT',
	path: CONTACT,
	answer: nothing,
	plan: updateContact,
	fields: [addressBookField, ...keyFields, ...firstFields, { ...updateFieldsOf(furtherChangedFields), description: ONLY_SET }],
	output: [written],
};

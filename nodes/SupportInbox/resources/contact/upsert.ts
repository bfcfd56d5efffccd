import { addressBookField } from '../../fields/shared/addressBook';
import { additionalFieldsOf } from '../../fields/collections';
import { nothing } from '../../transport/client/response';
import type { Operation } from '../operation';
import { withCleared } from './clear';
import { firstFields, furtherUpsertedFields } from './fields';
import { CONTACT, keyFields } from './key';
import { upsertContact } from './upsertPlan';
import { SENT_BACK } from './wholeContact';

const ONE_CONTACT =
	`Further values of the contact; only fields with a value are changed. To remove a value, choose it under Clear. If the customer code and the e-mail addresses given here belong to different contacts, nothing is changed; checking that takes one more request for each of them. ${SENT_BACK}`;

const UPDATE_OR_CREATE =
	'Update the contact with this e-mail address or customer code, or create it if there is none. Without further fields, a contact that exists already is left unchanged.';

/** API document, Address-book records: an update, or a create where there is nothing to update. */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a contact',
	description: UPDATE_OR_CREATE,
	method: 'PUT',
	path: CONTACT,
	answer: nothing,
	check: (item) => void withCleared(item),
	plan: upsertContact,
	fields: [addressBookField, ...keyFields, ...firstFields, { ...additionalFieldsOf(furtherUpsertedFields), description: ONE_CONTACT }],
};

import { addressBookField } from '../../fields/addressBook';
import { additionalFieldsOf } from '../../fields/collections';
import { nothing } from '../../transport/client/response';
import type { Operation } from '../defineResource';
import { upsertedRecordFields } from './fields';
import { CONTACT, keyFields } from './key';
import { written } from './output';
import { upsertContact } from './upsertPlan';

const ONE_CONTACT =
	'What the contact shall have; only the fields that are set are sent. When the customer code and the e-mail addresses given here belong to different contacts, nothing is changed; reading that takes one more request for each of them.';

/** API document, Address-book records: an update, or a create where there is nothing to update. */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a contact',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	method: 'PUT',
	path: CONTACT,
	answer: nothing,
	plan: upsertContact,
	fields: [addressBookField, ...keyFields, { ...additionalFieldsOf(upsertedRecordFields), description: ONE_CONTACT }],
	output: [written],
};

import { additionalFieldsOf } from '../../fields/collections';
import { addressBookField } from '../../fields/shared/locators';
import { success } from '../../output/success';
import { nothing } from '../../transport/client/answer';
import type { Item, RunConstraintsOf } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { excerpt } from '../../transport/excerpt';
import type { Operation } from '../operation';
import { changeOf } from './change';
import { firstChangedFields, furtherUpsertedFields } from './fields';
import { CONTACT, keyFields } from './key';
import { inSmallLetters, nameOfKey, rejecting, REPLACING_CODE } from './keysOfContact';
import { upsertContact } from './upsertPlan';
import { UPDATE_HELP } from './wholeContact';

const UPDATE_OR_CREATE =
	'Update the contact with this e-mail address or customer code, or create it if there is none. Without further fields, a contact that exists already is left unchanged.';

/** Rejects fields for Find By Email when the customer code is the key. */
function rejectOtherKey(item: Item): void {
	const { systemId1: key } = item.values;
	const { system_id1: code = key } = item.body;
	if (key === undefined) return;
	if (code !== key) {
		reject(
			item,
			`There are two customer codes: ${excerpt(String(key))} and ${excerpt(String(code))}`,
			'Take Customer Code out of Additional Fields. To give the contact another code, use Update.',
		);
	}
}

/** Items with one address and two customer codes: each run would give the contact the code of the last one. */
const oneCode: RunConstraintsOf = ({ body: { system_id1: code }, values: { customerGroupId, email }, settings, ...item }) => {
	if (code === undefined || email === undefined || settings.replaceCustomerCode === true) return [];
	const key = inSmallLetters({ by: 'email', value: String(email) });
	const refused = (codes: number) =>
		reject(
			item,
			`The items of the run have ${codes} customer codes for the ${nameOfKey(key)}`,
			`None of them was written. ${REPLACING_CODE}`,
		);
	return [{ names: [JSON.stringify([customerGroupId, key])], countOnceBy: String(code), reject: refused }];
};

/** API document, Address-book records: an update, or a create where there is nothing to update. */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update contact',
	description: UPDATE_OR_CREATE,
	method: 'PUT',
	path: CONTACT,
	answer: nothing,
	validate: (item) => {
		changeOf(item, {}, rejecting(item));
		rejectOtherKey(item);
	},
	runConstraints: oneCode,
	plan: upsertContact,
	fields: [
		addressBookField,
		...keyFields,
		...firstChangedFields,
		{ ...additionalFieldsOf('upsertContactFields', furtherUpsertedFields), description: UPDATE_HELP },
	],
	output: [success('customerGroupId')],
};

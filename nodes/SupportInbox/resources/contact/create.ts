import { additionalFieldsOf } from '../../fields/collections';
import { addressBookField } from '../../fields/shared/locators';
import { pick } from '../../output/pick';
import { success } from '../../output/success';
import { nothing } from '../../transport/client/answer';
import type { Validate, Plan, RunConstraintsOf } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { reject } from '../../transport/errors/reject';
import type { Operation } from '../operation';
import { firstFields, furtherNewFields } from './fields';
import { CONTACTS } from './key';
import { keyedContact } from './keyedContact';
import { keysIn, nameOfKey } from './keysOfContact';

/** Rejects a contact without any value: it is of no use, and n8n sends an empty body without the Content-Type that the service needs. */
const hasValues: Validate = (item) => {
	if (Object.keys(item.body).length > 0) return;
	reject(item, 'The contact has no values', 'Give at least one field a value, such as Last Name or Emails.');
};

/** Two new contacts with one key: the service takes the first and rejects the second, when a part of the table is written. */
const ownKeys: RunConstraintsOf = (item) => {
	if (item.context.continueOnFail()) return [];
	const keys = keysIn(item.body);
	const names = keys.map((key) => JSON.stringify([item.values.customerGroupId, key]));
	return [
		{
			names,
			reject: (items, name) =>
				reject(
					item,
					`${items} items of the run have the ${nameOfKey(keys[names.indexOf(name)])}`,
					'None of them was created. Leave out what is double, with Remove Duplicates before this node, or use Create or Update.',
				),
		},
	];
};

const createContact: Plan = async (item) => {
	const code = pick(item.body, ['system_id1']);
	return (await sendRequest(item, { notes: (row) => ({ ...row, ...code }) })).items;
};

/** API document, Address-book records. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create contact',
	description:
		'Create a contact in an address book. It is refused when another contact has the same customer code or one of the e-mail addresses.',
	method: 'POST',
	path: `${CONTACTS}/create`,
	answer: nothing,
	reconciliation: keyedContact,
	validate: hasValues,
	runConstraints: ownKeys,
	plan: createContact,
	fields: [addressBookField, ...firstFields, additionalFieldsOf('createContactFields', furtherNewFields)],
	output: [success('customerGroupId')],
};

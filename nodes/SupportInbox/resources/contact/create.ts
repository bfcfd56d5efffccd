import { additionalFieldsOf } from '../../fields/collections';
import { addressBookField } from '../../fields/shared/locators';
import { nothing } from '../../transport/client/answer';
import type { Check } from '../../transport/engine/requestPolicy';
import { refuse } from '../../transport/errors/refuse';
import { keyedContact } from '../../transport/idempotency/keyedContact';
import type { Operation } from '../operation';
import { firstFields, furtherNewFields } from './fields';
import { CONTACTS } from './key';
import { written } from './output';

/** Refuses a contact without any value: it is of no use, and n8n sends an empty body without the Content-Type that the service needs. */
const hasValues: Check = (item) => {
	if (Object.keys(item.body).length > 0) return;
	refuse(item, 'The contact has no values', 'Give at least one field a value, such as Last Name or E-Mails.');
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
	finder: keyedContact,
	check: hasValues,
	fields: [addressBookField, ...firstFields, additionalFieldsOf(furtherNewFields)],
	output: [written],
};

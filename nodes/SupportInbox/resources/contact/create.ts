import type { IDataObject } from 'n8n-workflow';

import { addressBookField } from '../../fields/addressBook';
import { additionalFieldsOf } from '../../fields/collections';
import { keyedContact } from '../../transport/idempotency/finders/keyedContact';
import { nothing } from '../../transport/client/response';
import type { Plan } from '../../transport/engine/requestPolicy';
import { singleRequest } from '../../transport/engine/plans';
import type { Operation } from '../defineResource';
import { newRecordFields } from './fields';
import { CONTACTS } from './key';
import { refuseNoValues } from './noValues';
import { written } from './output';

const createContact: Plan = async (item) => {
	refuseNoValues(item, item.request.options.body as IDataObject);
	return await singleRequest(item);
};

/** API document, Address-book records. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a contact',
	description:
		'Create a contact in an address book. It is refused when another contact has the same customer code or one of the e-mail addresses.',
	method: 'POST',
	path: `${CONTACTS}/create`,
	answer: nothing,
	finder: keyedContact,
	plan: createContact,
	fields: [addressBookField, additionalFieldsOf(newRecordFields)],
	output: [written],
};

import type { IDataObject } from 'n8n-workflow';

import { addressBookField } from '../../fields/addressBook';
import { additionalFieldsOf } from '../../fields/collections';
import { keyedContact } from '../../lookUps/keyedContact';
import { nothing } from '../../transport/answer';
import type { Plan } from '../../transport/throughGate';
import { once } from '../../transport/throughGate';
import type { Operation } from '../defineResource';
import { newRecordFields } from './fields';
import { CONTACTS } from './key';
import { refuseNoValues } from './noValues';
import { written } from './output';

const createContact: Plan = async (turn) => {
	refuseNoValues(turn, turn.request.options.body as IDataObject);
	return await once(turn);
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
	lookUp: keyedContact,
	plan: createContact,
	fields: [addressBookField, additionalFieldsOf(newRecordFields)],
	output: [written],
};

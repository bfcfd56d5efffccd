import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { record } from '../../transport/answer';
import type { Operation } from '../defineResource';
import { colorField, nameField, parentField } from './fields';
import { required } from '../../fields/sent';

/** API document, Labels (write). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a label',
	description: 'Create a label in an inbox and return its ID',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/labels',
	answer: record('label_id'),
	fields: [
		inboxField,
		required(nameField),
		additionalFieldsOf([colorField, parentField]),
	],
};

import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/inbox';
import { namedRow } from '../../transport/idempotency/finders/namedRow';
import { isId } from '../../transport/client/fields';
import { record } from '../../transport/client/response';
import type { Operation } from '../operation';
import { colorField, nameField, parentField } from './fields';

/** API document, Labels (write). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a label',
	description: 'Create a label in an inbox and return its ID',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/labels',
	answer: record({ label_id: isId }),
	finder: namedRow({ noun: 'label', where: 'labels', key: 'label_id', separator: '/' }),
	fields: [
		inboxField,
		{ ...nameField, required: true },
		additionalFieldsOf([colorField, parentField]),
	],
};

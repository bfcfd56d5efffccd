import type { IDataObject } from 'n8n-workflow';

import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/shared/inbox';
import { namedRow } from '../../transport/idempotency/finders/namedRow';
import { isId } from '../../transport/client/fields';
import { record } from '../../transport/client/answer';
import type { Plan } from '../../transport/engine/requestPolicy';
import type { Operation } from '../operation';
import { colorField, nameField, parentField } from './fields';

/** Whether the service asks for a color is not in the document: one is always sent. */
const withColor: Plan = async (item) => {
	const body = { color: colorField.default, ...(item.request.options.body as IDataObject) } as IDataObject;
	return (await item.send({ body })).items;
};

/** API document, Labels (write). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create label',
	description: 'Create a label in an inbox and return its ID',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/labels',
	answer: record({ label_id: isId }),
	finder: namedRow({ noun: 'label', where: 'labels', key: 'label_id', separator: '/' }),
	plan: withColor,
	fields: [
		inboxField,
		{ ...nameField, required: true },
		additionalFieldsOf([{ ...colorField, description: `${colorField.description} It is the brightest gray if this is not added.` }, parentField]),
	],
};

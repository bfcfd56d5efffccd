import { additionalFieldsOf } from '../../fields/collections';
import { neverEmpty } from '../../fields/sent';
import { inboxField } from '../../fields/shared/locators';
import { isId, record } from '../../transport/client/answer';
import { createUnlessThere, ifExistsField, semanticsOfCreation } from '../ifExists';
import { nameField } from '../named';
import type { Operation } from '../operation';
import { colorField, parentField } from './fields';

/** API document, Labels (write). It does not say whether a color is required, so one is always sent. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create label',
	description: 'Create a label in an inbox, unless it is there already, and return its ID',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/labels',
	semantics: semanticsOfCreation,
	answer: record({ label_id: isId }),
	plan: createUnlessThere('labels', { color: colorField.default }),
	fields: [
		inboxField,
		{ ...nameField, required: true },
		additionalFieldsOf('createLabelFields', [
			neverEmpty({ ...colorField, description: `${colorField.description}. Default: the brightest gray.` }),
			ifExistsField,
			parentField,
		]),
	],
};

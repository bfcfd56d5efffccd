import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/shared/locators';
import { isId, record } from '../../transport/client/answer';
import { createUnlessThere, ifExistsField, semanticsOfCreation } from '../ifExists';
import { nameField } from '../named';
import type { Operation } from '../operation';
import { parentField } from './fields';

/** API document, Ticket classifications (write). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create classification',
	description: 'Create a ticket classification in an inbox, unless it is there already, and return its ID',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/case_categories',
	semantics: semanticsOfCreation,
	answer: record({ case_category_id: isId }),
	plan: createUnlessThere('classifications'),
	fields: [inboxField, { ...nameField, required: true }, additionalFieldsOf('createClassificationFields', [ifExistsField, parentField])],
};

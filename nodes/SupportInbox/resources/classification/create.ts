import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/shared/inbox';
import { namedRow } from '../../transport/idempotency/finders/namedRow';
import { isId } from '../../transport/client/fields';
import { record } from '../../transport/client/answer';
import type { Operation } from '../operation';
import { nameField, parentField } from './fields';

/** API document, Ticket classifications (write). */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create classification',
	description: 'Create a ticket classification in an inbox and return its ID',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/case_categories',
	semantics: 'nonIdempotent',
	answer: record({ case_category_id: isId }),
	finder: namedRow({ noun: 'classification', where: 'classifications', key: 'case_category_id', separator: ' > ' }),
	fields: [inboxField, { ...nameField, required: true }, additionalFieldsOf([parentField])],
};

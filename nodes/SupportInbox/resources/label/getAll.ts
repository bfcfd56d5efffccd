import { limitFields } from '../../fields/shared/limit';
import { inboxField } from '../../fields/shared/locators';
import { DOCUMENTED } from '../../transport/client/lists';
import { listing } from '../listing';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many labels',
	description: 'List the labels of an inbox with their IDs, colors and parents',
	...listing(DOCUMENTED.labels),
	fields: [inboxField, ...limitFields],
};

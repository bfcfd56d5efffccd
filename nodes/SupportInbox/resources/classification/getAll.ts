import { limitFields } from '../../fields/shared/limit';
import { inboxField } from '../../fields/shared/locators';
import { DOCUMENTED } from '../../transport/client/lists';
import { listing } from '../listing';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists: also with archived classifications. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many classifications',
	description: 'List the ticket classifications of an inbox with their IDs, parents and whether they are archived',
	...listing(DOCUMENTED.classifications),
	fields: [inboxField, ...limitFields],
};

import { limitFields } from '../../fields/shared/limit';
import { inboxField } from '../../fields/shared/locators';
import { DOCUMENTED } from '../../transport/client/lists';
import { listing } from '../listing';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists: the list comes as a whole, in screen order. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many pending reasons',
	description: 'List what tickets of an inbox can wait for, with IDs and whether they come back by themselves',
	...listing(DOCUMENTED.pendingReasons),
	fields: [inboxField, ...limitFields],
};

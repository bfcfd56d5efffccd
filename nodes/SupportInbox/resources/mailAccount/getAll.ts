import { limitFields } from '../../fields/shared/limit';
import { inboxField } from '../../fields/shared/locators';
import { DOCUMENTED } from '../../transport/client/lists';
import { listing } from '../listing';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists: in screen order. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many mail accounts',
	description: 'List the accounts that mail can be sent from in an inbox, with their IDs and addresses',
	...listing(DOCUMENTED.mailAccounts),
	fields: [inboxField, ...limitFields],
};

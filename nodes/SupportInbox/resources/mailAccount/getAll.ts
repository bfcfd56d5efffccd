import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists: in screen order. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many mail accounts',
	description: 'List the accounts that mail can be sent from in an inbox, with their IDs and addresses',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/mail_accounts',
	answer: list('mail_account_id'),
	plan: everyPage({ in: 'qs', maxPerPage: 100, key: 'mail_account_id' }),
	fields: [inboxField, ...limitFields],
};

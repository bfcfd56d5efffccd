import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { list } from '../../transport/client/response';
import { wholeList } from '../../transport/engine/pages';
import type { Operation } from '../operation';

/** API document, Inbox-scoped lists: the list comes as a whole, in screen order. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many pending reasons',
	description: 'List what tickets of an inbox can wait for, with IDs and whether they come back by themselves',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/pending_reasons',
	answer: list('pending_reason_id'),
	plan: wholeList,
	fields: [inboxField, ...limitFields],
};

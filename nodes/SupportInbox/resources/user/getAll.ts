import { filtersOf } from '../../fields/collections';
import { limitFields } from '../../fields/limit';
import { settingsOf } from '../../fields/prepare';
import { flag } from '../../fields/rules';
import { settingField } from '../../fields/sent';
import { simplifyField } from '../../fields/simplify';
import { simplify } from '../../output/simplify';
import { list } from '../../transport/client/response';
import type { Selection } from '../../transport/engine/pages';
import { everyPage } from '../../transport/engine/pages';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import type { Operation } from '../operation';

const SHORT = [
	'mention_name',
	'last_name',
	'first_name',
	'email',
	'status_cd',
	'department_name',
	'employee_no',
	'is_tenant_admin',
	'last_page_loaded_at',
];

const activeOnlyField = settingField(flag, {
	displayName: 'Active Only',
	name: 'activeOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to leave out users who are deleted, locked or not registered yet. The node chooses among all users, 100 with one request.',
});

/** The service lists users in every state. */
async function activeOnly({ request }: ItemRequest): Promise<Selection | undefined> {
	return settingsOf(request).activeOnly === true ? { isWanted: ({ status_cd }) => status_cd === 'available' } : undefined;
}

/** API document, Address books and inboxes: in registration order. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many users',
	description: 'List the users of the tenant with their mention names, which other operations take as assignee',
	method: 'GET',
	path: '/api/v2/users',
	answer: list('mention_name'),
	plan: everyPage({ in: 'qs', maxPerPage: 100, key: 'mention_name' }, activeOnly),
	fields: [...limitFields, simplifyField, filtersOf([activeOnlyField])],
	output: [simplify(SHORT)],
};

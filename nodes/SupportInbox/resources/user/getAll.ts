import { limitFields } from '../../fields/limit';
import { simplifyField } from '../../fields/simplify';
import { simplify } from '../../output/simplify';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
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

/** API document, Address books and inboxes: in registration order. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many users',
	description: 'List the users of the tenant with their mention names, which other operations take as assignee',
	method: 'GET',
	path: '/api/v2/users',
	answer: list('mention_name'),
	plan: everyPage({ in: 'qs', maxPerPage: 100, key: 'mention_name' }),
	fields: [...limitFields, simplifyField],
	output: [simplify(SHORT)],
};

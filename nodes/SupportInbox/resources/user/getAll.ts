import { filtersOf } from '../../fields/collections';
import { flag } from '../../fields/rules';
import { switchField } from '../../fields/sent';
import { type Outline, formFields } from '../../fields/shared/simplify';
import { inChosenForm } from '../../output/simplify';
import { isText } from '../../transport/client/answer';
import type { Item } from '../../transport/engine/item';
import type { Selection } from '../../transport/engine/plans';
import { getMany } from '../getMany';
import type { Operation } from '../operation';

const OUTLINE: Outline = {
	ids: ['mention_name'],
	short: [
		'mention_name',
		'last_name',
		'first_name',
		'email',
		'status_cd',
		'department_name',
		'employee_no',
		'is_tenant_admin',
		'last_page_loaded_at',
	],
	others: ['is_otp_required'],
};

const activeOnlyField = switchField(
	'Active Only',
	'activeOnly',
	'Whether to leave out users who are deleted, locked or not registered yet',
	flag,
);

/** Keeps active users only, if the user wants that: the service lists users in every state. */
async function activeOnly({ settings }: Item): Promise<Selection | undefined> {
	if (settings.activeOnly !== true) return undefined;
	return { needs: { status_cd: isText }, isWanted: ({ status_cd }) => status_cd === 'available' };
}

const listed = getMany('users', 'List the users of the tenant with their mention names, which other operations take as assignee', activeOnly);

/** API document, Address books and inboxes: in registration order. */
export const getAll: Operation = {
	...listed,
	plan: inChosenForm(listed.plan, OUTLINE),
	fields: [
		...listed.fields,
		...formFields(OUTLINE, { outputFields: 'userOutputFields' }),
		filtersOf('getAllUserFilters', [activeOnlyField]),
	],
};

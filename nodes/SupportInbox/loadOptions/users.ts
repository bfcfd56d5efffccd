import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { none } from '../fields/enumerations';
import { fullNameOf } from '../output/names';
import { SOURCES } from '../transport/client/lists';
import { readList } from './readList';

/** The tenant's users, the active ones first, with their mention names (API document, User). */
export async function getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const rows = await readList.call(this, SOURCES.users());
	const isActive = (row: (typeof rows)[number]) => row.status_cd === 'available';
	return [...rows.filter(isActive), ...rows.filter((row) => !isActive(row))].map((row) => {
		const state = isActive(row) ? '' : ` (${String(row.status_cd)})`;
		return { name: `${fullNameOf(row)}${state}`, value: String(row.mention_name) };
	});
}

/** For fields where nobody is a choice of its own. */
export async function getUsersOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Assignee'), ...(await getUsers.call(this))];
}

/** For contacts, whose tickets can be assigned by default. */
export async function getUsersOrNoDefault(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Default Assignee'), ...(await getUsers.call(this))];
}

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { keep, none } from '../../fields/enumerations';
import { LISTS, nameOf } from '../../transport/client/lists';
import { ofTenant, readList } from '../readList';

/** The tenant's users with their mention names, without deleted and locked ones, but with those that the node names already (API document, User). */
export async function getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofTenant(this, async () => {
		const rows = await readList.call(this, LISTS.users());
		const isActive = (row: (typeof rows)[number]) => row.status_cd === 'available';
		const chosen = JSON.stringify(this.getCurrentNodeParameters() ?? {});
		const isGone = (row: (typeof rows)[number]) => ['deleted', 'locked'].includes(String(row.status_cd));
		const others = rows.filter((row) => !isActive(row) && (!isGone(row) || chosen.includes(JSON.stringify(row.mention_name))));
		return [...rows.filter(isActive), ...others].map((row) => {
			const state = isActive(row) ? '' : ` (${String(row.status_cd)})`;
			return { name: `${nameOf(row)}${state}`, value: String(row.mention_name) };
		});
	});
}

/** For fields where nobody is a choice of its own. */
export async function getUsersOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Assignee'), ...(await getUsers.call(this))];
}

/** For fields that are always shown and change nothing until the user says so. */
export async function getUsersOrKeep(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [keep('Leave as It Is'), ...(await getUsersOrNone.call(this))];
}

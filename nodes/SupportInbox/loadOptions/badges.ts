import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { chosen, readList } from './readList';

/** The badges of the chosen address book in the service's order (API document, Badge). */
export async function getBadges(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const path = `/api/v2/customer_groups/${chosen.call(this, 'customerGroupId')}/badges`;
	const rows = await readList.call(this, { path, key: 'badge_id', maxPerPage: 100 });
	return rows.map((row) => ({ name: String(row.name), value: row.badge_id as number }));
}

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readList } from './readList';

/** API document, Address books and inboxes: the list comes as a whole. */
export async function getAddressBooks(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const rows = await readList.call(this, { path: '/api/v2/customer_groups', key: 'customer_group_id' });
	return rows.map((row) => ({ name: String(row.name), value: row.customer_group_id as number }));
}

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readList } from './readList';

/** API document, Address books and inboxes. */
export async function getInboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const rows = await readList.call(this, { path: '/api/v2/message_boxes', key: 'message_box_id' });
	return rows.map((row) => ({ name: String(row.name), value: row.message_box_id as number }));
}

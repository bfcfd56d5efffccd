import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { LISTS } from '../../transport/client/lists';
import { choicesOf } from '../choices';
import { ofTenant, readList } from '../readList';

/** API document, Address books and inboxes: the list comes as a whole. */
export async function getInboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofTenant(this, async () => choicesOf(await readList.call(this, LISTS.inboxes()), 'message_box_id'));
}

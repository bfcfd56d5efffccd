import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { LISTS } from '../../transport/client/lists';
import { choicesOf } from '../choices';
import { ofChosen, readList } from '../readList';

/** The badges of the chosen address book in the service's order (API document, Badge). */
export async function getBadges(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'customerGroupId', async (book) =>
		choicesOf(await readList.call(this, LISTS.badges(book)), 'badge_id'),
	);
}

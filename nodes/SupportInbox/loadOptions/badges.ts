import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { SOURCES } from '../transport/client/lists';
import { choicesOf } from './choices';
import { chosen, readList } from './readList';

/** The badges of the chosen address book in the service's order (API document, Badge). */
export async function getBadges(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const source = SOURCES.badges(chosen.call(this, 'customerGroupId'));
	return choicesOf(await readList.call(this, source), 'badge_id');
}

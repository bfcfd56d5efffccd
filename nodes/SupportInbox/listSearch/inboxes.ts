import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { getInboxes } from '../loadOptions';
import { matching } from './matching';

/** The inboxes for the locator, narrowed by what the user typed. */
export async function searchInboxes(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return { results: matching(await getInboxes.call(this), filter) };
}

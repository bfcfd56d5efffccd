import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { ALL_INBOXES } from '../fields/shared/inbox';
import { getInboxes } from '../loadOptions';
import { matching } from './matching';

/** The inboxes for the locator, narrowed by what the user typed; for a search of tickets also all of them. */
export async function searchInboxes(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const all = this.getCurrentNodeParameter('operation') === 'getAll' && this.getCurrentNodeParameter('resource') === 'ticket';
	const choices = [...(all ? [{ name: ALL_INBOXES, value: ALL_INBOXES }] : []), ...(await getInboxes.call(this))];
	return { results: matching(choices, filter) };
}

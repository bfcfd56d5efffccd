import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { getAddressBooks } from '../loadOptions';
import { matching } from './matching';

/** The address books for the locator, narrowed by what the user typed. */
export async function searchAddressBooks(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return { results: matching(await getAddressBooks.call(this), filter) };
}

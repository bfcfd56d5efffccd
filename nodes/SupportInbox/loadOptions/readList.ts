import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Source } from '../transport/client/lists';
import { wholeListOf } from '../transport/client/lists';
import { dropdownReader } from '../transport/engine/dropdownReader';

/**
 * Reads every page of a list for a dropdown, or takes it from the cache when that is less than a minute old.
 *
 * @throws NodeApiError that says why the dropdown stays empty
 */
export async function readList(this: ILoadOptionsFunctions, source: Source): Promise<IDataObject[]> {
	const { connection, read } = await dropdownReader.call(this, `dropdown ${source.path}`);
	return await wholeListOf(connection, read, source);
}

/**
 * Reads the inbox or address book that a dropdown depends on.
 *
 * @throws NodeOperationError when none is chosen yet
 */
export function chosen(this: ILoadOptionsFunctions, parameter: 'messageBoxId' | 'customerGroupId'): number {
	const given = this.getCurrentNodeParameter(parameter, { extractValue: true });
	const number = Number(given);
	if (Number.isSafeInteger(number) && number > 0) return number;
	const noun = parameter === 'messageBoxId' ? 'inbox' : 'address book';
	throw new NodeOperationError(this.getNode(), `Choose the ${noun} first`, {
		description: `This list belongs to one ${noun}. Choose it above, or give the id here by expression.`,
	});
}

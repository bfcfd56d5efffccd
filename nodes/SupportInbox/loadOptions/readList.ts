import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { connect } from '../transport/connection';
import type { Read, Source } from '../transport/lists';
import { wholeListOf } from '../transport/lists';
import { request } from '../transport/request';

/** A person waits for a dropdown: longer than this they are told when the rate limit opens instead. */
const PATIENCE_MS = 20_000;

/**
 * Reads every page of a list for a dropdown, or recalls it from less than a minute ago.
 *
 * @throws NodeApiError that says why the dropdown stays empty
 */
export async function readList(this: ILoadOptionsFunctions, source: Source): Promise<IDataObject[]> {
	const caller = { purpose: 'person', deadline: Date.now() + PATIENCE_MS, lane: `dropdown ${source.path}` } as const;
	const read: Read = async (serviceRequest) => await request.call(this, caller, serviceRequest);
	return await wholeListOf(await connect(this), read, source);
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

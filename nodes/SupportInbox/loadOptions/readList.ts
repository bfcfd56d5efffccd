import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { list } from '../transport/answer';
import { connect } from '../transport/connection';
import { request } from '../transport/request';

/** A person waits for a dropdown: longer than this they are told when the rate limit opens instead. */
const PATIENCE_MS = 20_000;

/** A list of the service: its path, the field that tells rows apart, and its page size where it has pages. */
export interface Source {
	path: string;
	key: string;
	maxPerPage?: number;
}

/**
 * Reads every page of a list for a dropdown, or recalls it from less than a minute ago
 * (API document, Limits: page sizes).
 *
 * @throws NodeApiError that says why the dropdown stays empty
 */
export async function readList(this: ILoadOptionsFunctions, source: Source): Promise<IDataObject[]> {
	const { memory } = await connect(this);
	return await memory.recall(source.path, Date.now(), async () => await readPages.call(this, source));
}

async function readPages(this: ILoadOptionsFunctions, { path, key, maxPerPage }: Source): Promise<IDataObject[]> {
	const caller = { purpose: 'person', deadline: Date.now() + PATIENCE_MS, lane: `dropdown ${path}` } as const;
	const rows = new Map<unknown, IDataObject>();
	for (let page = 1; ; page++) {
		const qs = maxPerPage === undefined ? {} : { per_page: maxPerPage, page };
		const { items } = await request.call(this, caller, { method: 'GET', path, qs, expected: list(key) });
		const before = rows.size;
		for (const { json } of items) if (!rows.has(json[key])) rows.set(json[key], json);
		if (maxPerPage === undefined || items.length < maxPerPage || rows.size === before) return [...rows.values()];
	}
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

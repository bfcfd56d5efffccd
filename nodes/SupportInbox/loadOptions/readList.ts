import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceList } from '../transport/client/lists';
import { wholeListOf } from '../transport/client/lists';
import { dropdownReader } from '../transport/engine/dropdownReader';

/**
 * Reads every page of a list for a dropdown, or takes it from the cache when that is less than a minute old.
 *
 * @throws NodeApiError that says why the dropdown stays empty
 */
export async function readList(this: ILoadOptionsFunctions, list: ServiceList): Promise<IDataObject[]> {
	const { connection, read } = await dropdownReader.call(this, `dropdown ${list.path}`);
	return await wholeListOf(connection, read, list);
}

/** The locator that a list belongs to. */
export type Owner = 'messageBoxId' | 'customerGroupId';

/**
 * @param choices makes the choices of the inbox or address book that was chosen
 * @returns them; while none is chosen an entry that says so, since an error is no answer to somebody who has just begun
 */
export async function ofChosen<Choice extends { name: string; value: unknown }>(
	context: ILoadOptionsFunctions,
	owner: Owner,
	choices: (id: number) => Promise<Choice[]>,
): Promise<Array<Choice | { name: string; value: '' }>> {
	const id = chosen(context, owner);
	if (id !== undefined) return await choices(id);
	return [chooseFirst(owner === 'messageBoxId' ? 'an inbox' : 'an address book')];
}

/**
 * n8n asks for the lists of a node that was just added before it has given it the credential, and not again when the
 * credential comes while it waits for the answer.
 *
 * @param choices makes the choices of the tenant
 * @returns them; while the node has no credential an entry that says what to do
 */
export async function ofTenant(
	context: ILoadOptionsFunctions,
	choices: () => Promise<INodePropertyOptions[]>,
): Promise<INodePropertyOptions[]> {
	const { credentials = {} } = context.getNode();
	if (Object.keys(credentials).length > 0) return await choices();
	return [{ ...chooseFirst('a credential'), description: 'Where one is chosen already: refresh this list in the menu above the field' }];
}

/** The only entry of a list while what it belongs to is not chosen. @param owner with its article */
export function chooseFirst(owner: string): { name: string; value: '' } {
	return { name: `Choose ${owner} first`, value: '' };
}

/** @returns the id in the locator above, or undefined while there is none */
export function chosen(context: ILoadOptionsFunctions, owner: Owner): number | undefined {
	const id = Number(context.getCurrentNodeParameter(owner, { extractValue: true }));
	return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

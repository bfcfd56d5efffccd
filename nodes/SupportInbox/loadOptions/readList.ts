import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { idNamed } from '../fields/names';
import { ALL_INBOXES } from '../fields/shared/locators';
import { wholeListOf } from '../transport/client/listCache';
import { type ServiceList, DOCUMENTED, LISTS, nameOf } from '../transport/client/lists';
import type { Read } from '../transport/client/request';
import type { Connection } from '../transport/connection';
import { readForDropdown } from '../transport/engine/dropdownReader';

/**
 * Reads every page of a list for a dropdown, or takes it from the cache when that is less than a minute old.
 *
 * @throws NodeApiError that says why the dropdown stays empty
 */
export async function readList(this: ILoadOptionsFunctions, list: ServiceList): Promise<readonly IDataObject[]> {
	const ask = async (connection: Connection, read: Read) => await wholeListOf(connection, read, list);
	return await readForDropdown(this, list.path, ask);
}

/** The locator that a list belongs to. */
type Owner = 'messageBoxId' | 'customerGroupId';

const OWNERS = { messageBoxId: 'inboxes', customerGroupId: 'addressBooks' } as const;

/**
 * @param choices makes the choices of the chosen inbox or address book
 * @returns the choices; while none is chosen, an entry that says so, because a user who has just begun must not get an error
 */
export async function ofChosen(
	context: ILoadOptionsFunctions,
	owner: Owner,
	choices: (id: number) => Promise<INodePropertyOptions[]>,
): Promise<INodePropertyOptions[]> {
	const inside = await chosen(context, owner);
	return inside.id === undefined ? [notice(inside.missing)] : await choices(inside.id);
}

/**
 * n8n loads the lists of a new node before it sets the credential. When the credential comes while the list is being
 * loaded, n8n does not load it again.
 *
 * @param choices makes the choices of the tenant
 * @returns the choices; while the node has no credential, an entry that says what to do
 */
export async function ofTenant(
	context: ILoadOptionsFunctions,
	choices: () => Promise<INodePropertyOptions[]>,
): Promise<INodePropertyOptions[]> {
	const { credentials = {} } = context.getNode();
	if (Object.keys(credentials).length > 0) return await choices();
	const { name } = chooseFirst('a credential');
	return [notice({ name, description: 'If one is already chosen, refresh this list in the menu above the field' })];
}

/** Why a list stays empty, and what to do. */
interface Missing {
	name: string;
	description?: string;
}

/** @param owner the noun for what the list belongs to, with its article */
function chooseFirst(owner: string): Missing {
	return { name: `Choose ${owner} first` };
}

/** @param owner the noun for what the list belongs to; its expression has a value at run time only */
function notForExpression(owner: string): Missing {
	return {
		name: `Cannot be loaded while the ${owner} is an expression`,
		description: 'Switch this field to Expression too and enter IDs or names, several with commas between them',
	};
}

/** For all inboxes no list is loaded, because each inbox has labels of its own. */
const IN_ALL_INBOXES: Missing = {
	name: 'Cannot be loaded for all inboxes',
	description: 'Switch this field to Expression and enter names or IDs, several with commas between them. Each must exist in at least one inbox.',
};

/** One of n8n's load options methods. */
export type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** The same choices with one more before them. */
export function behind(first: INodePropertyOptions, load: Load): Load {
	return async function () {
		return [first, ...(await load.call(this))];
	};
}

/** @returns the only entry of a list that cannot be loaded; the user cannot choose it */
export function notice(missing: Missing): INodePropertyOptions {
	return { ...missing, value: '', disabled: true };
}

/** An inbox or address book: its id, or why there is no id yet. */
type Chosen = { id: number } | { id?: undefined; missing: Missing };

/** @returns what the locator above contains. @throws what {@link chosenIn} throws */
export async function chosen(context: ILoadOptionsFunctions, owner: Owner): Promise<Chosen> {
	return await chosenIn(context, owner, context.getCurrentNodeParameter(owner, { extractValue: true }));
}

/**
 * @param value an id, a name or an expression, as a field contains it
 * @throws UserError for a name that is unknown or belongs to several
 */
export async function chosenIn(context: ILoadOptionsFunctions, owner: Owner, value: unknown): Promise<Chosen> {
	const given = String(value ?? '').trim();
	const list = OWNERS[owner];
	const { noun } = DOCUMENTED[list];
	if (given === '') return { missing: chooseFirst(`an ${noun}`) };
	if (given.startsWith('=')) return { missing: notForExpression(noun) };
	if (given === ALL_INBOXES) return { missing: IN_ALL_INBOXES };
	if (/^[1-9]\d*$/.test(given)) return { id: Number(given) };
	return { id: Number(idNamed(list, given, await readList.call(context, LISTS[list]()))) };
}

/** @returns the rows as choices by their name, in the service's order; the value is their id */
export function choicesOf(rows: readonly IDataObject[], id: string): INodePropertyOptions[] {
	return rows.map((row) => ({ name: nameOf(row), value: row[id] as number }));
}

/** For a search: `-1` selects tickets without a label (API document, Ticket search). */
export const WITHOUT_LABEL: INodePropertyOptions = { name: 'No Label', value: -1 };

/** @returns the labels of an inbox as choices */
export async function labelsOf(context: ILoadOptionsFunctions, messageBoxId: number): Promise<INodePropertyOptions[]> {
	return choicesOf(await readList.call(context, LISTS.labels(messageBoxId)), 'label_id');
}

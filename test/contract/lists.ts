/** The lists of an inbox or address book, as the contract has them: their names, ids, rows and pages. */
import { OPERATIONS, type ContractOperation, type JsonSchema } from './contract';

export interface List {
	/** `mailAccounts` for the path `mail_accounts` */
	name: string;
	/** the id in the path of the inbox or address book that has it */
	owner: 'message_box_id' | 'customer_group_id';
	/** the field of a row that is its id: the first required one */
	key: string;
	row: JsonSchema;
	operation: ContractOperation;
}

const camelCase = (text: string) => text.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Each GET below an inbox or address book that answers with rows. */
export const LISTS: List[] = OPERATIONS.flatMap((operation) => {
	const { method, segments, answer } = operation;
	const [name, owner] = [...segments].reverse();
	const row = answer?.items;
	if (method !== 'GET' || !row || !owner?.startsWith('{')) return [];
	return [{ name: camelCase(name), owner: owner.slice(1, -1) as List['owner'], key: row.required![0], row, operation }];
});

/** @returns the list whose rows a field of a body names by their ids: `label_ids` names `labels` */
export function listNamedBy(field: string, { segments }: ContractOperation): List | undefined {
	return LISTS.find(({ key, owner }) => segments.includes(`{${owner}}`) && [key, `${key}s`].includes(field));
}

/** @returns a row whose fields are empty, as far as their types allow */
export function emptyRow({ properties = {} }: JsonSchema): Record<string, unknown> {
	return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, emptyValue(schema)]));
}

function emptyValue({ type, enum: codes, 'x-codes': known = codes }: JsonSchema): unknown {
	const types = [type].flat();
	if (types.includes('null')) return null;
	if (known) return known[0];
	if (types.includes('array')) return [];
	if (types.includes('boolean')) return false;
	return types.includes('string') ? '' : 0;
}

import type { IDataObject, IExecuteSingleFunctions, PostReceiveAction } from 'n8n-workflow';

import { emailAddress, isBlank } from '../../fields/rules';
import { pick } from '../../output/simplify';

/** The item of a write, which the service answers with 204. */
export const written: PostReceiveAction = async function ([{ json }]) {
	return [{ json: outcomeOf(this, json) }];
};

/**
 * @param values the checked values of the path
 * @returns what a write tells: the address book and the key it was about
 */
export function outcomeOf(context: Parameters, { customerGroupId }: Readonly<Record<string, unknown>>): IDataObject {
	return { success: true, customer_group_id: Number(customerGroupId), ...keyOf(context) };
}

type Parameters = Pick<IExecuteSingleFunctions, 'getNodeParameter'>;

/** Create has no Find By: a new record is known by the customer code it was given, if any. */
function keyOf(context: Parameters): IDataObject {
	const findBy = context.getNodeParameter('findBy', 'new');
	if (findBy === 'email') return { email: emailAddress(context.getNodeParameter('email'), { zone: '', now: 0 }) as string };
	const code = context.getNodeParameter(findBy === 'new' ? 'additionalFields.systemId1' : 'systemId1', '');
	return isBlank(code) ? {} : { system_id1: String(code) };
}

/** The document shows the custom items under two names: they come out as `custom_item1` to `custom_item10`. */
export const customItems: PostReceiveAction = async (items) =>
	items.map((item) => ({
		...item,
		json: Object.fromEntries(
			Object.entries(item.json).map(([name, value]) => [
				name.replace(/^custom_(\d{2})$/, (_match, number: string) => `custom_item${Number(number)}`),
				value,
			]),
		),
	}));

const SHORT = [
	'customer_id',
	'system_id1',
	'last_name',
	'first_name',
	'company_name',
	'emails',
	'tels',
	'badge_ids',
	'default_assignee',
];

/** The short form of a record: e-mail addresses and phone numbers are plain texts there. */
export function short(record: IDataObject): IDataObject {
	return { ...pick(record, SHORT), ...textsOf(record, 'emails', 'email'), ...textsOf(record, 'tels', 'tel') };
}

function textsOf(record: IDataObject, list: string, entry: string): IDataObject {
	const rows = record[list];
	return Array.isArray(rows) ? { [list]: (rows as IDataObject[]).map((row) => row[entry]) as string[] } : {};
}

import type { IDataObject, IExecuteSingleFunctions, PostReceiveAction } from 'n8n-workflow';
import { emailAddress, isBlank } from '../../fields/rules';
import type { Outline } from '../../fields/shared/simplify';
import { isObject } from '../../transport/client/answer';

/** The item of a write, which the service answers with 204. */
export const written: PostReceiveAction = async function ([{ json }]) {
	return [{ json: outcomeOf(this, json) }];
};

/**
 * @param values the checked values of the path
 * @returns the output of a write: success, the address book and the key of the contact
 */
export function outcomeOf(context: Parameters, { customerGroupId }: Readonly<Record<string, unknown>>): IDataObject {
	return { success: true, customer_group_id: Number(customerGroupId), ...reportedKeyOf(context) };
}

type Parameters = Pick<IExecuteSingleFunctions, 'getNodeParameter'>;

/** Create has no Find By, so for a new record the output has its customer code, if any. */
function reportedKeyOf(context: Parameters): IDataObject {
	const findBy = context.getNodeParameter('findBy', 'new');
	if (findBy === 'email') return { email: emailAddress(context.getNodeParameter('email'), { zone: '', now: 0 }) as string };
	const code = context.getNodeParameter(findBy === 'new' ? 'additionalFields.systemId1' : 'systemId1', '');
	return isBlank(code) ? {} : { system_id1: String(code) };
}

export const customItems: PostReceiveAction = async (items) => items.map((item) => ({ ...item, json: withItemNames(item.json) }));

/** @returns the record with its custom items as `custom_item1` to `custom_item10`: the document shows them under two names */
export function withItemNames(record: IDataObject): IDataObject {
	const named = (name: string) => name.replace(/^custom_(\d{2})$/, (_match, number: string) => `custom_item${Number(number)}`);
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [named(name), value]));
}

export const OUTLINE: Outline = {
	ids: ['customer_id', 'system_id1'],
	short: [
		'customer_id',
		'system_id1',
		'last_name',
		'first_name',
		'company_name',
		'emails',
		'tels',
		'badge_ids',
		'default_assignee',
	],
	others: [
		'address1',
		'address2',
		'archived_emails',
		'archived_tels',
		'city',
		...Array.from({ length: 10 }, (_, index) => `custom_item${index + 1}`),
		'department',
		'first_name_kana',
		'gender_cd',
		'last_name_kana',
		'note',
		'postal_code',
		'region',
		'title',
		'url',
	],
};

/** @returns the record for a short form, in which e-mail addresses and phone numbers are plain texts */
export function shortLists(record: IDataObject): IDataObject {
	return { ...plainTextsOf(record, 'emails', 'email'), ...plainTextsOf(record, 'tels', 'tel') };
}

function plainTextsOf(record: IDataObject, list: string, entry: string): IDataObject {
	const rows = record[list];
	return Array.isArray(rows) ? { [list]: (rows as unknown[]).map((row) => (isObject(row) ? row[entry] : row)) as string[] } : {};
}

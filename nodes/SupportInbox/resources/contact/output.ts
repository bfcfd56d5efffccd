import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../transport/client/answer';

/** @returns the record with its custom items as `custom_item1` to `custom_item10`: the document shows them under two names */
export function withItemNames(record: IDataObject): IDataObject {
	const named = (name: string) => name.replace(/^custom_(\d{2})$/, (_match, number: string) => `custom_item${Number(number)}`);
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [named(name), value]));
}

/** @returns the record for a short form, in which e-mail addresses and phone numbers are plain texts */
export function shortLists(record: IDataObject): IDataObject {
	return { ...plainTextsOf(record, 'emails', 'email'), ...plainTextsOf(record, 'tels', 'tel') };
}

function plainTextsOf(record: IDataObject, list: string, entry: string): IDataObject {
	const rows = record[list];
	return Array.isArray(rows) ? { [list]: (rows as unknown[]).map((row) => (isObject(row) ? row[entry] : row)) as string[] } : {};
}

import type { IDataObject } from 'n8n-workflow';
import { millisOf } from '../../store/time';
import type { ResponseShape } from '../errors/failure';

/** Whether the value of a field of an answer can be used. */
export type FieldCheck = (value: unknown) => boolean;

/** Fields of an answer by their name in the API. */
export type Fields = Readonly<Record<string, FieldCheck>>;

/** Any value, also null. */
export const present: FieldCheck = (value) => value !== undefined;
export const isId: FieldCheck = (value) => Number.isSafeInteger(value) && (value as number) > 0;
export const isText: FieldCheck = (value) => typeof value === 'string';
const isWord: FieldCheck = (value) => isText(value) && value !== '';
export const isDate: FieldCheck = (value) => !Number.isNaN(millisOf(value, NaN));
export const isIds: FieldCheck = (value) => Array.isArray(value) && value.every(isId);
/** The value that was asked for. */
export const is =
	(expected: unknown): FieldCheck =>
	(value) =>
		value === expected;
/** Unset optional values are returned as null (API document, Resources and their fields). */
export const orNull =
	(check: FieldCheck): FieldCheck =>
	(value) =>
		value === null || check(value);
export const isList: FieldCheck = (value) => Array.isArray(value);
/** No value, or a single one such as a text or a number. */
export const isSingle: FieldCheck = (value) => typeof value !== 'object' || value === null;
/** No value, or a list of single values. */
export const isSingles: FieldCheck = (value) => value === undefined || value === null || (Array.isArray(value) && value.every(isSingle));
/** A list of objects that each have these fields. */
export const rowsWith =
	(fields: Fields): FieldCheck =>
	(value) =>
		Array.isArray(value) && value.every((row) => isObject(row) && missingField(row, fields) === undefined);

/** @returns the name of the first field that `value` lacks or whose check fails, if any */
export function missingField(value: Record<string, unknown>, fields: Fields): string | undefined {
	return Object.keys(fields).find((name) => !fields[name](value[name]));
}

/** The times of records, tickets and messages (API document, Resources and their fields). */
const TIMES = ['created_at', 'last_updated_at', 'sent_at'];

/** @returns the name of a time that cannot be read: taken for another moment, it would make something old new */
function unreadableTime(record: Record<string, unknown>): string | undefined {
	return TIMES.find((name) => record[name] !== undefined && record[name] !== null && !isDate(record[name]));
}

/** @returns whether it is an object, but not a list */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What an answer must contain.
 * - `fields`: the fields of the record, or of every row of the list: an answer without them is rejected.
 * - `row`: the fields of a usable row of a list: other rows are skipped. Undefined: `fields` decide.
 * - `within`: lists inside the record or row, with the field that identifies their rows: a row without it is skipped.
 *
 * A time that cannot be read counts as a field that is missing; where all rows have such a time, or lack it, the answer is rejected.
 * - `page`: the list of a record that comes page by page.
 */
export interface Expected {
	shape: ResponseShape;
	fields: Fields;
	row?: Fields;
	within?: Readonly<Record<string, string>>;
	page?: string;
}

/** Lists of rows that a ticket and its messages have (API document, Ticket). */
const OF_TICKET = { messages: 'message_id', attachments: 'attachment_id' };

/**
 * A JSON array of rows.
 *
 * @param key the field that identifies a row; a row without it, or without one of `row`, is skipped
 * @param fields the fields that every other row must have, because the caller uses them
 */
export const list = (key: string, fields: Fields = {}, row: Fields = {}): Expected => ({
	shape: 'list',
	fields,
	row: { ...row, [key]: keyCheck(key) },
	within: OF_TICKET,
});
/** A JSON array of rows that must all have these fields: no row is skipped, because the caller may need it. */
export const wholeList = (fields: Fields): Expected => ({ shape: 'list', fields });
/** A JSON object that has these fields. */
export const record = (fields: Fields, within: Expected['within'] = OF_TICKET): Expected => ({ shape: 'record', fields, within });
/** A JSON object with a list that comes page by page. @param key the field that identifies a row of it */
export const recordOfPages = (page: string, key: string): Expected => ({ ...record({ [page]: orNull(isList) }, { [page]: key }), page });
/** Status 204 only (API document, Endpoints, General rules): a login page answers with 200. */
export const nothing: Expected = { shape: 'nothing', fields: {} };
/** A binary stream with a Content-Disposition (API document, Attachment download); a login page has none. */
export const file: Expected = { shape: 'file', fields: {} };

/**
 * The result of the check of an answer.
 * - `rows`: the usable rows, or the one record; `sent`: how many rows the service sent; for a record with pages, in this page.
 * - `skipped`: which rows were skipped, in words.
 * - `missing`: the field that an answer of the right shape lacks; undefined: the answer has another shape.
 */
type Checked = { rows: IDataObject[]; sent: number; skipped: string[] } | { missing?: string };

/** Checks the body of an answer with a success status, for the node, its dropdowns and the trigger. */
export function checkedAnswer(body: unknown, { shape, fields, row, within = {}, page }: Expected): Checked {
	const all = shape === 'list' && Array.isArray(body) ? (body as unknown[]) : shape === 'record' && isObject(body) ? [body] : undefined;
	if (all === undefined) return {};
	const unreadable = timeOfNone(all, row);
	if (unreadable !== undefined) return { missing: unreadable };
	const skipped: string[] = [];
	const rows = row === undefined ? all : usableOf(all, row, skipped);
	const known = Object.keys({ ...row, ...fields });
	const isKnown = (one: unknown): one is IDataObject => isObject(one) && known.some((name) => name in one);
	// When no row has the fields, the list is of something else.
	if (known.length > 0 && all.length > 0 && !all.some(isKnown)) return {};
	const wrong = rows.find((one) => !isObject(one) || unusableField(one, fields) !== undefined);
	if (wrong !== undefined) return { missing: isKnown(wrong) ? unusableField(wrong, fields) : undefined };
	const foreign = (rows as IDataObject[]).map((one) => foreignField(one, within)).find((name) => name !== undefined);
	if (foreign !== undefined) return { missing: foreign };
	const usable = (rows as IDataObject[]).map((one) => withUsableRows(one, within, skipped));
	const sent = page === undefined ? all : ((rows[0] as IDataObject)[page] as unknown[] | null);
	return { rows: usable, sent: sent?.length ?? 0, skipped };
}

/** @returns the name of a field that a row lacks, or of a time of it that cannot be read */
function unusableField(row: Record<string, unknown>, fields: Fields): string | undefined {
	return missingField(row, fields) ?? unreadableTime(row);
}

/** @returns the name of a time that cannot be read, or that is needed and missing, where each of the entries has such a time */
function timeOfNone(entries: readonly unknown[], needed: Fields = {}): string | undefined {
	const lacking = (entry: Record<string, unknown>) => TIMES.find((name) => needed[name]?.(entry[name]) === false);
	const names = entries.map((entry) => (isObject(entry) ? (unreadableTime(entry) ?? lacking(entry)) : undefined));
	return names.includes(undefined) ? undefined : names[0];
}

/** @returns the entries that are objects with these fields */
function usableOf(entries: readonly unknown[], needed: Fields, skipped: string[]): IDataObject[] {
	const lacking = new Map<string, number>();
	const usable = entries.filter((entry): entry is IDataObject => {
		const missing = isObject(entry) ? unusableField(entry, needed) : Object.keys(needed)[0];
		if (missing !== undefined) lacking.set(missing, (lacking.get(missing) ?? 0) + 1);
		return missing === undefined;
	});
	for (const [name, count] of lacking) skipped.push(`${count} ${count === 1 ? 'row' : 'rows'} without a usable ${name}`);
	return usable;
}

/** @returns the name of a list in the row of which no entry has the field that identifies it, or of the time that no entry of a list has */
function foreignField(row: IDataObject, within: Readonly<Record<string, string>>): string | undefined {
	for (const name of Object.keys(within)) {
		const entries = Array.isArray(row[name]) ? (row[name] as unknown[]).filter(isObject) : [];
		if (entries.length > 0 && !entries.some((entry) => within[name] in entry)) return name;
		const unreadable = timeOfNone(entries);
		if (unreadable !== undefined) return unreadable;
	}
	return undefined;
}

/** @returns the row without the unusable rows in its lists */
function withUsableRows(row: IDataObject, within: Readonly<Record<string, string>>, skipped: string[]): IDataObject {
	let usable = row;
	for (const [name, key] of Object.entries(within)) {
		const entries = row[name];
		if (!Array.isArray(entries)) continue;
		const usableRows = usableOf(entries, { [key]: keyCheck(key) }, skipped);
		usable = { ...usable, [name]: usableRows.map((entry) => withUsableRows(entry, within, skipped)) };
	}
	return usable;
}

/** A user is identified by the mention name, everything else by a number. */
function keyCheck(key: string): FieldCheck {
	return key === 'mention_name' ? isWord : isId;
}

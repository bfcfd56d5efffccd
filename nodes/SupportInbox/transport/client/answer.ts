import type { IDataObject } from 'n8n-workflow';

import type { ResponseShape } from '../errors/failure';

/** What the value of a field of an answer must be for something to rest on it. */
export type FieldCheck = (value: unknown) => boolean;

/** Fields of an answer by their name in the API. */
export type Fields = Readonly<Record<string, FieldCheck>>;

/** Any value, also null. */
export const present: FieldCheck = (value) => value !== undefined;
export const isId: FieldCheck = (value) => Number.isSafeInteger(value) && (value as number) > 0;
export const isText: FieldCheck = (value) => typeof value === 'string';
const isWord: FieldCheck = (value) => isText(value) && value !== '';
export const isDate: FieldCheck = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
export const isIds: FieldCheck = (value) => Array.isArray(value) && value.every(isId);
/** The one thing that was asked for, and no other. */
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
/** A text, a number or another single value, if there is one. */
export const isSingle: FieldCheck = (value) => typeof value !== 'object' || value === null;
/** A list of single values, if there is one. */
export const isSingles: FieldCheck = (value) => value === undefined || value === null || (Array.isArray(value) && value.every(isSingle));
/** A list of objects that each have these fields. */
export const rowsWith =
	(fields: Fields): FieldCheck =>
	(value) =>
		Array.isArray(value) && value.every((row) => isObject(row) && missingField(row, fields) === undefined);

/** @returns the name of the first field that `value` lacks or has otherwise than it must be, if any */
export function missingField(value: Record<string, unknown>, fields: Fields): string | undefined {
	return Object.keys(fields).find((name) => !fields[name](value[name]));
}

/** @returns whether it is an object with fields, and no list */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What an answer must be.
 * - `fields`: what the record, or every row of the list, must have: an answer without it is refused.
 * - `row`: which rows of a list are usable: the others are left out. Undefined: `fields` decide.
 * - `within`: lists of rows within these, with the field that identifies each row: one without it is left out.
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
 * @param key the field that identifies a row; a row without it, or without one of `row`, is left out
 * @param fields what every other row must have, since something rests on it
 */
export const list = (key: string, fields: Fields = {}, row: Fields = {}): Expected => ({
	shape: 'list',
	fields,
	row: { ...row, [key]: keyCheck(key) },
	within: OF_TICKET,
});
/** A JSON array of rows that each have these fields: a row that lacks one might be the one that is looked for. */
export const wholeList = (fields: Fields): Expected => ({ shape: 'list', fields });
/** A JSON object that has these fields. */
export const record = (fields: Fields, within: Expected['within'] = OF_TICKET): Expected => ({ shape: 'record', fields, within });
/** A JSON object with a list that comes page by page. @param key the field that identifies a row of it */
export const recordOfPages = (page: string, key: string): Expected => ({ ...record({ [page]: orNull(isList) }, { [page]: key }), page });
/** Status 204, and no other (API document, Endpoints, General rules): a login page answers with 200. */
export const nothing: Expected = { shape: 'nothing', fields: {} };
/** A binary stream with a Content-Disposition (API document, Attachment download); a login page has none. */
export const file: Expected = { shape: 'file', fields: {} };

/**
 * What the check of an answer gave.
 * - `rows`: the usable rows, or the one record; `sent`: how many rows the service sent, of a record with pages those of the page.
 * - `leftOut`: which rows were left out, in words.
 * - `missing`: the field that an answer of the right shape lacks; undefined: it is something else.
 */
type Checked = { rows: IDataObject[]; sent: number; leftOut: string[] } | { missing?: string };

/** Checks the body of an answer of success: the one place that does, for the node, its dropdowns and the trigger. */
export function checkedAnswer(body: unknown, { shape, fields, row, within = {}, page }: Expected): Checked {
	const all = shape === 'list' && Array.isArray(body) ? (body as unknown[]) : shape === 'record' && isObject(body) ? [body] : undefined;
	if (all === undefined) return {};
	const leftOut: string[] = [];
	makePrintable(body, leftOut);
	const rows = row === undefined ? all : usableOf(all, row, leftOut);
	const known = Object.keys({ ...row, ...fields });
	const isKnown = (one: unknown): one is IDataObject => isObject(one) && known.some((name) => name in one);
	// Rows that have none of the fields are rows of something else.
	if (known.length > 0 && all.length > 0 && !all.some(isKnown)) return {};
	const wrong = rows.find((one) => !isObject(one) || missingField(one, fields) !== undefined);
	if (wrong !== undefined) return { missing: isKnown(wrong) ? missingField(wrong, fields) : undefined };
	const foreign = (rows as IDataObject[]).map((one) => foreignList(one, within)).find((name) => name !== undefined);
	if (foreign !== undefined) return { missing: foreign };
	const usable = (rows as IDataObject[]).map((one) => withUsableRows(one, within, leftOut));
	const sent = page === undefined ? all : ((rows[0] as IDataObject)[page] as unknown[] | null);
	return { rows: usable, sent: sent?.length ?? 0, leftOut };
}

/** @returns the entries that are objects with these fields */
function usableOf(entries: readonly unknown[], needed: Fields, leftOut: string[]): IDataObject[] {
	const lacking = new Map<string, number>();
	const usable = entries.filter((entry): entry is IDataObject => {
		const missing = isObject(entry) ? missingField(entry, needed) : Object.keys(needed)[0];
		if (missing !== undefined) lacking.set(missing, (lacking.get(missing) ?? 0) + 1);
		return missing === undefined;
	});
	for (const [name, count] of lacking) leftOut.push(`${count} ${count === 1 ? 'row' : 'rows'} without a usable ${name}`);
	return usable;
}

/** @returns a list of the row whose entries are of something else: none has the field that identifies them */
function foreignList(row: IDataObject, within: Readonly<Record<string, string>>): string | undefined {
	return Object.keys(within).find((name) => {
		const entries = Array.isArray(row[name]) ? (row[name] as unknown[]).filter(isObject) : [];
		return entries.length > 0 && !entries.some((entry) => within[name] in entry);
	});
}

/** @returns the row without the unusable rows in its lists */
function withUsableRows(row: IDataObject, within: Readonly<Record<string, string>>, leftOut: string[]): IDataObject {
	let usable = row;
	for (const [name, key] of Object.entries(within)) {
		const entries = row[name];
		if (!Array.isArray(entries)) continue;
		const kept = usableOf(entries, { [key]: keyCheck(key) }, leftOut);
		usable = { ...usable, [name]: kept.map((entry) => withUsableRows(entry, within, leftOut)) };
	}
	return usable;
}

/** A user is identified by the mention name, everything else by a number. */
function keyCheck(key: string): FieldCheck {
	return key === 'mention_name' ? isWord : isId;
}

/** No field of the document is nearly as deep. */
const MAX_DEPTH = 100;

/**
 * Whatever JSON may hold, it can become a text. A field `toString` makes JavaScript throw where its object becomes a part of a
 * text: each of these gets another way to become one, which no copy and no comparison sees. Lists in lists end the stack of
 * what goes through them level by level, also in n8n: from the hundredth level on null takes the place of each.
 */
function makePrintable(body: unknown, leftOut: string[]): void {
	let tooDeep = 0;
	let level = [body].filter(isHolder);
	for (let depth = 1; level.length > 0; depth++) {
		const next: Holder[] = [];
		for (const holder of level) {
			if (Object.hasOwn(holder, 'toString') || Object.hasOwn(holder, 'valueOf')) Object.defineProperty(holder, Symbol.toPrimitive, { value: () => '[object Object]' });
			for (const [name, inner] of Object.entries(holder)) {
				if (!isHolder(inner)) continue;
				if (depth < MAX_DEPTH) {
					next.push(inner);
					continue;
				}
				Object.defineProperty(holder, name, { value: null });
				tooDeep++;
			}
		}
		level = next;
	}
	if (tooDeep > 0) leftOut.push(`${tooDeep} ${tooDeep === 1 ? 'value' : 'values'} deeper than ${MAX_DEPTH} levels`);
}

/** An object or a list of JSON. */
type Holder = Record<string, unknown>;

function isHolder(value: unknown): value is Holder {
	return typeof value === 'object' && value !== null;
}

/** What the value of a field of an answer must be for something to rest on it. */
export type FieldCheck = (value: unknown) => boolean;

/** Fields of an answer by their name in the API. */
export type Fields = Readonly<Record<string, FieldCheck>>;

/** Any value, also null. */
export const present: FieldCheck = (value) => value !== undefined;
export const isId: FieldCheck = (value) => Number.isSafeInteger(value) && (value as number) > 0;
export const isText: FieldCheck = (value) => typeof value === 'string';
export const isWord: FieldCheck = (value) => isText(value) && value !== '';
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

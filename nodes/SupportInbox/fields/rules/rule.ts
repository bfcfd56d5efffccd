import { jsonParse, UserError } from 'n8n-workflow';

import type { ListName } from '../../transport/client/lists';
import { excerpt } from '../../transport/excerpt';

/**
 * What a rule may need besides the value: the workflow's time zone and the time.
 * - `idOf`: the id of the row of a list that has this name; undefined where only ids are taken.
 * - `namesOnly`: ids are taken for names.
 * - `mayBeEmpty`: whether a value within a group may be left empty; it counts as not given then.
 * - `isFixed`: whether the value was chosen or typed and not given by an expression; in a group that at a path, such as `until.until`.
 */
export interface Circumstances {
	zone: string;
	now: number;
	idOf?: (list: ListName, name: string) => unknown;
	namesOnly?: boolean;
	mayBeEmpty?: boolean;
	isFixed?: (path?: string) => boolean;
}

/**
 * Converts what a user, an expression or an AI tool gave to what the service takes.
 *
 * @returns the value to send; undefined: nothing is sent
 * @throws UserError whose message says why the value is refused and what would do
 */
export type Rule = (value: unknown, circumstances: Circumstances) => unknown;

/** What dropdowns put in place of "no value": sent as null, or as the document's word for "none". */
export const NONE = '__none__';

/** What a field that is always shown holds until the user changes it: nothing is sent. */
export const KEEP = '__keep__';

/** @returns whether nothing was entered: undefined, null or only white space */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The rule of a field that also offers "leave as it is", which sends nothing. */
export const orKeep =
	(rule: Rule): Rule =>
	(value, circumstances) => (value === KEEP ? undefined : rule(value, circumstances));

/** The rule of an optional field that means something once it was added: empty is refused, as it would mean something else. */
export const filled =
	(rule: Rule): Rule =>
	(value, circumstances) => {
		if (!isBlank(value)) return rule(value, circumstances);
		throw new UserError('There is no value. Give one, or remove the field.');
	};

/**
 * The rule of a field that also offers "none", which is sent as null. An empty column or a model that fills in every field
 * gives null as well, and should erase nothing.
 */
export const orNone =
	(rule: Rule): Rule =>
	(value, circumstances) => {
		if (value === null) throw new UserError(`null is not taken, as nothing is removed by an empty value. To choose none, give "${NONE}". To leave it as it is, give nothing.`);
		return value === NONE ? null : rule(value, circumstances);
	};

/** @returns the value as a refusal quotes it: JSON where there is one, cut where it is long */
export function quote(value: unknown): string {
	return excerpt(typeof value === 'number' ? String(value) : jsonOf(value));
}

/** JSON has no word for a bigint, a symbol or an object that contains itself. */
function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return `a value of type ${typeof value}`;
	}
}

/**
 * The one way from a value to text. `String` would make `[object Object]` of objects, and their entries of lists.
 *
 * @returns the text of a text, a finite number or a boolean
 * @throws UserError for every other value, and for text that holds half a character
 */
export function textOf(value: unknown): string {
	if (typeof value === 'string') return wholeCharacters(value);
	if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
	throw new UserError(`${quote(value)} is not text. Give text, a number, true or false; take a single value out of a list or object.`);
}

/** A lone surrogate is half a character: it cannot be sent as UTF-8. */
function wholeCharacters(text: string): string {
	if (!/\p{Surrogate}/u.test(text)) return text;
	throw new UserError(`The text holds half a character: ${quote(text)}. Check where the text was cut.`);
}

/**
 * @returns the entries of a list, also of one in JSON as models write it; of another text its parts between commas; else the one value
 */
export function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	const parsed = jsonParse<unknown>(value, { fallbackValue: null });
	if (Array.isArray(parsed)) return parsed;
	// Brackets that are no JSON belong to a name, such as [VIP].
	return value
		.split(',')
		.map((entry) => entry.trim().replace(/^"|"$/g, ''))
		.filter((entry) => entry !== '');
}

/**
 * @param value rows as the editor stores them; a whole list by expression has another shape
 * @returns the rows, each with its values by their names
 * @throws UserError for what is no rows
 */
export function rowsIn(value: unknown): Array<Record<string, unknown>> {
	if (isBlank(value)) return [];
	const given = typeof value === 'object' && !Array.isArray(value) ? ((value as { values?: unknown }).values ?? []) : undefined;
	if (Array.isArray(given) && given.every((row) => typeof row === 'object' && row !== null)) return given;
	throw new UserError(`${quote(value)} is not a list of rows. Add a row for each and give its value by expression.`);
}

import { jsonParse, UserError } from 'n8n-workflow';
import type { ListName } from '../../transport/client/lists';
import { excerpt } from '../../transport/excerpt';
import { isVisible } from '../../transport/invisibleCharacters';

/**
 * What finds something by a text: the name of a record or a text that is searched for, or a mailbox, which has a name beside its address.
 */
export type Named = 'record' | 'mailbox';

/**
 * The further input of a rule besides the value: the workflow's time zone, the time, and:
 * - `idOf`: returns the id of the row with a name or id in a list, which may be a part of the text `whole`; undefined where ids are
 *   taken as they are.
 * - `idIfThere`: the same for a name, but undefined if no row has it, or the list was not read yet.
 * - `isDeletedUser`: whether the list has a user as deleted; false until it was read. `before`: what the item says a field was before.
 * - `mayBeEmpty`: whether a value within a group may be left empty; it is ignored then.
 * - `words`: the choices of a field with a dropdown, as the list shows them.
 * - `names`: called by the rule of a value that names a record or a mailbox; rejects an expression of which a part has no value.
 * - `isFixed`: whether the value was chosen or typed, and not an expression; for a value in a group with its path, such as `until.until`.
 */
export interface Circumstances {
	zone: string;
	now: number;
	idOf?: (list: ListName, entry: string | number, whole?: unknown) => unknown;
	idIfThere?: (list: ListName, name: string) => unknown;
	isDeletedUser?: (mentionName: unknown) => boolean;
	before?: (property: string) => unknown;
	mayBeEmpty?: boolean;
	words?: readonly string[];
	names?: (what: Named) => void;
	isFixed?: (path?: string) => boolean;
}

/**
 * Converts the value of a user, an expression or an AI tool to a value that the service takes.
 *
 * @returns the value to send; undefined: nothing is sent
 * @throws UserError whose message says why the value is rejected and what to enter instead
 */
export type Rule = (value: unknown, circumstances: Circumstances) => unknown;

/** A value to check: the rule and the name of its field, what its fields are called in a sentence, and whether it may not be empty. */
export interface Check {
	rule: Rule;
	label: string;
	noun?: string;
	required: boolean;
}

/**
 * Converts the value of a field by its rule, and rejects an empty value of a required field.
 *
 * @param value of the user, an expression or an AI tool
 * @returns the value; undefined: nothing was entered, and the field does not require a value
 * @throws UserError that names the field and says what it takes
 */
export function checkedValue({ rule, label, noun, required }: Check, value: unknown, circumstances: Circumstances): unknown {
	let checked: unknown;
	try {
		checked = rule(value, circumstances);
	} catch (error) {
		const rejection = error as UserError;
		// A refusal with a description names the field already.
		throw rejection.description ? rejection : new UserError(`${label}: ${rejection.message}`);
	}
	if (checked !== undefined || !required) return checked;
	if (noun === undefined) throw new UserError(`The field "${label}" has no value. Choose or enter one.`);
	throw new UserError(`The ${noun} "${label}" has no value. Enter one, or remove the ${noun}.`);
}

/** The value for "none" in dropdowns: sent as null, or as the document's word for "none". */
export const NONE = '__none__';

/** The default of a field that is always shown: nothing is sent until the user changes it. */
export const NO_CHANGE = '__keep__';

/** @returns whether nothing was entered: undefined, null, or a text in which nothing is seen */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !isVisible(value));
}

/** The rule of a field that also offers "leave as it is", which sends nothing. */
export const orNoChange =
	(rule: Rule): Rule =>
	(value, circumstances) => (value === NO_CHANGE ? undefined : rule(value, circumstances));

/**
 * The rule of an optional field that needs a value once it was added: an empty value is rejected, because its effect would be another one.
 */
export const filled =
	(rule: Rule): Rule =>
	(value, circumstances) => {
		const checked = isBlank(value) ? undefined : rule(value, circumstances);
		if (checked !== undefined) return checked;
		throw new UserError('There is no value. Enter or choose one; a field that was added can also be removed.');
	};

/**
 * The rule of a field that also offers "none", which is sent as null. The value null itself is rejected: it also comes from
 * an empty column, or from a model that fills in every field, and must not erase anything.
 */
export const orNone =
	(rule: Rule): Rule =>
	(value, circumstances) => {
		if (value === null) throw new UserError(`null is not accepted, since an empty value removes nothing. To choose none, enter "${NONE}". To leave it as it is, enter nothing.`);
		return value === NONE ? null : rule(value, circumstances);
	};

/** @returns the value as a quote for an error text: as JSON if possible, and cut if it is long */
export function quote(value: unknown): string {
	return excerpt(typeof value === 'number' ? String(value) : jsonOf(value));
}

/** JSON cannot express a bigint, a symbol or an object that contains itself. */
function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return `a value of type ${typeof value}`;
	}
}

/**
 * Converts a value to text. `String` is not used, because it turns objects into `[object Object]` and joins the entries of lists.
 *
 * @returns a text as it is; a finite number or a boolean as text
 * @throws UserError for every other value, and for text that holds half a character
 */
export function textOf(value: unknown): string {
	if (typeof value === 'string') return wholeCharacters(value);
	if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
	throw new UserError(`${quote(value)} is not text. Enter text, a number, true or false; take a single value out of a list or object.`);
}

/** A lone surrogate is half a character: it cannot be sent as UTF-8. */
function wholeCharacters(text: string): string {
	if (!/\p{Surrogate}/u.test(text)) return text;
	throw new UserError(`The text holds half a character: ${quote(text)}. Check where the text was cut.`);
}

/**
 * @returns the entries of a list, also of a list in JSON, as models write it; the parts of any other text between commas; else the one
 *   value
 */
export function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	const parsed = jsonParse<unknown>(value, { fallbackValue: null });
	if (Array.isArray(parsed)) return parsed;
	// Brackets that are not JSON belong to a name, such as [VIP].
	return value
		.split(',')
		.map((entry) => entry.trim().replace(/^"|"$/g, ''))
		.filter((entry) => entry !== '');
}

/**
 * @param value rows as the editor stores them; a list from an expression has another shape and is rejected
 * @returns the rows, each with its values by their names
 * @throws UserError for any other value
 */
export function rowsIn(value: unknown): Array<Record<string, unknown>> {
	if (isBlank(value)) return [];
	const given = typeof value === 'object' && !Array.isArray(value) ? ((value as { values?: unknown }).values ?? []) : undefined;
	if (Array.isArray(given) && given.every((row) => typeof row === 'object' && row !== null)) return given;
	throw new UserError(`${quote(value)} is not a list of rows. Add a row for each and give its value by expression.`);
}

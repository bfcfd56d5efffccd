import { UserError } from 'n8n-workflow';
import type { ListName } from '../../transport/client/lists';
import { type Circumstances, type Rule, isBlank, listOf, NONE, quote, textOf } from './rule';

/** The id of a record, as a number or its digits, because expressions and AI tools return text; anything else is rejected. */
export const id: Rule = (value, { names }) => {
	if (isBlank(value)) return undefined;
	names?.('record');
	const digits = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	// JavaScript reads `1e3` and `0x7c9` as numbers, but they are not ids, and `007` may be a name.
	const number = /^[1-9]\d*$/.test(digits) ? Number(digits) : NaN;
	if (Number.isSafeInteger(number)) return number;
	throw new UserError(`${quote(value)} is not an id. Enter a whole number such as 1201.`);
};

/** A ticket's id, also as lists show it: `#1201`. */
export const ticketId: Rule = (value, circumstances) =>
	id(typeof value === 'string' ? value.trim().replace(/^#(?=\d)/, '') : value, circumstances);

/** The id of a row of a list, or its name; the list shows whether there is such a row. */
export const idOrName =
	(list: ListName): Rule =>
	(value, circumstances) => {
		const { idOf, names } = circumstances;
		if (isBlank(value)) return undefined;
		names?.('record');
		const isText = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
		if (!isText) throw new UserError(`${quote(value)} is not an id or a name.${typeof value === 'object' ? ' Enter one of its fields.' : ''}`);
		if (idOf === undefined) return id(value, circumstances);
		return idOf(list, Number.isSafeInteger(value) ? Number(value) : textOf(value));
	};

/** The mention name of a user, or a name, whose mention name is looked up. */
export const user: Rule = (value, circumstances) => {
	if (isBlank(value)) return undefined;
	const name = textOf(value);
	circumstances.names?.('record');
	return circumstances.idOf === undefined ? name : circumstances.idOf('users', name);
};

/** A user who gets something, so none who is deleted. */
export const assignee: Rule = (value, circumstances) => {
	const name = user(value, circumstances);
	if (circumstances.isDeletedUser?.(name) !== true) return name;
	throw new UserError(`The user ${quote(value)} is deleted. Choose another one.`);
};

/** The same, or the user who had it before: what undoes a change gives it back to that user, although the list may not show them. */
export const assigneeOrBefore =
	(property: string): Rule =>
	(value, circumstances) =>
		typeof value === 'string' && circumstances.before?.(property) === value ? value : assignee(value, circumstances);

/** A user to search for, or "without", which is sent as the empty string (API document, Ticket search). */
export const userOrWithout: Rule = (value, circumstances) => (value === NONE ? '' : user(value, circumstances));

/**
 * Several values of the rule `one`, each once: a list, a single value, or text with commas between them. An empty list sends
 * nothing. A comma or a bracket may also be part of a name, so the whole text is looked for first.
 */
export const several =
	(one: Rule): Rule =>
	(value, circumstances) => {
		if (isBlank(value)) return undefined;
		const { idOf, idIfThere } = circumstances;
		let whole: unknown;
		const wholeFirst: Circumstances['idOf'] = (list, entry) => {
			whole ??= typeof value === 'string' ? idIfThere?.(list, value) : undefined;
			return whole ?? idOf?.(list, entry, typeof value === 'string' ? value : undefined);
		};
		const ofEntry = { ...circumstances, idOf: idOf && wholeFirst };
		const entries = new Set(listOf(value).map((entry) => orRejected(one(entry, ofEntry), entry)));
		if (whole !== undefined) return [whole];
		return entries.size > 0 ? [...entries] : undefined;
	};

/** Several ids. */
export const ids: Rule = several(id);

/** Several values of the rule `one`, or the value `without` alone, which is sent for an entry that `isWithout`. */
export const severalOr =
	(without: unknown, isWithout: (entry: unknown) => boolean, one: Rule): Rule =>
	(value, circumstances) => {
		const given = several((entry, ofEntry) => (isWithout(entry) ? without : one(entry, ofEntry)))(value, circumstances) as
			unknown[] | undefined;
		if (given?.includes(without) && given.length > 1) {
			throw new UserError('"Without" cannot be combined with other values. Choose either "Without" or the values to look for.');
		}
		return given;
	};

/** Several values for a search, where -1 means "without" (API document, Ticket search). */
export const severalOrWithout = (one: Rule): Rule => severalOr(-1, (entry) => entry === -1 || entry === '-1', one);

/** Rejects an entry without a value: an expression may have found nothing. */
function orRejected(value: unknown, entry: unknown): unknown {
	if (value !== undefined) return value;
	throw new UserError(`${quote(entry)} is not a value. Remove it from the list.`);
}

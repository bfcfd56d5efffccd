import { UserError } from 'n8n-workflow';

import type { ListName } from '../../transport/client/lists';
import type { Rule } from './rule';
import { isBlank, listOf, NONE, quote, textOf } from './rule';

/** Expressions and AI tools give numbers as text; anything but the digits of a positive whole number is refused. */
export const id: Rule = (value) => {
	if (isBlank(value)) return undefined;
	const digits = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	// `1e3` and `0x7c9` are numbers to JavaScript and no ids to anybody, and `007` may be a name.
	const number = /^[1-9]\d*$/.test(digits) ? Number(digits) : NaN;
	if (Number.isSafeInteger(number)) return number;
	throw new UserError(`${quote(value)} is not an id. Enter a whole number such as 1201.`);
};

/** A ticket's id, also as lists show it: `#1201`. */
export const ticketId: Rule = (value, circumstances) =>
	id(typeof value === 'string' ? value.trim().replace(/^#(?=\d)/, '') : value, circumstances);

/** The id of a row of a list, or its name, whose id is looked up. What JavaScript takes for a number is no name. */
export const idOrName =
	(list: ListName): Rule =>
	(value, circumstances) => {
		const { idOf, namesOnly = false } = circumstances;
		const isName = namesOnly ? !isBlank(value) : typeof value === 'string' && Number.isNaN(Number(value));
		if (isName && idOf !== undefined) return idOf(list, textOf(value));
		if (typeof value === 'object' && value !== null) throw new UserError(`${quote(value)} is not an id or a name. Give one of its fields.`);
		return id(value, circumstances);
	};

/** The mention name of a user, or the name, whose mention name is looked up. */
export const user: Rule = (value, circumstances) => {
	if (isBlank(value)) return undefined;
	const name = textOf(value);
	return circumstances.idOf === undefined ? name : circumstances.idOf('users', name);
};

/** A user to search for, or "without", for which the document has the empty string. */
export const userOrWithout: Rule = (value, circumstances) => (value === NONE ? '' : user(value, circumstances));

/** Several of what `one` takes, each once: a list, a single one, or text with commas between them. An empty list sends nothing. */
export const several =
	(one: Rule): Rule =>
	(value, circumstances) => {
		if (isBlank(value)) return undefined;
		const entries = new Set(listOf(value).map((entry) => orRefused(one(entry, circumstances), entry)));
		return entries.size > 0 ? [...entries] : undefined;
	};

/** Several ids. */
export const ids: Rule = several(id);

/** Several for a search, where -1 stands for "without" (API document, Ticket search). */
export const severalOrWithout =
	(one: Rule): Rule =>
	(value, circumstances) => {
		const isWithout = (entry: unknown) => entry === -1 || entry === '-1';
		const given = several((entry) => (isWithout(entry) ? -1 : one(entry, circumstances)))(value, circumstances) as number[] | undefined;
		if (given?.includes(-1) && given.length > 1) {
			throw new UserError('"Without" cannot be combined with others. Choose either "without" or the ones to look for.');
		}
		return given;
	};

/** Ids for a search. */
export const idsOrWithout: Rule = severalOrWithout(id);

/** A list may have a gap where an expression found nothing. */
function orRefused(id: unknown, entry: unknown): unknown {
	if (id !== undefined) return id;
	throw new UserError(`${quote(entry)} is not an id. Remove it from the list.`);
}

import { tryToParseDateTime, UserError } from 'n8n-workflow';

/** What a rule may need besides the value: the workflow's time zone and the time. */
export interface Circumstances {
	zone: string;
	now: number;
}

/**
 * Turns what a user, an expression or an AI tool gave into what the service takes.
 *
 * @returns the value to send; undefined: nothing is sent
 * @throws UserError whose message says why the value is refused and what would do
 */
export type Rule = (value: unknown, circumstances: Circumstances) => unknown;

/** What dropdowns put in place of "no value": sent as null, or as the document's word for "none". */
export const NONE = '__none__';

/** Expressions and AI tools give numbers as text; anything but a positive whole number is refused. */
export const id: Rule = (value) => {
	if (isBlank(value)) return undefined;
	const number = typeof value === 'number' ? value : Number(String(value).trim());
	if (Number.isSafeInteger(number) && number > 0) return number;
	throw new UserError(`${show(value)} is not an id. Choose from the list or enter a whole number such as 1201.`);
};

/** An id, or "none", which is sent as null. */
export const idOrNull: Rule = (value, circumstances) => (isNone(value) ? null : id(value, circumstances));

/** Several ids: a list, a single one, or text with commas between them. */
export const ids: Rule = (value, circumstances) => {
	if (isBlank(value)) return undefined;
	return listOf(value).map((entry) => id(entry, circumstances));
};

/** Ids for a search, where -1 stands for "without" (API document, Ticket search). */
export const idsOrWithout: Rule = (value, circumstances) => {
	if (isBlank(value)) return undefined;
	const entries = listOf(value).map((entry) => (Number(entry) === -1 ? -1 : id(entry, circumstances)));
	if (entries.includes(-1) && entries.length > 1) {
		throw new UserError('"Without" cannot be combined with others. Choose either "without" or the ones to look for.');
	}
	return entries.length > 0 ? entries : undefined;
};

/** Text of at most `max` characters, counted as a person counts them. */
export const text =
	(max = Infinity): Rule =>
	(value) => {
		if (value === undefined || value === null) return undefined;
		const given = String(value);
		// Counting is slow, and no text has more characters than code units.
		const length = given.length <= max ? given.length : lengthOf(given);
		if (length <= max) return given;
		throw new UserError(`The text has ${length} characters, the service takes at most ${max}. Shorten it.`);
	};

/** Text that is left out when it is blank. */
export const textIfAny =
	(max = Infinity): Rule =>
	(value, circumstances) => (isBlank(value) ? undefined : text(max)(value, circumstances));

/**
 * Text that becomes one segment of a path. Encoding keeps the likes of `a/b?c` together, but not `.` and
 * `..`: they would be taken for steps between folders and the request would reach another address.
 */
export const pathText =
	(max = Infinity): Rule =>
	(value, circumstances) => {
		const given = textIfAny(max)(value, circumstances);
		if (given === '.' || given === '..') throw new UserError(`${show(given)} cannot be looked up: web addresses give it another meaning.`);
		if (/\p{Surrogate}/u.test(String(given))) throw new UserError(`${show(given)} holds half a character. Check where the text was cut.`);
		return given;
	};

/** Text, or "none", which is sent as `none` (null, or the document's empty string). */
export const textOr =
	(none: null | ''): Rule =>
	(value, circumstances) => (isNone(value) ? none : textIfAny()(value, circumstances));

/** An address, or a name with the address in angle brackets. */
const ADDRESS = /^(?:[^<>]*<[^\s@<>;]+@[^\s@<>;]+>|[^\s@<>;]+@[^\s@<>;]+)$/;

/** E-mail addresses, several of them with commas between (API document, Mail send); a list is joined. */
export const addresses: Rule = (value) => {
	const given = Array.isArray(value) ? value.filter((entry) => !isBlank(entry)).join(', ') : value;
	if (isBlank(given)) return undefined;
	const all = String(given).trim();
	// A comma within quotes belongs to a name: "Sato, Hanako" <hanako@example.com>
	const wrong = (all.match(/(?:"[^"]*"|[^,"])+/g) ?? [all]).find((one) => !ADDRESS.test(one.trim()));
	if (wrong === undefined) return all;
	throw new UserError(`${show(wrong.trim())} is no e-mail address. Enter addresses with commas between them.`);
};

/** One of the document's words. */
export const oneOf =
	(words: readonly string[]): Rule =>
	(value) => {
		if (isBlank(value)) return undefined;
		if (words.includes(String(value))) return String(value);
		throw new UserError(`${show(value)} is not known to the service. It takes: ${words.join(', ')}.`);
	};

/** One of the document's words, or "none", which is sent as null. */
export const oneOfOrNull =
	(words: readonly string[]): Rule =>
	(value, circumstances) => (isNone(value) ? null : oneOf(words)(value, circumstances));

/** Several of the document's words; "none" is sent as `none`. An empty choice sends nothing. */
export const someOf =
	(words: readonly string[], none?: string): Rule =>
	(value, circumstances) => {
		if (isBlank(value)) return undefined;
		const entries = listOf(value).map((entry) =>
			none !== undefined && isNone(entry) ? none : oneOf(words)(entry, circumstances),
		);
		if (none !== undefined && entries.includes(none) && entries.length > 1) {
			throw new UserError('"Without" cannot be combined with others. Choose either "without" or the ones to look for.');
		}
		return entries.length > 0 ? entries : undefined;
	};

/** A whole number within bounds. */
export const integer =
	(min: number, max: number): Rule =>
	(value) => {
		if (isBlank(value)) return undefined;
		const number = Number(value);
		if (Number.isInteger(number) && number >= min && number <= max) return number;
		throw new UserError(`${show(value)} is not possible. Enter a whole number from ${min} to ${max}.`);
	};

/** Yes or no, also as text. */
export const flag: Rule = (value) => {
	if (typeof value === 'boolean') return value;
	if (isBlank(value)) return undefined;
	const word = String(value).trim().toLowerCase();
	if (word === 'true' || word === 'false') return word === 'true';
	throw new UserError(`${show(value)} is neither true nor false.`);
};

/** A date and time; without an offset it is meant in the workflow's time zone. Sent as ISO 8601 with offset. */
export const dateTime: Rule = (value, { zone }) => (isBlank(value) ? undefined : parseDate(value, zone).toISO());

/**
 * A day, of which the service ignores the time (API document, Ticket search). It is sent as noon in the
 * workflow's time zone, so that it stays the same day in the tenant's.
 */
export const day: Rule = (value, { zone }) =>
	isBlank(value) ? undefined : parseDate(value, zone).set({ hour: 12, minute: 0, second: 0, millisecond: 0 }).toISO();

/** A date and time that has passed (API document, Handling memo: only past times). */
export const pastDateTime: Rule = (value, { zone, now }) => {
	if (isBlank(value)) return undefined;
	const date = parseDate(value, zone);
	if (date.toMillis() <= now) return date.toISO();
	throw new UserError(`${date.toISO()} is in the future. The service takes past times only.`);
};

/** @returns whether nothing was entered: undefined, null or only white space */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** @returns whether "none" was chosen in a dropdown; an expression may give null for it */
export function isNone(value: unknown): boolean {
	return value === NONE || value === null;
}

/** Characters as a person counts them: an emoji or an accented letter is one, however many code units it has. */
export function lengthOf(given: string): number {
	return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(given)].length;
}

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	const inner = value.trim().replace(/^\[|\]$/g, '');
	return inner
		.split(',')
		.map((entry) => entry.trim().replace(/^"|"$/g, ''))
		.filter((entry) => entry !== '');
}

function parseDate(value: unknown, zone: string) {
	const date = dateOrUndefined(value, zone);
	if (date !== undefined) return date;
	throw new UserError(`${show(value)} is not a date. Enter one such as 2026-11-20T09:30:00.`);
}

function dateOrUndefined(value: unknown, zone: string) {
	if (namesNoDay(value)) return undefined;
	try {
		return tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}

/** The parser takes February 30 for March 2. */
function namesNoDay(value: unknown): boolean {
	const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(String(value)) ?? [];
	return year !== undefined && new Date(Date.UTC(+year, +month - 1, +day)).getUTCDate() !== +day;
}

function show(value: unknown): string {
	return JSON.stringify(value) ?? String(value);
}

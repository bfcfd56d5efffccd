import { UserError } from 'n8n-workflow';
import { type Rule, isBlank, quote, textOf } from './rule';

/** Text of at most `max` characters, counted in code points; blank text is left out. */
export const text =
	(max = Infinity): Rule =>
	(value) => {
		if (isBlank(value)) return undefined;
		const given = textOf(value);
		// Counting is slow, and no text has more characters than code units.
		const length = given.length <= max ? given.length : lengthOf(given);
		if (length <= max) return given;
		throw new UserError(`The text has ${length} characters, the service takes at most ${max}. Shorten it.`);
	};

/** A name or a code. Blanks around it come from copying and are removed. */
export const trimmed =
	(max = Infinity): Rule =>
	(value, circumstances) =>
		text(max)(typeof value === 'string' ? value.trim() : value, circumstances);

/** The name or code of a record that is created or changed. */
export const recordName =
	(max = Infinity): Rule =>
	(value, circumstances) => {
		circumstances.namesRecord?.();
		return trimmed(max)(value, circumstances);
	};

/** Text of one line, such as a subject: a line break becomes a blank. */
export const line =
	(max = Infinity): Rule =>
	(value, circumstances) =>
		trimmed(max)(typeof value === 'string' ? inOneLine(value) : value, circumstances);

/** @returns a text without line breaks, each of which becomes a blank, and without blanks around it */
export function inOneLine(given: string): string {
	return given.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== '').join(' ');
}

/**
 * The code of a record in a path. It is sent exactly as the user wrote it, or refused, because any other form would be the code
 * of another record. Encoding keeps `a/b?c` in one segment, but `.` and `..` would still be read as steps between folders.
 * A number with a fraction, or too large for JavaScript, is refused because it may have been written in another way.
 */
export const exactKey =
	(max = Infinity): Rule =>
	(value, circumstances) => {
		if (typeof value === 'boolean' || (Number.isFinite(value) && !Number.isSafeInteger(value))) {
			throw new UserError(`${quote(value)} is not a code. Enter it as text.`);
		}
		const given = text(max)(value, circumstances) as string | undefined;
		if (given === undefined) return undefined;
		circumstances.namesRecord?.();
		if (given !== given.trim()) throw new UserError(`${quote(given)} has blanks around it, which would be part of the code. Take them away, in an expression with .trim().`);
		if (/\p{Cc}/u.test(given)) throw new UserError(`${quote(given)} holds a line break or another control character. Enter one code.`);
		if (given !== '.' && given !== '..') return given;
		throw new UserError(`${quote(given)} cannot be looked up: web addresses give it another meaning.`);
	};

/** One e-mail address. Blanks around it, which come from copying, and a name before it, as in messages, are removed. */
export const emailAddress: Rule = (value, { namesRecord }) => {
	if (isBlank(value)) return undefined;
	namesRecord?.();
	const given = textOf(value).trim();
	const [, address = given] = WITH_NAME.exec(given) ?? [];
	if (ADDRESS.test(address)) return address;
	throw new UserError(`${quote(given)} is not an e-mail address. Enter one such as nathan@example.com.`);
};

/**
 * What an address cannot hold unless it is quoted. Control characters would end the line of a mail's header, and characters
 * that nobody sees come from copying. Only a quoted name may hold blanks.
 */
const PART = String.raw`[^\s\p{Cc}\p{Cf}@<>()[\]:\\,;"]+`;
const PLAIN = String.raw`(?:"[^"\p{Cc}]*"|${PART})@${PART}(?<!\.)`;
const ADDRESS = new RegExp(`^${PLAIN}$`, 'u');
/** `"Sato, Hanako" <hanako@example.com>` */
const WITH_NAME = /^[^<>\p{Cc}]*<([^<>]*)>$/u;
/** An address, or a name with the address in angle brackets. */
const NAMED_ADDRESS = new RegExp(String.raw`^(?:[^<>\p{Cc}]*<${PLAIN}>|${PLAIN})$`, 'u');

/** One or several e-mail addresses, separated by commas (API document, Mail send); a list is joined. */
export const addresses: Rule = (value) => {
	if (isBlank(value)) return undefined;
	const entries = Array.isArray(value) ? value.filter((entry) => !isBlank(entry)) : [value];
	if (entries.length === 0) throw new UserError('The list holds no address. Enter at least one.');
	const all = entries.map((entry) => textOf(entry).trim()).join(', ');
	// A comma within quotes belongs to a name: "Sato, Hanako" <hanako@example.com>
	const parts = all.match(/(?:"[^"]*"|[^,"])+/g) ?? [];
	const wrong = parts.find((one) => !NAMED_ADDRESS.test(one.trim()));
	if (wrong !== undefined) throw new UserError(`${quote(wrong.trim())} is not an e-mail address. Enter addresses with commas between them.`);
	// The pattern skips an empty place between commas and half a pair of quotation marks, and then the parts are not the whole text.
	if (parts.join() === all) return all;
	throw new UserError(`${quote(all)} is not a list of e-mail addresses. An address is missing at a comma, or a quotation mark has no partner.`);
};

/** Counts code points. We assume that the service counts characters in this way. */
export function lengthOf(given: string): number {
	return [...given].length;
}

import { UserError } from 'n8n-workflow';
import { invisibleIn, withoutInvisible } from '../../transport/invisibleCharacters';
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

/** Text that is searched for. With an empty part it would find more, as a name with one would name another record. */
export const searched: Rule = (value, circumstances) => {
	circumstances.names?.('record');
	return text()(value, circumstances);
};

/** What a spreadsheet writes into a cell that it could not compute, or that is too narrow for its number. */
const NOT_COMPUTED =
	/(?<![\w#])#(?:N\/A|DIV\/0!|NAME\?|GETTING_DATA|(?:REF|VALUE|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|BUSY|CONNECT|UNKNOWN|ERROR)!|###+)(?!\w)/;
/** A number as a spreadsheet shows it in a narrow cell, and as programs write a large one. Codes such as `1e3` have another form. */
const SHORTENED = /(?<![A-Za-z0-9.,])\d(?:(?:[.,]\d+)?(?:E\+\d+|e\+\d{2,})|[.,]\d+[Ee]-\d{2,})(?!\w)/;

/** Text of one cell, such as a name or a part of an address: what a spreadsheet could not compute or has shortened is rejected. */
export const cell =
	(max = Infinity): Rule =>
	(value, circumstances) => {
		const given = text(max)(value, circumstances) as string | undefined;
		const seen = given?.normalize('NFKC') ?? '';
		const [word] = NOT_COMPUTED.exec(seen) ?? [];
		if (word !== undefined) throw new UserError(`${quote(word)} is what a spreadsheet writes where it has no value. Correct the cell, or leave such rows out.`);
		const [number] = SHORTENED.exec(seen) ?? [];
		if (number !== undefined) throw new UserError(`${quote(number)} is a number that a spreadsheet or a program has shortened, so digits may be missing. Format the column as text, and enter the number again.`);
		return given;
	};

/** The name or code of a record that is created or changed. Blanks around it come from copying and are removed. */
export const recordName =
	(max = Infinity): Rule =>
	(value, circumstances) => {
		circumstances.names?.('record');
		return cell(max)(typeof value === 'string' ? value.trim() : value, circumstances);
	};

/** A phone number. Characters that nobody sees come from copying and are removed, but two lines of a cell are two numbers. */
export const phone: Rule = (value, circumstances) => {
	const given = typeof value === 'string' ? value.trim() : value;
	if (/[\t-\r\u0085\u2028\u2029]/.test(String(given))) {
		throw new UserError(`${quote(given)} has more than one line. Enter one phone number.`);
	}
	return cell()(typeof given === 'string' ? withoutInvisible(given).trim() : given, circumstances);
};

/** Text of one line, such as a subject. */
export const line =
	(max = Infinity): Rule =>
	(value, circumstances) =>
		text(max)(typeof value === 'string' ? inOneLine(value) : value, circumstances);

/** @returns a text without line breaks and other control characters, which become a blank, and without blanks around it */
export function inOneLine(given: string): string {
	return given.split(/[\p{Cc}\u2028\u2029]+/u).map((line) => line.trim()).filter((line) => line !== '').join(' ');
}

/** A missing or wrong value that another program has already written as a word. People may be called so, codes are not. */
const NO_VALUE = /^(?:null|undefined|nan|none|nil|\[object \w+\]|invalid date(?:time)?)$/i;

/**
 * The code of a record in a path. It is sent exactly as the user wrote it, or rejected, because any other form would be the code
 * of another record. Encoding keeps `a/b?c` in one segment, but `.` and `..` would still be read as steps between folders.
 * A number with a fraction, or too large for JavaScript, is rejected because it may have been written in another way.
 */
export const exactKey =
	(max = Infinity): Rule =>
	(value, circumstances) => {
		if (typeof value === 'boolean' || (Number.isFinite(value) && !Number.isSafeInteger(value))) {
			throw new UserError(`${quote(value)} is not a code. Enter it as text.`);
		}
		const given = cell(max)(value, circumstances) as string | undefined;
		if (given === undefined) return undefined;
		circumstances.names?.('record');
		if (NO_VALUE.test(given.normalize('NFKC').trim())) {
			throw new UserError(`${quote(given)} is what a program writes where it has no value. Leave such items out.`);
		}
		const isControl = /\p{Cc}/u.test(given);
		const unseen = invisibleIn(given);
		if (unseen !== undefined && !isControl) {
			throw new UserError(`${quote(given)} holds ${unseen}, which nobody sees and which would be part of the code. Take it away.`);
		}
		if (given !== given.trim()) {
			throw new UserError(
				`${quote(given)} has blanks around it, which would be part of the code. Take them away, in an expression with .trim().`,
			);
		}
		if (isControl) throw new UserError(`${quote(given)} holds a line break or another control character. Enter one code.`);
		if (given !== '.' && given !== '..') return given;
		throw new UserError(`${quote(given)} cannot be looked up: web addresses give it another meaning.`);
	};

/** Counts code points. We assume that the service counts characters in this way. */
export function lengthOf(given: string): number {
	return [...given].length;
}

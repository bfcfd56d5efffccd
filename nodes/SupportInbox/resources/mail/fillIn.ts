import { type IDataObject, UserError } from 'n8n-workflow';
import { checkedValue } from '../../fields/checkedValue';
import { settingsOf } from '../../fields/prepare';
import { type Rule, rowsIn, text } from '../../fields/rules';
import { type Field, settingField } from '../../fields/sent';
import type { GivenItem } from '../../transport/engine/requestPolicy';
import { refuse } from '../../transport/errors/refuse';
import { excerpt } from '../../transport/excerpt';
import { NEVERTHELESS } from './fields';

/** The texts that a mail takes from its template. */
export interface Taken extends IDataObject {
	subject?: string;
	body?: string;
	is_html?: boolean;
}

export interface FillInRow {
	mark: string;
	value: string;
}

const fillInRows: Rule = (given, circumstances): FillInRow[] => {
	const rows = rowsIn(given).map((row) => {
		const filled = (label: string, name: string) => String(checkedValue({ rule: text(), label, required: true }, row[name], circumstances));
		return { mark: filled('Mark', 'mark'), value: filled('Value', 'value') };
	});
	const names = rows.map(({ mark }) => nameIn(mark));
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice === undefined) return rows;
	throw new UserError(`The mark ${excerpt(twice)} has several rows. Keep only one, since only one value can be sent.`);
};

export const fillInField: Field = settingField(fillInRows, {
	displayName: 'Fill In',
	name: 'fillIn',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Mark' },
	placeholder: 'Add Mark',
	default: {},
	description: 'The values for the marks of the template, such as [[order]]; each mark needs one',
	options: [
		{
			displayName: 'Mark',
			name: 'values',
			values: [
				{
					displayName: 'Mark',
					name: 'mark',
					type: 'string',
					default: '',
					placeholder: 'e.g. order',
					description: 'The mark as it is in the template. The brackets of {{ order }} and [[order]] can be left out.',
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '', description: 'The text in its place' },
			],
		},
	],
});

/**
 * Puts the values of the Fill In rows in place of the marks of a template. A value is plain text: marks in it are not
 * replaced, and HTML in it is escaped. A mark in a tag of the template must be in quotes.
 *
 * @param taken the texts that the mail takes from its template; empty where it takes none
 * @throws NodeOperationError when the texts lack the mark of a row, or a mark has no value
 */
export function withMarksFilled(item: GivenItem, taken: Taken): Taken {
	const { fillIn = [], sendNevertheless } = settingsOf(item.request) as { fillIn?: FillInRow[]; sendNevertheless?: boolean };
	const values = new Map(fillIn.map(({ mark, value }) => [nameIn(mark), value]));
	const { subject = '', body = '' } = taken;
	const found = new Set([subject, body].flatMap(marksIn).map(nameIn));
	// Marks without brackets are found as words, the longest first, because one may begin with another.
	const words = [...values.keys()].filter((name) => !found.has(name)).sort((one, other) => other.length - one.length);
	const missing = words.find((word) => word === '' || (!subject.includes(word) && !body.includes(word)));
	if (missing !== undefined) {
		refuse(item, `The text from the template has no mark ${excerpt(missing)}`, 'Correct the mark under Fill In, or take it out. A Subject or Body that you enter replaces the text of the template.');
	}
	const fill = (given: string, encoded: (value: string, mark: string, place: number) => string) =>
		withMarksReplaced(given, words, (mark, place) => {
			const value = values.get(nameIn(mark));
			if (value !== undefined) return encoded(value, mark, place);
			if (sendNevertheless === true) return mark;
			return refuse(item, `The mail would be sent with ${excerpt(mark)} of its template in it`, `Enter a value for this mark under Fill In. ${NEVERTHELESS}`);
		});
	return {
		...taken,
		...(taken.subject !== undefined && { subject: fill(subject, (value) => value.replace(/\s+/g, ' ').trim()) }),
		...(taken.body !== undefined && { body: fill(body, taken.is_html === true ? intoHtml(item, body) : String) }),
	};
}

/**
 * @returns a function that escapes a value for HTML; call it in the order of the marks in the body
 * @throws NodeOperationError for a mark in a tag without quotes: a blank in the value would begin another attribute
 */
function intoHtml(item: GivenItem, body: string) {
	let known: HtmlPlace = 'text';
	let end = 0;
	return (value: string, mark: string, place: number) => {
		known = placeAfter(known, body.slice(end, place));
		end = place + mark.length;
		if (known !== 'tag') return toHtml(value);
		return refuse(item, `The mark ${excerpt(mark)} is in a tag of the template without quotes around it`, 'Put the value in quotes in the template, such as href="[[link]]".');
	};
}

/** @returns the name of a mark: the text without its brackets */
function nameIn(mark: string): string {
	return mark.replace(/^\s*(?:\{\{|\[\[)|(?:\}\}|\]\])\s*$/g, '').replace(/&nbsp;/g, ' ').trim();
}

function toHtml(value: string): string {
	return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\r?\n/g, '<br>');
}

/** The brackets that people put around marks. They are not in the API document: the service sends them as they are. */
const CLOSING = new Map([['{{', '}}'], ['[[', ']]']]);

/**
 * Replaces the marks of a text, such as `{{ order }}` and `[[order]]`, and words that are marks without brackets. Brackets
 * that are never closed are not a mark. Linear in the length of the text.
 *
 * @param words not empty; where two begin in the same place, the first in this list is used
 * @param replaced returns the text in place of a mark
 */
export function withMarksReplaced(text: string, words: readonly string[], replaced: (mark: string, place: number) => string): string {
	// Known last places avoid a search to the end of the text for each bracket that is not closed.
	const last = new Map([...CLOSING].map(([opening, closing]) => [opening, text.lastIndexOf(closing)]));
	const openings = [...CLOSING.keys()].filter((opening) => last.get(opening)! >= 0);
	if (openings.length + words.length === 0) return text;
	const begin = new RegExp([...openings, ...words].map(literal).join('|'), 'g');
	const parts: string[] = [];
	let done = 0;
	for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
		const [opening] = found;
		const content = begin.lastIndex;
		const closing = CLOSING.get(opening);
		if (closing !== undefined && content > last.get(opening)!) {
			begin.lastIndex = found.index + 1;
			continue;
		}
		const end = closing === undefined ? content : text.indexOf(closing, content) + closing.length;
		parts.push(text.slice(done, found.index), replaced(text.slice(found.index, end), found.index));
		done = begin.lastIndex = end;
	}
	return parts.join('') + text.slice(done);
}

/** @returns the marks in brackets of a text, in their order */
export function marksIn(text: string): string[] {
	const marks: string[] = [];
	withMarksReplaced(text, [], (mark) => {
		marks.push(mark);
		return mark;
	});
	return marks;
}

/** @returns the pattern that finds this text */
export function literal(word: string): string {
	return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The kind of a place in HTML: in a text, in a tag outside of quotes, in a quoted value of a tag, in a comment. */
type HtmlPlace = 'text' | 'tag' | '"' | "'" | 'comment';

/** The end of each kind of place. In a tag, a quote needs `=` before it; `<` at the end of a part may begin a tag, so it counts as one. */
const ENDS: Record<HtmlPlace, RegExp> = {
	text: /<!--|<(?=[a-z!/?]|$)/gi,
	tag: /=\s*["']|>/g,
	'"': /"/g,
	"'": /'/g,
	comment: /-->/g,
};

/**
 * @param place the kind of place at the beginning of the part
 * @returns the kind of place at its end
 */
export function placeAfter(place: HtmlPlace, part: string): HtmlPlace {
	let now = place;
	for (let at = 0; ; ) {
		const end = ENDS[now];
		end.lastIndex = at;
		const found = end.exec(part)?.[0];
		if (found === undefined) return now;
		at = end.lastIndex;
		now = placeBehind(now, found);
	}
}

function placeBehind(place: HtmlPlace, end: string): HtmlPlace {
	if (place === 'text') return end === '<!--' ? 'comment' : 'tag';
	if (place === 'tag') return end === '>' ? 'text' : (end.slice(-1) as '"' | "'");
	return place === 'comment' ? 'text' : 'tag';
}

import { type IDataObject, UserError } from 'n8n-workflow';
import { type Rule, checkedValue, rowsIn, text } from '../../fields/rules';
import { type Field, withTextCheck, settingField } from '../../fields/sent';
import { tokensOf } from '../../output/text/tags';
import type { Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { excerpt } from '../../transport/excerpt';
import { MAIL_TEXT_CHECK, SKIP_ADVICE } from './fields';
import { type Placeholder, placeholdersIn, placeholderName } from './placeholders';

/** The texts that a mail takes from its template. */
export interface Template extends IDataObject {
	subject?: string;
	body?: string;
	is_html?: boolean;
}

export interface TemplateValue {
	name: string;
	value: string;
}

const templateValueRows: Rule = (given, circumstances): TemplateValue[] => {
	const rows = rowsIn(given).map((row) => {
		const filled = (label: string, name: string) => String(checkedValue({ rule: text(), label, required: true }, row[name], circumstances));
		return { name: filled('Name', 'name'), value: filled('Value', 'value') };
	});
	const names = rows.map(({ name }) => placeholderName(name));
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice === undefined) return rows;
	throw new UserError(`The mark ${excerpt(twice)} has several rows. Keep only one, since only one value can be sent.`);
};

export const templateValuesField: Field = withTextCheck({ ...MAIL_TEXT_CHECK, bracesIn: 'name' }, settingField(templateValueRows, {
	displayName: 'Template Values',
	name: 'templateValues',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Value' },
	placeholder: 'Add Value',
	default: {},
	description: 'Values for the marks of the template',
	options: [
		{
			displayName: 'Value',
			name: 'values',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. order',
					description: 'The name in the brackets of {{ order }} or [[order]]; without brackets only signs',
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '', description: 'The text in its place' },
			],
		},
	],
}));

/**
 * Puts the values of the Template Values rows in place of a template's placeholders. A value is plain text: placeholders in it are not
 * replaced,
 * and in HTML it stays within its place.
 *
 * @param template the texts that the mail takes from its template; empty where it takes none
 * @throws NodeOperationError when a row's placeholder is missing, a placeholder has no value, or HTML has it where no value is safe
 */
export function withTemplateValues(item: Item, template: Template): Template {
	const { templateValues = [], skipTextChecks } = item.settings as { templateValues?: TemplateValue[]; skipTextChecks?: boolean };
	const values = new Map(templateValues.map(({ name, value }) => [placeholderName(name), value]));
	const names = [...values.keys()];
	const { subject, body } = template;
	const found = [subject, body].flatMap((given = '') => placeholdersIn(given, names));
	const missing = names.find((name) => name === '' || found.every((placeholder) => placeholder.name !== name));
	if (missing !== undefined) {
		reject(
			item,
			`The text from the template has no mark ${excerpt(missing)}`,
			'In the template it needs brackets, such as [[order]]. Correct the mark under Template Values, or take it out. A Subject or Body that you enter replaces the text of the template.',
		);
	}
	const unfilled = found.find(({ name }) => !values.has(name));
	if (unfilled !== undefined && skipTextChecks !== true) {
		reject(
			item,
			`The mail would be sent with ${excerpt(unfilled.text)} of its template in it`,
			`Enter a value for this mark under Template Values. ${SKIP_ADVICE}`,
		);
	}
	const filled = (given: string, form: Form) => withValues(given, placeholdersIn(given, names), values, form);
	const inBody = template.is_html === true ? inHtml(item) : asText;
	return {
		...template,
		...(subject !== undefined && { subject: filled(subject, inOneLine) }),
		...(body !== undefined && { body: filled(body, inBody) }),
	};
}

/** Makes the forms of the values that come between the parts of a text. */
type Form = (values: readonly string[], parts: readonly string[], placeholders: readonly Placeholder[]) => readonly string[];

function withValues(text: string, all: readonly Placeholder[], values: ReadonlyMap<string, string>, form: Form): string {
	const placeholders = all.filter(({ name }) => values.has(name));
	const ends = [0, ...placeholders.map(({ end }) => end)];
	const parts = ends.map((end, index) => text.slice(end, placeholders[index]?.begin));
	const formed = form(placeholders.map(({ name }) => values.get(name)!), parts, placeholders);
	return parts.map((part, index) => part + (formed[index] ?? '')).join('');
}

const asText: Form = (values) => values;

const inOneLine: Form = (values) => values.map((value) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim());

/** The form of values in HTML. @throws NodeOperationError for a placeholder outside of the shown text: a value could become code there */
const inHtml =
	(item: Item): Form =>
	(values, parts, placeholders) => {
		const shown = shownGaps(parts);
		return values.map((value, index) => {
			if (!shown.has(index)) {
				reject(
					item,
					`In the template, the mark ${excerpt(placeholders[index].text)} is in a tag, a comment, a style or a script, where no value is put`,
					'Put the mark into the text between the tags, or enter the whole Body instead of the template.',
				);
			}
			return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\r\n?|\n/g, '<br>');
		});
	};

/** A character that no text has. */
const GAP = '\uFDD0';
/** Ends what is never closed: mail programs read it to the end of the mail. */
const ENDS = '--></style></script></iframe></noembed></noframes></template>';

/** @returns which gaps between the parts of a text in HTML are in its text, and not within a tag or what nobody sees; linear */
function shownGaps(parts: readonly string[]): ReadonlySet<number> {
	// A letter before the gap makes a tag of "<", as the value may.
	const html = parts.map((part, index) => (index === 0 ? part : `a${GAP}${index - 1}${GAP}${part}`)).join('') + ENDS;
	const texts = tokensOf(html).tokens.filter((token) => typeof token === 'string');
	return new Set([...texts.join('').matchAll(new RegExp(`${GAP}(\\d+)${GAP}`, 'g'))].map(([, gap]) => Number(gap)));
}

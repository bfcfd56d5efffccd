import { UserError } from 'n8n-workflow';
import type { TextCheck } from '../../fields/expressions';
import { type Rule, cell, checkedValue, emailAddress, integer, isBlank, phone, rowsIn, text } from '../../fields/rules';
import { type Field, bodyField, bodyPropertiesField, withTextCheck, settingField } from '../../fields/sent';

/** The custom items have numbers from 1. */
const CUSTOM_ITEMS = 10;
const MAX_CUSTOM_ITEM = 200;

/** A text field of the record: its name on screen and in the API, and the most characters that the service takes. */
interface ContactText {
	displayName: string;
	property: string;
	max?: number;
	description: string;
	rows?: number;
}

/** API document, Address-book record; the lengths of the two address lines are not shown there. */
const TEXTS: ContactText[] = [
	{ displayName: 'Last Name', property: 'last_name', max: 255, description: 'Last name' },
	{ displayName: 'First Name', property: 'first_name', max: 255, description: 'First name' },
	{ displayName: 'Company Name', property: 'company_name', max: 255, description: 'Name of the company' },
	{ displayName: 'Address 1', property: 'address1', description: 'First line below the city' },
	{ displayName: 'Address 2', property: 'address2', description: 'Second line below the city' },
	{ displayName: 'City', property: 'city', max: 255, description: 'City' },
	{ displayName: 'Department', property: 'department', max: 255, description: 'Department' },
	{ displayName: 'First Name (Phonetic)', property: 'first_name_kana', max: 255, description: 'Kana of the first name' },
	{ displayName: 'Job Title', property: 'title', max: 255, description: 'Job title' },
	{ displayName: 'Last Name (Phonetic)', property: 'last_name_kana', max: 255, description: 'Kana of the last name' },
	{ displayName: 'Note', property: 'note', max: 10_000, rows: 4, description: 'With line breaks' },
	{ displayName: 'Postal Code', property: 'postal_code', max: 255, description: 'Postal code' },
	{ displayName: 'Region', property: 'region', max: 255, description: 'State or prefecture' },
	{ displayName: 'URL', property: 'url', max: 255, description: 'Web address' },
];

/** The custom items: their names on screen and in workflows, where one is cleared, and in the API. */
export const CUSTOM_ITEM_TEXTS = Array.from({ length: CUSTOM_ITEMS }, (_, index) => ({
	displayName: `Custom Field ${index + 1}`,
	name: `customItem${index + 1}`,
	property: propertyOfItem(index + 1),
}));

export const TEXT_PROPERTIES = [...TEXTS, ...CUSTOM_ITEM_TEXTS].map(({ property }) => property);

const CELL_TEXT_CHECK: TextCheck = { kind: 'cell' };

/** One field for each text of the record. An empty field leaves the contact's text unchanged. */
export const textFields: Field[] = TEXTS.map(({ displayName, property, max, description, rows }) =>
	withTextCheck(rows === undefined ? CELL_TEXT_CHECK : {}, bodyField(property, rows === undefined ? cell(max) : text(max), {
		displayName,
		name: camelCase(property),
		type: 'string',
		...(rows && { typeOptions: { rows } }),
		default: '',
		description,
	})),
);

/** Turns rows into one text for each number. An empty value leaves the item unchanged, as everywhere. */
const customFields: Rule = (value, circumstances) => {
	const rows = rowsIn(value).filter((row) => !isBlank(row.number) || !isBlank(row.value)).map((row) => ({
		number: checkedValue({ rule: integer(1, CUSTOM_ITEMS), label: 'Number', required: true }, row.number, circumstances) as number,
		text: checkedValue({ rule: cell(MAX_CUSTOM_ITEM), label: 'Value', required: false }, row.value, circumstances),
	}));
	const numbers = rows.map(({ number }) => number);
	const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
	if (twice !== undefined) throw new UserError(`The number ${twice} has several rows. Keep only one, since only one value can be sent.`);
	const filled = rows.filter(({ text }) => text !== undefined);
	return filled.length === 0 ? undefined : Object.fromEntries(filled.map(({ number, text }) => [propertyOfItem(number), text]));
};

function propertyOfItem(number: number): string {
	return `custom_item${number}`;
}

/** API document, Address-book record. */
export const customFieldsField = withTextCheck(
	CELL_TEXT_CHECK,
	bodyPropertiesField(customFields, {
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Custom Field', maxAllowedFields: CUSTOM_ITEMS },
		placeholder: 'Add Custom Field',
		default: {},
		description: 'By number. The service ignores numbers that the address book lacks.',
		options: [
			{
				displayName: 'Custom Field',
				name: 'values',
				values: [
					{
						displayName: 'Number',
						name: 'number',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: CUSTOM_ITEMS },
						default: 1,
						description: `1 to ${CUSTOM_ITEMS}`,
					},
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	}),
);

function camelCase(property: string): string {
	return property.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/**
 * A list of the record whose entries are objects with one text (API document, Address-book record).
 * - `property`: the list's name in the API; `entry`: the name of the text in each entry.
 * - `max`: how many entries the service takes.
 * - `row`: the name of an entry among several, on screen.
 * - `one`: the field that adds an entry, its name on screen and in workflows.
 */
export interface RowList {
	displayName: string;
	name: string;
	property: string;
	entry: 'email' | 'tel';
	max: number;
	description: string;
	row: string;
	one: { displayName: string; name: string };
}

/** The service takes at most this number of addresses in use, and the same number of archived ones. */
export const MAX_EMAILS = 6;
const MAX_TELS = 3;

export const ROW_LISTS: RowList[] = [
	{
		displayName: 'Archived Emails', name: 'archivedEmails', property: 'archived_emails', entry: 'email', max: MAX_EMAILS,
		description: 'No longer used', row: 'Archived Email', one: { displayName: 'Archived Email', name: 'archivedEmail' },
	},
	{
		displayName: 'Archived Phones', name: 'archivedTels', property: 'archived_tels', entry: 'tel', max: MAX_TELS,
		description: 'No longer used', row: 'Archived Phone', one: { displayName: 'Archived Phone', name: 'archivedTel' },
	},
	{
		displayName: 'Emails', name: 'emails', property: 'emails', entry: 'email', max: MAX_EMAILS,
		description: 'Of the contact', row: 'Email', one: { displayName: 'Additional Email', name: 'additionalEmail' },
	},
	{
		displayName: 'Phones', name: 'tels', property: 'tels', entry: 'tel', max: MAX_TELS,
		description: 'Of the contact', row: 'Phone', one: { displayName: 'Phone', name: 'tel' },
	},
];

/** One field for each list of a new contact: rows of one text. */
export const rowFields: Field[] = ROW_LISTS.map((list) => rowField(list, rowsOfTexts(list)));

/** The same for a contact that exists. */
export const replacedRowFields: Field[] = ROW_LISTS.map((list) => rowField(replacing(list), everyRow(list)));

/** Fields that add one entry to a list of a contact that exists. */
export const oneMoreFields: Field[] = ROW_LISTS.map(({ entry, max, one }) =>
	settingField(ruleOf(entry), { ...one, type: 'string', default: '', description: `Added to the others, ${max} at most` }),
);

/** @returns the field with a name that says that its entries replace all that a contact has */
export function replacing<T extends Pick<Field, 'displayName' | 'name'>>(field: T): T {
	const { displayName, name } = field;
	return {
		...field,
		displayName: `Replace ${displayName}`,
		name: `replace${name[0].toUpperCase()}${name.slice(1)}`,
		description: 'The complete list: what is not in it is removed',
	};
}

function rowField({ displayName, name, property, entry, max, description, row }: RowList, rule: Rule): Field {
	return bodyField(property, rule, {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${row}`, maxAllowedFields: max },
		placeholder: `Add ${row}`,
		default: {},
		description,
		options: [
			{
				displayName: row,
				name: 'values',
				values: [{ displayName: row, name: entry, type: 'string', default: '' }],
			},
		],
	});
}

/** Makes the ways equal in which people write one number, such as with and without hyphens, or an address. */
export function plainOf({ entry }: Pick<RowList, 'entry'>, value: unknown): string {
	const text = String(value).normalize('NFKC').toLowerCase();
	return entry === 'email' ? text : (text.match(/[\d+]/g)?.join('') ?? text);
}

function ruleOf(entry: RowList['entry']): Rule {
	return entry === 'email' ? emailAddress : phone;
}

/** Turns rows into the API's entries. Without a filled row nothing is sent: clearing a list is a separate choice. */
function rowsOfTexts({ entry, max }: RowList): Rule {
	const rule = ruleOf(entry);
	return (value, circumstances) => {
		const given = rowsIn(value).map((row) => rule(row[entry], circumstances)).filter((text) => text !== undefined);
		const plain = given.map((text) => plainOf({ entry }, text));
		const texts = given.filter((_text, place) => plain.indexOf(plain[place]) === place);
		if (texts.length > max) throw new UserError(`The list has ${texts.length} entries, the service takes at most ${max}. Remove some.`);
		return texts.length > 0 ? texts.map((text) => ({ [entry]: text })) : undefined;
	};
}

/**
 * Rejects a row whose expression finds nothing: the contact would lose a text for a misspelt name. An empty column of a table is no entry.
 */
function everyRow(list: RowList): Rule {
	return (value, circumstances) => {
		const texts = rowsIn(value).map((row) => row[list.entry]);
		const missing = texts.indexOf(undefined);
		if (missing < 0 || texts.every(isBlank)) return rowsOfTexts(list)(value, circumstances);
		throw new UserError(`The expression of row ${missing + 1} finds nothing. The rows replace all that the contact has. Check the names in it; a row that is empty or null is left out.`);
	};
}

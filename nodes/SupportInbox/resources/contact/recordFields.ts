import { UserError } from 'n8n-workflow';
import { type Rule, emailAddress, isBlank, rowsIn, text, trimmed } from '../../fields/rules';
import { type Field, bodyField } from '../../fields/sent';

/** Help texts mention only limits above this: no real line is longer, and a longer text is refused with its length. */
const MAX_LINE = 255;
const CUSTOM_ITEMS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

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
	{ displayName: 'Last Name', property: 'last_name', max: 255, description: 'Last name of the contact' },
	{ displayName: 'First Name', property: 'first_name', max: 255, description: 'First name of the contact' },
	{ displayName: 'Company Name', property: 'company_name', max: 255, description: 'Company that the contact belongs to' },
	{ displayName: 'Address 1', property: 'address1', description: 'First line of the address below the city' },
	{ displayName: 'Address 2', property: 'address2', description: 'Second line of the address below the city' },
	{ displayName: 'City', property: 'city', max: 255, description: 'City of the address' },
	{ displayName: 'Department', property: 'department', max: 255, description: 'Department within the company' },
	{ displayName: 'First Name (Phonetic)', property: 'first_name_kana', max: 255, description: 'How the first name is pronounced' },
	{ displayName: 'Last Name (Phonetic)', property: 'last_name_kana', max: 255, description: 'How the last name is pronounced' },
	{ displayName: 'Note', property: 'note', max: 10_000, rows: 4, description: 'Free text with line breaks' },
	{ displayName: 'Postal Code', property: 'postal_code', max: 255, description: 'Postal code of the address' },
	{ displayName: 'Region', property: 'region', max: 255, description: 'Region, state or prefecture of the address' },
	{ displayName: 'Title', property: 'title', max: 255, description: 'Job title within the company' },
	{ displayName: 'URL', property: 'url', max: 255, description: 'Web address of the contact' },
	...CUSTOM_ITEMS.map((number) => ({
		displayName: `Custom Item ${number}`,
		property: `custom_item${number}`,
		max: 200,
		description: 'If the address book has it',
	})),
];

export const TEXT_PROPERTIES = TEXTS.map(({ property }) => property);

/** One field for each text of the record. An empty field leaves the contact's text unchanged. */
export const textFields: Field[] = TEXTS.map(({ displayName, property, max, description, rows }) =>
	bodyField(property, text(max), {
		displayName,
		name: camelCase(property),
		type: 'string',
		...(rows && { typeOptions: { rows } }),
		default: '',
		description: description + (max === undefined || max <= MAX_LINE ? '' : ` (at most ${max} characters)`),
	}),
);

function camelCase(property: string): string {
	return property.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/**
 * A list of the record whose entries are objects with one text (API document, Address-book record).
 * - `property`: the list's name in the API; `entry`: the name of the text in each entry.
 * - `max`: how many entries the service takes.
 */
interface RowList {
	displayName: string;
	name: string;
	property: string;
	entry: 'email' | 'tel';
	max: number;
	description: string;
}

/** The service takes at most this number of addresses in use, and the same number of archived ones. */
export const MAX_EMAILS = 6;
const MAX_TELS = 3;

const ROW_LISTS: RowList[] = [
	{ displayName: 'Archived E-Mails', name: 'archivedEmails', property: 'archived_emails', entry: 'email', max: MAX_EMAILS, description: 'E-mail addresses that are no longer used' },
	{ displayName: 'Archived Phones', name: 'archivedTels', property: 'archived_tels', entry: 'tel', max: MAX_TELS, description: 'Phone numbers that are no longer used' },
	{ displayName: 'E-Mails', name: 'emails', property: 'emails', entry: 'email', max: MAX_EMAILS, description: 'The e-mail addresses of the contact' },
	{ displayName: 'Phones', name: 'tels', property: 'tels', entry: 'tel', max: MAX_TELS, description: 'The phone numbers of the contact' },
];

/** One field for each list of a new contact: rows of one text. */
export const rowFields: Field[] = ROW_LISTS.map((list) => rowField(list, rowsOfTexts(list), ''));

/** The same for a contact that exists. */
export const replacedRowFields: Field[] = ROW_LISTS.map((list) => rowField(list, everyRow(list), ', which replace all that it has'));

function rowField({ displayName, name, property, entry, max, description }: RowList, rule: Rule, effect: string): Field {
	const oneRow = entry === 'email' ? 'E-Mail' : 'Phone';
	return bodyField(property, rule, {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${oneRow}`, maxAllowedFields: max },
		placeholder: `Add ${oneRow}`,
		default: {},
		description: `${description} (at most ${max})${effect}`,
		options: [
			{
				displayName: oneRow,
				name: 'values',
				values: [{ displayName: oneRow, name: entry, type: 'string', default: '' }],
			},
		],
	});
}

/** Turns rows into the API's entries. Without a filled row nothing is sent: clearing a list is a separate choice. */
function rowsOfTexts({ entry, max }: RowList): Rule {
	const rule = entry === 'email' ? emailAddress : trimmed();
	return (value, circumstances) => {
		const texts = rowsIn(value).map((row) => rule(row[entry], circumstances)).filter((text) => text !== undefined);
		if (texts.length > max) throw new UserError(`The list has ${texts.length} entries, the service takes at most ${max}. Remove some.`);
		return texts.length > 0 ? texts.map((text) => ({ [entry]: text })) : undefined;
	};
}

/** Refuses a row whose expression finds nothing: the contact would lose a text for a misspelt name. An empty column of a table is no entry. */
function everyRow(list: RowList): Rule {
	return (value, circumstances) => {
		const texts = rowsIn(value).map((row) => row[list.entry]);
		const missing = texts.indexOf(undefined);
		if (missing < 0 || texts.every(isBlank)) return rowsOfTexts(list)(value, circumstances);
		throw new UserError(`The expression of row ${missing + 1} finds nothing. The rows replace all that the contact has. Check the names in it; a row that is empty or null is left out.`);
	};
}

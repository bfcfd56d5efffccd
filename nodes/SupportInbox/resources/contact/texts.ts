import { text } from '../../fields/rules';
import type { Field } from '../../fields/sent';
import { bodyField } from '../../fields/sent';

/** Nobody writes so much in a line; a text that is longer is refused with the number. */
const MAX_LINE = 255;
const CUSTOM_ITEMS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** A text of the record: its name on screen, in the API, and how many characters the service takes. */
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

/** One field for each text of the record. A form's empty field leaves the text of a contact alone. */
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

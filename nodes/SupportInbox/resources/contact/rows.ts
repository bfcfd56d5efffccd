import { UserError } from 'n8n-workflow';

import type { Rule } from '../../fields/rules';
import { emailAddress, rowsIn, trimmed } from '../../fields/rules';
import type { Field } from '../../fields/sent';
import { bodyField } from '../../fields/sent';

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

/** The service takes at most this number of addresses, in use and archived each. */
export const MAX_EMAILS = 6;
const MAX_TELS = 3;

const ROW_LISTS: RowList[] = [
	{ displayName: 'Archived E-Mails', name: 'archivedEmails', property: 'archived_emails', entry: 'email', max: MAX_EMAILS, description: 'E-mail addresses that are no longer used' },
	{ displayName: 'Archived Phones', name: 'archivedTels', property: 'archived_tels', entry: 'tel', max: MAX_TELS, description: 'Phone numbers that are no longer used' },
	{ displayName: 'E-Mails', name: 'emails', property: 'emails', entry: 'email', max: MAX_EMAILS, description: 'The e-mail addresses of the contact' },
	{ displayName: 'Phones', name: 'tels', property: 'tels', entry: 'tel', max: MAX_TELS, description: 'The phone numbers of the contact' },
];

/** One field for each list: rows of one text. */
export const rowFields: Field[] = ROW_LISTS.map(({ displayName, name, property, entry, max, description }) => {
	const oneRow = entry === 'email' ? 'E-Mail' : 'Phone';
	return bodyField(property, rowsOfTexts(entry, max), {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${oneRow}`, maxAllowedFields: max },
		placeholder: `Add ${oneRow}`,
		default: {},
		description: `${description} (at most ${max}), which replace all that it has`,
		options: [
			{
				displayName: oneRow,
				name: 'values',
				values: [{ displayName: oneRow, name: entry, type: 'string', default: '' }],
			},
		],
	});
});

/** Rows become the API's entries. Without a filled row nothing is sent: emptying a list is a choice of its own. */
function rowsOfTexts(entry: RowList['entry'], max: number): Rule {
	const rule = entry === 'email' ? emailAddress : trimmed();
	return (value, circumstances) => {
		const texts = rowsIn(value).map((row) => rule(row[entry], circumstances)).filter((text) => text !== undefined);
		if (texts.length > max) throw new UserError(`${texts.length} are given, the service takes at most ${max}. Remove some.`);
		return texts.length > 0 ? texts.map((text) => ({ [entry]: text })) : undefined;
	};
}

import type { INodePropertyOptions } from 'n8n-workflow';
import { CODED, HANDLING_TYPES, SNOOZE_TERMS } from '../../nodes/SupportInbox/fields/enumerations';
import { codesOf, SCHEMAS } from '../../test/contract/contract';
import { page, table } from './markdown';

/** Kinds of codes that are called otherwise than their field. */
const TITLES: Record<string, string> = { method_cd: 'Channel', action_cd: 'Message state' };

/** Each kind of code: what it is, the codes in the order of the API document (Enumerations), and their names in n8n. */
const KINDS: Array<[title: string, where: string, codes: string[], names: readonly INodePropertyOptions[]]> = [
	...['Ticket', 'Message', 'Comment'].flatMap((record) => Object.entries(SCHEMAS[record].properties!).filter(([field]) => field in CODED).map(([field, schema]): (typeof KINDS)[number] => {
		const noun = record.toLowerCase();
		const title = TITLES[field] ?? `${record} ${field.replace(`${noun}_`, '').replace('_cd', '')}`;
		return [title, `\`${field}\` of a ${noun}, named in \`${CODED[field].name}\`.`, codesOf(schema), CODED[field].choices];
	})),
	['Memo type', '`icon_cd` of a memo.', codesOf(SCHEMAS.HandlingType), HANDLING_TYPES],
	['Return from snooze', '`snooze_term` of a ticket update.', codesOf(SCHEMAS.SnoozeTerm), SNOOZE_TERMS],
];

/** API document, Enumerations: user state. n8n shows no list of them. */
const USER_STATES = ['Active', 'Registration in Progress', 'Locked', 'Deleted'];

/** docs/reference/codes.md */
export function codesPage(): string {
	const names = (codes: readonly string[], choices: readonly INodePropertyOptions[]) => codes.map((code) => [`\`${code}\``, choices.find(({ value }) => value === code)?.name ?? '']);
	const users = codesOf<string>(SCHEMAS.User.properties!.status_cd).map((code, place) => [`\`${code}\``, USER_STATES[place]]);
	return page('Codes', '*Include Names* puts these names beside the codes of tickets, messages and comments. A code that the service adds later is its own name.', [
		...KINDS.map(([title, where, codes, choices]) => [`## ${title}`, where, table(['Code', 'Name'], names(codes, choices))].join('\n\n')),
		['## User state', '`status_cd` of a user.', table(['Code', 'Name'], users)].join('\n\n'),
		'## Other codes',
		`Inboxes have the colors ${listOf(codesOf(SCHEMAS.MessageBox.properties!.color))}. A label's color is a base and a shade, such as \`blue_03\`: \`01\` is the brightest, \`04\` the darkest. The gender of a contact is \`1\` for male, \`2\` for female and \`9\` for unknown.`,
	]);
}

const listOf = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ').replace(/, (?=[^,]*$)/, ' and ');

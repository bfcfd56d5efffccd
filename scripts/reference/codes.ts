import type { INodePropertyOptions } from 'n8n-workflow';
import { CHANNELS, HANDLING_TYPES, MESSAGE_STATES, SNOOZE_TERMS, TICKET_COLORS, TICKET_STATUSES } from '../../nodes/SupportInbox/fields/enumerations';
import { COMMENT_TYPES } from '../../nodes/SupportInbox/output/codes';
import * as enums from '../../test/simulator/enums';
import { page, table } from './markdown';

/** Each kind of code: what it is, the codes in the order of the API document (Enumerations), and their names in n8n. */
const KINDS: Array<[title: string, where: string, codes: readonly string[], names: INodePropertyOptions[]]> = [
	['Ticket status', '`status_cd` of a ticket, named in `status_name`.', enums.TICKET_STATUSES, TICKET_STATUSES],
	['Ticket color', '`color_cd`, named in `color_name`.', enums.TICKET_COLORS, TICKET_COLORS],
	['Channel', '`method_cd` of a message, named in `method_name`.', enums.CHANNELS, CHANNELS],
	['Message state', '`action_cd` of a message, named in `action_name`.', enums.MESSAGE_STATES, MESSAGE_STATES],
	['Comment type', '`comment_type` of a comment, named in `comment_type_name`.', enums.COMMENT_TYPES, COMMENT_TYPES],
	['Memo type', '`icon_cd` of a memo.', enums.HANDLING_TYPES, HANDLING_TYPES],
	['Return from snooze', '`snooze_term` of a ticket update.', enums.SNOOZE_TERMS, SNOOZE_TERMS],
];

/** API document, Enumerations: user state. n8n shows no list of them. */
const USER_STATES = ['Active', 'Registration in Progress', 'Locked', 'Deleted'];

/** docs/reference/codes.md */
export function codesPage(): string {
	const names = (codes: readonly string[], choices: INodePropertyOptions[]) => codes.map((code) => [`\`${code}\``, choices.find(({ value }) => value === code)?.name ?? '']);
	const users = enums.USER_STATES.map((code, place) => [`\`${code}\``, USER_STATES[place]]);
	return page('Codes', '*Include Names* puts these names beside the codes of tickets, messages and comments. A code that the service adds later is its own name.', [
		...KINDS.map(([title, where, codes, choices]) => [`## ${title}`, where, table(['Code', 'Name'], names(codes, choices))].join('\n\n')),
		['## User state', '`status_cd` of a user.', table(['Code', 'Name'], users)].join('\n\n'),
		'## Other codes',
		`Inboxes have the colors ${listOf(enums.INBOX_COLORS)}. A label's color is a base and a shade, such as \`blue_03\`: \`01\` is the brightest, \`04\` the darkest. The gender of a contact is \`1\` for male, \`2\` for female and \`9\` for unknown.`,
	]);
}

const listOf = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ').replace(/, (?=[^,]*$)/, ' and ');

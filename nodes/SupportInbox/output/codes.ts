import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES } from '../fields/enumerations';
import { isObject } from '../transport/client/answer';

/** API document, Enumerations: comment type. */
export const COMMENT_TYPES: INodePropertyOptions[] = [
	{ name: 'Approval Request Canceled', value: 'pullback' },
	{ name: 'Approval Requested', value: 'request' },
	{ name: 'Approved', value: 'approve' },
	{ name: 'Assigned', value: 'assign' },
	{ name: 'Comment', value: 'comment' },
	{ name: 'Rejected', value: 'reject' },
	{ name: 'Snooze Canceled', value: 'canceled_snooze' },
	{ name: 'Snoozed', value: 'snooze' },
];

/** The fields of tickets, messages and comments that contain codes, with the field for the name and the names of all codes. */
const CODED = new Map<string, { name: string; choices: readonly INodePropertyOptions[] }>(Object.entries({
	status_cd: { name: 'status_name', choices: TICKET_STATUSES },
	color_cd: { name: 'color_name', choices: TICKET_COLORS },
	method_cd: { name: 'method_name', choices: CHANNELS },
	action_cd: { name: 'action_name', choices: MESSAGE_STATES },
	comment_type: { name: 'comment_type_name', choices: COMMENT_TYPES },
}));

/** The fields that contain other records (API document, Ticket; the trigger adds the message or comment of an event to its ticket). */
const WITHIN = ['messages', 'comments', 'message', 'comment', 'shown'];

/** @returns whether the field contains a code with a name */
export const isCoded = (field: string): boolean => CODED.has(field);

/**
 * @param record a ticket, an event or a message
 * @returns the record with a name right after each code, also in its messages and their comments; null where there is no code
 */
export function withCodeNames(record: IDataObject): IDataObject {
	const entries = Object.entries(record).flatMap(([field, value]): Array<[string, unknown]> => {
		const coded = CODED.get(field);
		if (coded !== undefined) return [[field, value], [coded.name, codeName(field, value)]];
		if (!WITHIN.includes(field)) return [[field, value]];
		return [[field, Array.isArray(value) ? value.map(withCodeNamesIn) : withCodeNamesIn(value)]];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/**
 * @param field the field that contains the code, such as `status_cd`
 * @returns the name of the code in n8n's fields; a code that the service has added later is returned as it is
 */
export function codeName(field: string, code: unknown): string | null {
	if (typeof code !== 'string') return null;
	return CODED.get(field)?.choices.find(({ value }) => value === code)?.name ?? code;
}

function withCodeNamesIn(value: unknown): unknown {
	return isObject(value) ? withCodeNames(value as IDataObject) : value;
}

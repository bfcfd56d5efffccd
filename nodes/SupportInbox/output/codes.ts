import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES } from '../fields/enumerations';

/** API document, Enumerations: comment type. */
export const COMMENT_TYPES: INodePropertyOptions[] = [
	{ name: 'Approval Request Cancelled', value: 'pullback' },
	{ name: 'Approval Requested', value: 'request' },
	{ name: 'Approved', value: 'approve' },
	{ name: 'Assigned', value: 'assign' },
	{ name: 'Comment', value: 'comment' },
	{ name: 'Sent Back', value: 'reject' },
	{ name: 'Snooze Cancelled', value: 'canceled_snooze' },
	{ name: 'Snoozed', value: 'snooze' },
];

/** The fields of tickets, messages and comments that hold codes, the field for the name that belongs to each, and what the codes mean. */
const CODED: Record<string, { name: string; choices: readonly INodePropertyOptions[] }> = {
	status_cd: { name: 'status_name', choices: TICKET_STATUSES },
	color_cd: { name: 'color_name', choices: TICKET_COLORS },
	method_cd: { name: 'method_name', choices: CHANNELS },
	action_cd: { name: 'action_name', choices: MESSAGE_STATES },
	comment_type: { name: 'comment_type_name', choices: COMMENT_TYPES },
};

/**
 * @param record a ticket, an event or a message
 * @returns it with the name of each code right after it, also in its messages and their comments; null where there is no code
 */
export function withCodeNames(record: IDataObject): IDataObject {
	const entries = Object.entries(record).flatMap(([field, value]): Array<[string, unknown]> => {
		if (Array.isArray(value)) return [[field, value.map((one) => (isRecord(one) ? withCodeNames(one) : one))]];
		if (isRecord(value)) return [[field, withCodeNames(value)]];
		return field in CODED ? [[field, value], [CODED[field].name, codeName(field, value)]] : [[field, value]];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/**
 * @param field that holds the code, such as `status_cd`
 * @returns what n8n's fields call it; a code that the service has added later stands for itself
 */
export function codeName(field: string, code: unknown): string | null {
	if (typeof code !== 'string') return null;
	return CODED[field]?.choices.find(({ value }) => value === code)?.name ?? code;
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

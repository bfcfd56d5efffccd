import type { INodePropertyOptions } from 'n8n-workflow';
import { NO_CHANGE, NONE } from './rules';

/** The codes of the API document with their display names (API document, Enumerations). */

export const TICKET_STATUSES: INodePropertyOptions[] = [
	{ name: 'Closed', value: 'closed', description: 'Done' },
	{ name: 'No Action Needed', value: 'unwanted' },
	{ name: 'On Hold', value: 'ongoing', description: 'Waiting, with or without a pending reason' },
	{ name: 'Open', value: 'open', description: 'Not handled yet' },
	{ name: 'Spam', value: 'spam' },
	{ name: 'Trash', value: 'trash' },
];

/** Statuses of tickets that nobody works on: left out by default. */
export const SPAM_AND_TRASH: readonly unknown[] = ['spam', 'trash'];
export const WITHOUT_SPAM = TICKET_STATUSES.map(({ value }) => String(value)).filter((status) => !SPAM_AND_TRASH.includes(status));

export const TICKET_COLORS: INodePropertyOptions[] = [
	{ name: 'Blue', value: 'blue' },
	{ name: 'Orange', value: 'orange' },
	{ name: 'Pink', value: 'pink' },
	{ name: 'Red', value: 'red' },
	{ name: 'Yellow', value: 'yellow' },
];

export const CHANNELS: INodePropertyOptions[] = [
	{ name: 'Call Memo', value: 'call' },
	{ name: 'Chat App', value: 'chatapp' },
	{ name: 'Direct Message', value: 'social_dm', description: 'Direct message on a social network' },
	{ name: 'Email', value: 'mail' },
	{ name: 'Memo', value: 'record' },
	{ name: 'Marketplace Message', value: 'mallmsg' },
	{ name: 'Marketplace Inquiry', value: 'mallshop' },
	{ name: 'SMS', value: 'sms' },
	{ name: 'Social Post', value: 'social_post', description: 'Public post on a social network' },
	{ name: 'Website Chat', value: 'webchat' },
];

/** The channels of memos, which are written for colleagues and sent to nobody. */
export const MEMO_CHANNELS = ['record', 'call'];

export const MESSAGE_STATES: INodePropertyOptions[] = [
	{ name: 'Approval Requested', value: 'requested' },
	{ name: 'Approved', value: 'approved' },
	{ name: 'Chat Ended', value: 'end_conversation' },
	{ name: 'Chat in Progress', value: 'conversation' },
	{ name: 'Draft', value: 'draft' },
	{ name: 'Received', value: 'received' },
	{ name: 'Scheduled', value: 'scheduled' },
	{ name: 'Send Error', value: 'send_error' },
	{ name: 'Sending', value: 'sending' },
	{ name: 'Sent', value: 'sent' },
	{ name: 'Rejected', value: 'rejected', description: 'Approval was refused' },
];

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
export const CODED: Record<string, { name: string; choices: readonly INodePropertyOptions[] }> = {
	status_cd: { name: 'status_name', choices: TICKET_STATUSES },
	color_cd: { name: 'color_name', choices: TICKET_COLORS },
	method_cd: { name: 'method_name', choices: CHANNELS },
	action_cd: { name: 'action_name', choices: MESSAGE_STATES },
	comment_type: { name: 'comment_type_name', choices: COMMENT_TYPES },
};

/** Other comes first, because it is the default. */
export const HANDLING_TYPES: INodePropertyOptions[] = [
	{ name: 'Other', value: 'note' },
	{ name: 'Call Made', value: 'called_phone', description: 'A call to the customer' },
	{ name: 'Call Received', value: 'received_phone', description: 'A call from the customer' },
	{ name: 'Meeting', value: 'meeting' },
	{ name: 'Postal Mail', value: 'postal' },
	{ name: 'Sales', value: 'sales' },
];

export const SNOOZE_TERMS: INodePropertyOptions[] = [
	{ name: 'First Day of Next Month 08:00', value: 'next_month' },
	{ name: 'Next Monday 08:00', value: 'next_monday' },
	{ name: 'None', value: 'no_term', description: 'No return time; the API document does not say whether the ticket then returns' },
	{ name: 'One Month Later 08:00', value: 'after_month' },
	{ name: 'One Week Later 08:00', value: 'next_week' },
	{ name: 'This Weekend 08:00', value: 'weekend' },
	{ name: 'Today 17:00', value: 'today' },
	{ name: 'Tomorrow 08:00', value: 'tomorrow' },
];

const LABEL_COLOR_BASES = ['Blue', 'Brown', 'Gray', 'Green', 'Orange', 'Pink', 'Purple', 'Red', 'Yellow'];
const LABEL_COLOR_SHADES = ['Brightest', 'Bright', 'Dark', 'Darkest'];

/** Colors of an earlier revision of the document: the service may reject them. */
const EARLIER_COLORS = /^(?:pink|yellow)_/;

/** `<base>_<NN>` */
export const LABEL_COLORS: INodePropertyOptions[] = LABEL_COLOR_BASES.flatMap((base) =>
	LABEL_COLOR_SHADES.map((shade, index) => ({
		name: `${base} (${shade})`,
		value: `${base.toLowerCase()}_0${index + 1}`,
	})),
);

/** @returns whether the document lists the color today */
export function isListedColor(color: unknown): boolean {
	return LABEL_COLORS.some(({ value }) => value === color) && !EARLIER_COLORS.test(String(color));
}

/** The choice that clears a value, to put before the others. */
export function none(name: string): INodePropertyOptions {
	return { name, value: NONE };
}

/** The choice that changes nothing, to put before the others. */
export function noChange(name: string): INodePropertyOptions {
	return { name, value: NO_CHANGE };
}

/** @returns the stored values of a list of choices */
export function valuesOf(options: readonly INodePropertyOptions[]): string[] {
	return options.map(({ value }) => String(value));
}

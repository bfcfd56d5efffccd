import { dropdown, dropdowns } from '../../loadOptions/dropdown';
import { CHANNELS, MESSAGE_STATES, none, TICKET_COLORS, TICKET_STATUSES, valuesOf } from '../../fields/enumerations';
import { dateTime, day, flag, idOrName, ids, integer, oneOf, several, severalOrWithout, someOf, text, ticketId, userOrWithout } from '../../fields/rules';
import { bodyField, settingField } from '../../fields/sent';

const MAX_WITHIN = 99;

/** Every body parameter of the ticket search but the pages (API document, Ticket search), and the title; by display name. */
export const filters = [
	bodyField('assignee', userOrWithout, dropdown({
		displayName: 'Assignee Name or ID',
		name: 'assignee',
		loads: 'getUsersOrNone',
		description: 'Only tickets of this user, or those without an assignee',
	})),
	bodyField('method_cds', someOf(valuesOf(CHANNELS)), {
		displayName: 'Channels',
		name: 'methodCds',
		type: 'multiOptions',
		options: CHANNELS,
		default: [],
		description: 'Only tickets that have a message of one of these channels',
	}),
	bodyField('color_cds', someOf(valuesOf(TICKET_COLORS), ''), {
		displayName: 'Colors',
		name: 'colorCds',
		type: 'multiOptions',
		options: [none('Without Color'), ...TICKET_COLORS],
		default: [],
		description: 'Only tickets of one of these colors, or those without a color',
	}),
	bodyField('has_attachments', flag, {
		displayName: 'Has Attachments',
		name: 'hasAttachments',
		type: 'boolean',
		default: true,
		description: 'Whether to return only tickets with attachments',
	}),
	bodyField('label_ids', severalOrWithout(idOrName('label')), dropdowns({
		displayName: 'Label Names or IDs',
		name: 'labelIds',
		loads: 'getLabelsOrWithout',
		of: 'messageBoxId',
		description: 'Only tickets that carry all of these labels, or those without any label',
	})),
	bodyField('message_ids', ids, {
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5001, 5002',
		description: 'Only the tickets that these messages belong to; separate several IDs with commas',
	}),
	bodyField('action_cds', someOf(valuesOf(MESSAGE_STATES)), {
		displayName: 'Message States',
		name: 'actionCds',
		type: 'multiOptions',
		options: MESSAGE_STATES,
		default: [],
		description: 'Only tickets that have a message in one of these states',
	}),
	bodyField('pending_reason_ids', severalOrWithout(idOrName('pendingReason')), dropdowns({
		displayName: 'Pending Reason Names or IDs',
		name: 'pendingReasonIds',
		loads: 'getPendingReasonsOrWithout',
		of: 'messageBoxId',
		description: 'Only tickets that wait for one of these reasons, or those without a reason',
	})),
	bodyField('date', day, {
		displayName: 'Period End',
		name: 'date',
		type: 'dateTime',
		default: '',
		description: 'The last day of a period whose length is given under Period Length. Instead of Since and Until.',
	}),
	bodyField('within', integer(1, MAX_WITHIN), {
		displayName: 'Period Length',
		name: 'within',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_WITHIN },
		default: 7,
		description: 'Only tickets that have a message sent within this many days or months before Period End, up to and including that day',
	}),
	settingField(oneOf(['days', 'months']), {
		displayName: 'Period Length Unit',
		name: 'withinUnit',
		type: 'options',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Months', value: 'months' },
		],
		default: 'days',
		description: 'The unit of Period Length; days if this is not added',
	}),
	bodyField('since', dateTime, {
		displayName: 'Since',
		name: 'since',
		type: 'dateTime',
		default: '',
		description: 'Only tickets that have a message sent at this time or later',
	}),
	bodyField('status_cds', someOf(valuesOf(TICKET_STATUSES)), {
		displayName: 'Statuses',
		name: 'statusCds',
		type: 'multiOptions',
		options: TICKET_STATUSES,
		default: [],
		description: 'Only tickets in one of these statuses',
	}),
	bodyField('ticket_ids', several(ticketId), {
		displayName: 'Ticket IDs',
		name: 'ticketIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1201, 1202',
		description: 'Only these tickets; separate several IDs with commas',
	}),
	settingField(text(), {
		displayName: 'Title Contains',
		name: 'titleContains',
		type: 'string',
		default: '',
		placeholder: 'e.g. refund',
		description:
			'Only tickets whose title contains this text, in upper or lower case. The service cannot search for words, so the node reads page after page, one request for every 50 tickets, until the limit is reached or no ticket is left. With other filters there are fewer tickets to read.',
	}),
	bodyField('until', dateTime, {
		displayName: 'Until',
		name: 'until',
		type: 'dateTime',
		default: '',
		description: 'Only tickets that have a message sent at this time or earlier',
	}),
];

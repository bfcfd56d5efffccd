import { CHANNELS, MESSAGE_STATES, none, TICKET_COLORS, TICKET_STATUSES, WITHOUT_SPAM } from '../../../fields/enumerations';
import {
	codes,
	flag,
	idOrName,
	ids,
	integer,
	oneOf,
	searched,
	several,
	severalOrWithout,
	someOf,
	ticketId,
	userOrWithout,
	type Rule,
} from '../../../fields/rules';
import { type Field, bodyField, sentUnless, settingField, shownFor, switchField } from '../../../fields/sent';
import { hasAttachmentsField, SEARCHED } from '../../../fields/shared/hasAttachments';
import { dropdown, dropdowns } from '../../../loadOptions/dropdown';
import { PAST_EVENTS, UNANSWERED_FOR } from '../../../trigger/pastItems';
import { foundMessageFields } from '../output/fields';
import { hasMessageField, ticketTimeField } from './timeFilters';

const COST = 'Costs a request per 50 tickets';

const statuses: Rule = (value, circumstances) => {
	const chosen = someOf(TICKET_STATUSES)(value, circumstances);
	return chosen === undefined && circumstances.mayBeEmpty === true ? WITHOUT_SPAM : chosen;
};

/** Not sent beside ticket or message ids: these find tickets in every status. */
export const statusesField = sentUnless(['ticket_ids', 'message_ids'], bodyField('status_cds', statuses, {
	displayName: 'Statuses',
	name: 'statusCds',
	type: 'multiOptions',
	options: TICKET_STATUSES,
	default: [...WITHOUT_SPAM],
	description: 'Default: all but Spam and Trash. Ignored with Ticket IDs or Message IDs.',
}));

/**
 * All other body parameters of the ticket search but the pages (API document, Ticket search), and the node's own filters; by display name.
 */
export const filters: Field[] = [
	bodyField('assignee', userOrWithout, dropdown({
		displayName: 'Assignee Name or ID',
		name: 'assignee',
		loads: 'getUsersOrNone',
		description: 'Only tickets of this user, or of nobody',
	})),
	bodyField('method_cds', codes, {
		displayName: 'Channels',
		name: 'methodCds',
		type: 'multiOptions',
		options: CHANNELS,
		default: [],
		description: 'Only tickets with a message of these channels',
	}),
	settingField(several(idOrName('classifications')), dropdowns({
		displayName: 'Classification Names or IDs',
		name: 'caseCategoryIds',
		loads: 'getClassificationsAndArchived',
		of: 'messageBoxId',
		description: `Only tickets with any of these classifications. ${COST}.`,
	})),
	bodyField('color_cds', someOf(TICKET_COLORS, ''), {
		displayName: 'Colors',
		name: 'colorCds',
		type: 'multiOptions',
		options: [none('No Color'), ...TICKET_COLORS],
		default: [],
		description: 'Only tickets of these colors, or without one',
	}),
	ticketTimeField('Created', 'created', 'Created', `Only tickets created in this time, excluding its end. ${COST}.`),
	hasAttachmentsField(SEARCHED, 'Only With can be searched for'),
	hasMessageField,
	switchField('Include Child Labels', 'includeChildLabels', `Whether a label also stands for the labels below it. ${COST}.`, flag),
	bodyField('label_ids', severalOrWithout(idOrName('labels')), dropdowns({
		displayName: 'Label Names or IDs',
		name: 'labelIds',
		loads: 'getLabelsOrWithout',
		of: 'messageBoxId',
		description: 'Only tickets with all these labels, or as Labels Match says; or without any label',
	})),
	settingField(oneOf(['all', 'any']), {
		displayName: 'Labels Match',
		name: 'labelsMatch',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Tickets that carry all labels under Labels' },
			{ name: 'Any', value: 'any', description: 'Tickets that carry at least one of them' },
		],
		default: 'any',
		description: `Whether a ticket needs all labels or any of them. Any: ${COST.replace(/^C/, 'c')}.`,
	}),
	ticketTimeField(
		'Last Updated', 'lastUpdated', 'Updated',
		`Only tickets changed in this time, excluding its end. The service does not say which changes move it. ${COST}.`,
	),
	settingField(several(userOrWithout), dropdowns({
		displayName: 'Exclude Assignee Names or IDs',
		name: 'excludeAssignees',
		loads: 'getUsersOrNone',
		description: `No tickets of these users. ${COST}`,
	})),
	settingField(several(idOrName('classifications')), dropdowns({
		displayName: 'Exclude Classification Names or IDs',
		name: 'excludeCaseCategoryIds',
		loads: 'getClassificationsAndArchived',
		of: 'messageBoxId',
		description: `No tickets with any of these classifications. ${COST}.`,
	})),
	settingField(several(idOrName('labels')), dropdowns({
		displayName: 'Exclude Label Names or IDs',
		name: 'excludeLabelIds',
		loads: 'getLabels',
		of: 'messageBoxId',
		description: `No tickets with any of these labels. ${COST}.`,
	})),
	bodyField('message_ids', ids, {
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5001, 5002',
		description: 'Only the tickets of these messages; several IDs with commas',
	}),
	bodyField('action_cds', codes, {
		displayName: 'Message States',
		name: 'actionCds',
		type: 'multiOptions',
		options: MESSAGE_STATES,
		default: [],
		description: 'Only tickets with a message in these states',
	}),
	bodyField('pending_reason_ids', severalOrWithout(idOrName('pendingReasons')), dropdowns({
		displayName: 'Pending Reason Names or IDs',
		name: 'pendingReasonIds',
		loads: 'getPendingReasonsOrWithout',
		of: 'messageBoxId',
		description: 'Only tickets with one of these reasons, or without one',
	})),
	bodyField('ticket_ids', several(ticketId), {
		displayName: 'Ticket IDs',
		name: 'ticketIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1201, 1202',
		description: 'Only these tickets; several IDs with commas',
	}),
	settingField(searched, {
		displayName: 'Title Contains',
		name: 'titleContains',
		type: 'string',
		default: '',
		placeholder: 'e.g. refund',
		description: `Only tickets whose title contains this text. ${COST}.`,
	}),
];

/** The options for the output of the search, by display name. */
export const foundOptions: Field[] = [
	...foundMessageFields,
	switchField('Oldest First', 'oldestFirst', `Whether the oldest tickets come first. ${COST}.`, flag),
	settingField(oneOf(['count', 'tickets', 'triggerItems']), {
		displayName: 'Result',
		name: 'result',
		type: 'options',
		options: [
			{ name: 'Count', value: 'count', description: 'One item with their number, whatever the Limit; "at least" beyond 1,000' },
			{ name: 'Tickets', value: 'tickets', description: 'One item for each ticket' },
			{
				name: 'Trigger Items',
				value: 'triggerItems',
				description: 'The items that the trigger emits for these tickets, at a request for each, to run them again',
			},
		],
		default: 'tickets',
		description: `What comes out. Count: ${COST.replace(/^C/, 'c')}.`,
	}),
	shownFor({ result: ['triggerItems'] }, settingField(oneOf(PAST_EVENTS), {
		displayName: 'Trigger Event',
		name: 'triggerEvent',
		type: 'options',
		options: [
			{ name: 'New Message', value: 'newMessage', description: 'An item for each message since Message Since, in the filter Message Date' },
			{ name: 'Ticket Created', value: 'ticketCreated', description: 'An item for each ticket that no email of yours has begun' },
			{ name: 'Ticket Unanswered', value: 'ticketUnanswered', description: 'An item for each ticket whose customer waits' },
		],
		default: 'ticketCreated',
		description: 'Default: Ticket Created. The past does not show the other events.',
	})),
	shownFor({ result: ['triggerItems'] }, settingField(integer(0, 720), {
		displayName: 'Unanswered For (Hours)',
		name: 'unansweredForHours',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 720 },
		default: UNANSWERED_FOR,
		description: 'How long a customer has waited, for Ticket Unanswered',
	})),
];

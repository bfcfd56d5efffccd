import { CHANNELS, MESSAGE_STATES, none, TICKET_COLORS, TICKET_STATUSES, valuesOf } from '../../fields/enumerations';
import { codes, dateTime, flag, idOrName, ids, oneOf, several, severalOrWithout, someOf, text, ticketId, userOrWithout } from '../../fields/rules';
import type { Field } from '../../fields/sent';
import { bodyField, settingField } from '../../fields/sent';
import { dropdown, dropdowns } from '../../loadOptions/dropdown';
import { periodField } from './period';
import { MAX_READ } from './selection';

const COST = `The service cannot search for this: the node reads page after page (50 tickets a request, at most ${MAX_READ.toLocaleString('en')}), fewer with other filters`;
const UPDATED = `The service does not say which changes move this time; messages and edits of the ticket are expected to. ${COST}`;

/** Every body parameter of the ticket search but the pages (API document, Ticket search), and what is chosen here; by display name. */
export const filters: Field[] = [
	bodyField('assignee', userOrWithout, dropdown({
		displayName: 'Assignee Name or ID',
		name: 'assignee',
		loads: 'getUsersOrNone',
		description: 'Only tickets of this user, or those without an assignee',
	})),
	bodyField('method_cds', codes, {
		displayName: 'Channels',
		name: 'methodCds',
		type: 'multiOptions',
		options: CHANNELS,
		default: [],
		description: 'Only tickets that have a message of one of these channels',
	}),
	settingField(several(idOrName('classification')), dropdowns({
		displayName: 'Classification Names or IDs',
		name: 'caseCategoryIds',
		loads: 'getClassificationsAndArchived',
		of: 'messageBoxId',
		description: `Only tickets with at least one of these classifications. ${COST}`,
	})),
	bodyField('color_cds', someOf(valuesOf(TICKET_COLORS), ''), {
		displayName: 'Colors',
		name: 'colorCds',
		type: 'multiOptions',
		options: [none('Without Color'), ...TICKET_COLORS],
		default: [],
		description: 'Only tickets of one of these colors, or those without a color',
	}),
	...timeFields('Created', 'created', COST),
	settingField(oneOf(['any', 'with']), {
		displayName: 'Has Attachments',
		name: 'hasAttachments',
		type: 'options',
		options: [
			{ name: 'Any', value: 'any', description: 'Tickets with and without attachments' },
			{ name: 'With Attachments', value: 'with', description: 'Only tickets that have an attachment' },
		],
		default: 'with',
		description: 'Which tickets to return by their attachments. The service can search for tickets with attachments only.',
	}),
	bodyField('since', dateTime, {
		displayName: 'Has Message Since',
		name: 'since',
		type: 'dateTime',
		default: '',
		description: 'Only tickets that have a message sent at this time or later',
	}),
	bodyField('until', dateTime, {
		displayName: 'Has Message Until',
		name: 'until',
		type: 'dateTime',
		default: '',
		description:
			'Only tickets that have a message sent at this time or earlier. A ticket with a newer message besides is returned as well: to find tickets that have been quiet since, use Last Updated Before.',
	}),
	settingField(flag, {
		displayName: 'Include Child Labels',
		name: 'includeChildLabels',
		type: 'boolean',
		default: true,
		description: `Whether a label under Labels also stands for the labels below it. ${COST}.`,
	}),
	bodyField('label_ids', severalOrWithout(idOrName('label')), dropdowns({
		displayName: 'Label Names or IDs',
		name: 'labelIds',
		loads: 'getLabelsOrWithout',
		of: 'messageBoxId',
		description: 'Only tickets that carry these labels (all of them unless Labels Match says otherwise), or those without any label',
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
		description: `Whether a ticket needs all labels under Labels or any of them. With Any and several labels: ${COST.replace(/^The/, 'the')}.`,
	}),
	...timeFields('Last Updated', 'lastUpdated', UPDATED),
	settingField(several(userOrWithout), dropdowns({
		displayName: 'Leave Out Assignee Names or IDs',
		name: 'leaveOutAssignees',
		loads: 'getUsersOrNone',
		description: `No tickets of these users. ${COST}`,
	})),
	settingField(several(idOrName('classification')), dropdowns({
		displayName: 'Leave Out Classification Names or IDs',
		name: 'leaveOutCaseCategoryIds',
		loads: 'getClassificationsAndArchived',
		of: 'messageBoxId',
		description: `No tickets with any of these classifications. ${COST}`,
	})),
	settingField(several(idOrName('label')), dropdowns({
		displayName: 'Leave Out Label Names or IDs',
		name: 'leaveOutLabelIds',
		loads: 'getLabels',
		of: 'messageBoxId',
		description: `No tickets with any of these labels. ${COST}`,
	})),
	bodyField('message_ids', ids, {
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5001, 5002',
		description: 'Only the tickets that these messages belong to; separate several IDs with commas',
	}),
	bodyField('action_cds', codes, {
		displayName: 'Message States',
		name: 'actionCds',
		type: 'multiOptions',
		options: MESSAGE_STATES,
		default: [],
		description: 'Only tickets that have a message in one of these states',
	}),
	settingField(flag, {
		displayName: 'Oldest First',
		name: 'oldestFirst',
		type: 'boolean',
		default: true,
		description: `Whether the tickets that were created first come first. The service gives the newest first, so the node reads all pages of what the filters select (50 tickets a request, at most ${MAX_READ.toLocaleString('en')}).`,
	}),
	bodyField('pending_reason_ids', severalOrWithout(idOrName('pendingReason')), dropdowns({
		displayName: 'Pending Reason Names or IDs',
		name: 'pendingReasonIds',
		loads: 'getPendingReasonsOrWithout',
		of: 'messageBoxId',
		description: 'Only tickets that wait for one of these reasons, or those without a reason',
	})),
	periodField,
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
		description: `Only tickets whose title contains this text, in upper or lower case. ${COST}.`,
	}),
];

function timeFields(displayName: string, name: string, cost: string): Field[] {
	const verb = displayName.toLowerCase();
	return [
		settingField(dateTime, {
			displayName: `${displayName} After`,
			name: `${name}After`,
			type: 'dateTime',
			default: '',
			description: `Only tickets that were ${verb} at this time or later. ${cost}.`,
		}),
		settingField(dateTime, {
			displayName: `${displayName} Before`,
			name: `${name}Before`,
			type: 'dateTime',
			default: '',
			description: `Only tickets that were ${verb} before this time. ${cost}.`,
		}),
	];
}

import { filtersOf } from '../../fields/collections';
import { CHANNELS, TICKET_STATUSES, valuesOf } from '../../fields/enumerations';
import { isId } from '../../fields/names';
import { type Rule, dateTime, flag, idOrName, integer, NONE, oneOf, several, severalOrWithout, someOf, userOrWithout } from '../../fields/rules';
import { type Field, settingField } from '../../fields/sent';
import { hasAttachmentsField, SEEN } from '../../fields/shared/hasAttachments';
import { simplifyField } from '../../fields/shared/simplify';
import { MAX_TEXT } from '../../output/text/shorten';
import { DAY } from '../time';
import { eventFields } from './events';
import { optionFields, unansweredFields } from './options';
import { MAX_START_AGE, MAX_START_COUNT } from './settings';

/** Names are kept here: each poll looks them up in the list of inboxes. */
const namedInboxes: Rule = (value, circumstances) => several(idOrName('inboxes'))(value, { ...circumstances, idOf: (_list, name) => (isId(String(name)) ? Number(name) : name) });

/** Where the trigger begins in an inbox that it has not watched before. */
const startFields: Field[] = [
	settingField(oneOf(['now', 'lastDays', 'sinceDate', 'newest']), {
		displayName: 'Start',
		name: 'start',
		type: 'options',
		default: 'now',
		options: [
			{ name: 'From Now On', value: 'now', description: 'What exists when the workflow is activated is taken as known' },
			{ name: 'In the Last Days', value: 'lastDays', description: 'Tickets created and messages of a number of days before the activation, at most 90' },
			{ name: 'Since a Date', value: 'sinceDate', description: 'Tickets created and messages since a date, at most 90 days back' },
			{ name: 'With the Newest Tickets', value: 'newest', description: 'A number of tickets that exist already, at most 200 per inbox, and then everything new. Needs the event Ticket Created.' },
		],
		description:
			'Where to begin in an inbox that this trigger has not watched before. Later activations go on where the last one stopped, unless the node was renamed or the credential got another Base URL: then it begins anew.',
	}),
	settingField(integer(1, MAX_START_AGE / DAY), {
		displayName: 'Number of Days',
		name: 'startDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_START_AGE / DAY },
		displayOptions: { show: { start: ['lastDays'] } },
		default: 7,
		description: 'Tickets created and messages of this number of days are emitted, over several polls when there are many',
	}),
	settingField(dateTime, {
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		required: true,
		displayOptions: { show: { start: ['sinceDate'] } },
		default: '',
		description: 'Tickets created and messages since then are emitted, over several polls when there are many. At most 90 days back.',
	}),
	settingField(integer(1, MAX_START_COUNT), {
		displayName: 'Number of Tickets',
		name: 'startCount',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_START_COUNT },
		displayOptions: { show: { start: ['newest'] } },
		default: 10,
		description: 'How many of the newest tickets of each inbox are emitted as created, at most 200',
	}),
];

/** Which tickets matter; judged when something happens. */
const filterFields: Field[] = [
	settingField(userOrWithout, {
		displayName: 'Assignee Name or ID',
		name: 'assignee',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getUsersOrNone' },
		default: NONE,
		description:
			'Only tickets of this user, whose ID is the mention name. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	settingField(someOf(valuesOf(CHANNELS)), {
		displayName: 'Channels',
		name: 'methodCds',
		type: 'multiOptions',
		default: [],
		options: CHANNELS,
		description: 'Only tickets with a message of one of these channels. Costs one request per event to find out.',
	}),
	hasAttachmentsField(SEEN, 'Which tickets to emit by their attachments. Costs one request per event to find out.'),
	settingField(severalOrWithout(idOrName('labels')), {
		displayName: 'Label Names or IDs',
		name: 'labelIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getLabelsOfInboxesOrWithout', loadOptionsDependsOn: ['messageBoxIds'] },
		default: [],
		description:
			'Only tickets with at least one of these labels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	settingField(someOf(valuesOf(TICKET_STATUSES)), {
		displayName: 'Statuses',
		name: 'statusCds',
		type: 'multiOptions',
		default: [],
		options: TICKET_STATUSES,
		description: 'Only tickets in one of these statuses; all but Spam and Trash if this is not added',
	}),
];

/** The trigger's fields. Stored values are the API's own. */
export const properties: Field[] = [
	settingField(namedInboxes, {
		displayName: 'Inbox Names or IDs',
		name: 'messageBoxIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getInboxes' },
		default: [],
		required: true,
		description:
			'The inboxes to watch, or All Inboxes of the tenant, later ones included. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	...eventFields,
	...unansweredFields,
	...startFields,
	{
		...simplifyField,
		description: `Whether to return a simplified version of each event instead of the raw data: the ticket's title, status, assignee and labels, and sender and plain text of its newest message, cut after ${MAX_TEXT} characters`,
	},
	settingField(flag, {
		displayName: 'Add Names',
		name: 'addNames',
		type: 'boolean',
		default: true,
		description:
			'Whether to add the names of inbox, assignee, labels, classifications and pending reason beside their IDs. All triggers with the same access token share what this reads: a few requests an hour.',
	}),
	{
		...filtersOf(filterFields),
		description: 'Only tickets that fit all of these when the trigger sees them. A change is emitted when the ticket fits before or after it.',
	},
	optionFields,
];

export { subtitle } from './events';

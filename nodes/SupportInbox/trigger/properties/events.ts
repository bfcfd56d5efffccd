import type { INodePropertyOptions } from 'n8n-workflow';
import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES, valuesOf } from '../../fields/enumerations';
import { flag, idOrName, NONE, several, someOf, user, userOrWithout } from '../../fields/rules';
import { type Field, settingField } from '../../fields/sent';
import { describedField, WATCHED } from '../../ledger/ticketFields';
import { COMMENT_TYPES } from '../../output/codes';
import { BEGINNERS, EVENTS } from './settings';

const CHOICES: INodePropertyOptions[] = [
	{ name: 'Label Added', value: 'labelAdded', description: 'A label was added to a ticket' },
	{ name: 'New Comment', value: 'newComment', description: 'Each comment that is new in a ticket, such as a request for approval' },
	{ name: 'New Message', value: 'newMessage', description: 'Each message that is new in a ticket, old tickets included' },
	{ name: 'Ticket Assigned', value: 'ticketAssigned', description: 'A ticket got an assignee, or a different one' },
	{ name: 'Ticket Changed', value: 'ticketChanged', description: 'A field of a ticket was changed, with what it was before' },
	{ name: 'Ticket Closed', value: 'ticketClosed', description: 'A ticket was closed' },
	{ name: 'Ticket Created', value: 'ticketCreated', description: 'A ticket that did not exist before' },
	{ name: 'Ticket Unanswered', value: 'ticketUnanswered', description: 'A customer has waited for an answer for some time' },
];

/** The chosen events, which the canvas shows below the trigger's name. */
export const subtitle = `={{ $parameter.events.map((event) => (${JSON.stringify(Object.fromEntries(CHOICES.map(({ name, value }) => [value, name])))})[event]).join(", ") }}`;

/** Which events start the workflow, and which messages and changes make events. */
export const eventFields: Field[] = [
	settingField(someOf(EVENTS), {
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['ticketCreated'],
		options: CHOICES,
		description: 'What starts the workflow',
	}),
	settingField(someOf(BEGINNERS), {
		displayName: 'Begun By',
		name: 'begunBy',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { events: ['ticketCreated'] } },
		default: ['customer', 'handlingMemo'],
		options: [
			{ name: 'Customer', value: 'customer', description: 'The first message came from outside' },
			{ name: 'Handling Memo', value: 'handlingMemo', description: 'A colleague or a workflow wrote down a call or a visit' },
			{
				name: 'Our Mail',
				value: 'ourMail',
				description: 'A mail of ours opened the ticket, sent or still a draft. A workflow that answers with Mail: Send would then start itself again and again.',
			},
		],
		description:
			'Only tickets whose first message is one of these. Unless all three are chosen, each new ticket costs one request.',
	}),
	settingField(several(idOrName('labels')), {
		displayName: 'Added Label Names or IDs',
		name: 'addedLabelIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getLabelsOfInboxes', loadOptionsDependsOn: ['messageBoxIds'] },
		displayOptions: { show: { events: ['labelAdded'] } },
		default: [],
		description:
			'Only when one of these labels was added. Leave empty for all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	settingField(several(user), {
		displayName: 'Assigned To Names or IDs',
		name: 'assignedTo',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getUsers' },
		displayOptions: { show: { events: ['ticketAssigned'] } },
		default: [],
		description:
			'Only when a ticket was assigned to one of these users. Leave empty for all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	settingField(someOf(valuesOf(COMMENT_TYPES)), {
		displayName: 'Comment Types',
		name: 'commentTypes',
		type: 'multiOptions',
		displayOptions: { show: { events: ['newComment'] } },
		default: [],
		options: COMMENT_TYPES,
		description: 'Only comments of one of these types. Leave empty for all.',
	}),
	settingField(several(user), {
		displayName: 'Commenter Names or IDs',
		name: 'commenters',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getUsers' },
		displayOptions: { show: { events: ['newComment'] } },
		default: [],
		description:
			'Only comments by one of these users. Leave empty for all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	settingField(someOf(valuesOf(MESSAGE_STATES)), {
		displayName: 'Message States',
		name: 'messageActionCds',
		type: 'multiOptions',
		displayOptions: { show: { events: ['newMessage'] } },
		default: ['received'],
		options: MESSAGE_STATES,
		description:
			'Only messages in one of these states. A message that reaches one of them later, such as a draft that is sent, counts as new then. Leave empty for all.',
	}),
	settingField(someOf(valuesOf(CHANNELS)), {
		displayName: 'Message Channels',
		name: 'messageMethodCds',
		type: 'multiOptions',
		displayOptions: { show: { events: ['newMessage'] } },
		default: [],
		options: CHANNELS,
		description: 'Only messages of one of these channels. Leave empty for all but handling memos, which colleagues write: choose their channels to get them.',
	}),
	settingField(flag, {
		displayName: 'Skip Messages of New Tickets',
		name: 'skipFirstMessages',
		type: 'boolean',
		displayOptions: { show: { events: ['newMessage'] } },
		default: false,
		description:
			'Whether to leave out New Message for the messages that a new ticket comes with. When this is off and both events are chosen, a new ticket with a message starts the workflow with two items: one for the ticket and one for its message.',
	}),
	settingField(someOf(WATCHED), {
		displayName: 'Only These Fields',
		name: 'onlyTheseFields',
		type: 'multiOptions',
		displayOptions: { show: { events: ['ticketChanged'] } },
		default: [],
		options: WATCHED.map((value) => ({ name: describedField(value).watched!, value })).sort((one, other) => one.name.localeCompare(other.name)),
		description: 'Only changes of one of these fields. Leave empty for all.',
	}),
	{
		displayName: 'Only When It Becomes',
		name: 'onlyWhenItBecomes',
		type: 'collection',
		placeholder: 'Add Field',
		displayOptions: { show: { events: ['ticketChanged'] } },
		default: {},
		options: [
			settingField(userOrWithout, {
				displayName: 'Assignee Name or ID',
				name: 'assignee',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getUsersOrNone' },
				default: NONE,
				description:
					'When the ticket was assigned to this user, or to nobody. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			}),
			settingField(someOf(valuesOf(TICKET_COLORS)), {
				displayName: 'Colors',
				name: 'colorCds',
				type: 'multiOptions',
				default: [],
				options: TICKET_COLORS,
				description: 'When the ticket got one of these colors',
			}),
			settingField(several(idOrName('labels')), {
				displayName: 'Label Names or IDs',
				name: 'labelIds',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getLabelsOfInboxes', loadOptionsDependsOn: ['messageBoxIds'] },
				default: [],
				description:
					'When one of these labels was added. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			}),
			settingField(someOf(valuesOf(TICKET_STATUSES)), {
				displayName: 'Statuses',
				name: 'statusCds',
				type: 'multiOptions',
				default: [],
				options: TICKET_STATUSES,
				description: 'When the ticket got one of these statuses',
			}),
		],
		description: 'Only changes that lead to one of these values. Without it, a change that leads away from a value counts as well.',
	},
];

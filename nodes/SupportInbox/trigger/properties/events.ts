import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CHANNELS, MESSAGE_STATES } from '../../fields/enumerations';

const EVENTS: INodePropertyOptions[] = [
	{
		name: 'New Message',
		value: 'newMessage',
		description: 'Each message that is new in a ticket, old tickets included',
	},
	{
		name: 'Ticket Changed',
		value: 'ticketChanged',
		description: 'A field of a ticket was changed, with what it was before',
	},
	{
		name: 'Ticket Created',
		value: 'ticketCreated',
		description: 'A ticket that did not exist before',
	},
];

/** The chosen events, to be read below the trigger's name on the canvas. */
export const subtitle = `={{ $parameter.events.map((event) => (${JSON.stringify(namesOf(EVENTS))})[event]).join(", ") }}`;

/** Which events start the workflow, and of which messages and changes. */
export const eventFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['ticketCreated'],
		options: EVENTS,
		description: 'What starts the workflow',
	},
	{
		displayName: 'Message States',
		name: 'messageActionCds',
		type: 'multiOptions',
		displayOptions: { show: { events: ['newMessage'] } },
		default: ['received'],
		options: MESSAGE_STATES,
		description:
			'Only messages in one of these states. A message that reaches one of them later, such as a draft that is sent, counts as new then. Leave empty for all.',
	},
	{
		displayName: 'Message Channels',
		name: 'messageMethodCds',
		type: 'multiOptions',
		displayOptions: { show: { events: ['newMessage'] } },
		default: [],
		options: CHANNELS,
		description: 'Only messages of one of these channels. Leave empty for all.',
	},
	{
		displayName: 'Skip Messages of New Tickets',
		name: 'skipFirstMessages',
		type: 'boolean',
		displayOptions: { show: { events: ['newMessage'] } },
		default: false,
		description:
			'Whether to leave out New Message for the messages that a new ticket comes with. When this is off and both events are chosen, a new ticket with a message starts the workflow with two items: one for the ticket and one for its message.',
	},
	{
		displayName: 'Only These Fields',
		name: 'onlyTheseFields',
		type: 'multiOptions',
		displayOptions: { show: { events: ['ticketChanged'] } },
		default: [],
		options: [
			{ name: 'Assignee', value: 'assignee' },
			{ name: 'Classifications', value: 'case_category_ids' },
			{ name: 'Color', value: 'color_cd' },
			{ name: 'Labels', value: 'label_ids' },
			{ name: 'Pending Reason', value: 'pending_reason_id' },
			{ name: 'Status', value: 'status_cd' },
			{ name: 'Title', value: 'title' },
		],
		description: 'Only changes of one of these fields. Leave empty for all.',
	},
];

function namesOf(options: INodePropertyOptions[]): Record<string, string> {
	return Object.fromEntries(options.map(({ name, value }) => [String(value), name]));
}

import type { INodeProperties } from 'n8n-workflow';

import { CHANNELS, TICKET_STATUSES } from '../../fields/enumerations';
import { NONE } from '../../fields/rules';

/** Which tickets matter; judged when something happens. */
export const filterFields: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description:
		'Only tickets that fit all of these when the trigger sees them. A change is given when the ticket fits before or after it.',
	options: [
		{
			displayName: 'Assignee Name or ID',
			name: 'assignee',
			type: 'options',
			typeOptions: { loadOptionsMethod: 'getUsersOrNone' },
			default: NONE,
			description:
				'Only tickets of this user, whose ID is the mention name. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Channels',
			name: 'methodCds',
			type: 'multiOptions',
			default: [],
			options: CHANNELS,
			description: 'Only tickets with a message of one of these channels. Costs one request per event to find out.',
		},
		{
			displayName: 'Has Attachments',
			name: 'hasAttachments',
			type: 'boolean',
			default: true,
			description:
				'Whether the ticket must have attachments (on) or must have none (off). Costs one request per event to find out.',
		},
		{
			displayName: 'Label Names or IDs',
			name: 'labelIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getLabelsOfInboxes', loadOptionsDependsOn: ['messageBoxIds'] },
			default: [],
			description:
				'Only tickets with at least one of these labels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Status',
			name: 'statusCds',
			type: 'multiOptions',
			default: [],
			options: TICKET_STATUSES,
			description: 'Only tickets in one of these statuses',
		},
	],
};

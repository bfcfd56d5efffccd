import type { INodeProperties } from 'n8n-workflow';

import { MAX_START_COUNT } from './settings';

/** Where the trigger begins in an inbox that it has not watched before. */
export const startFields: INodeProperties[] = [
	{
		displayName: 'Start',
		name: 'start',
		type: 'options',
		default: 'now',
		options: [
			{
				name: 'From Now On',
				value: 'now',
				description: 'What exists when the workflow is activated is taken as known',
			},
			{
				name: 'Since a Date',
				value: 'sinceDate',
				description: 'Tickets created and messages since a date, at most 90 days back',
			},
			{
				name: 'With the Newest Tickets',
				value: 'newest',
				description: 'A number of tickets that exist already, at most 200 per inbox, and then whatever comes',
			},
		],
		description:
			'Where to begin in an inbox that this trigger has not watched before. Later activations go on where the last one stopped, unless the node was renamed: then it begins anew.',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		required: true,
		displayOptions: { show: { start: ['sinceDate'] } },
		default: '',
		description: 'Tickets created and messages since then are given, over several polls when there are many. At most 90 days back.',
	},
	{
		displayName: 'Number of Tickets',
		name: 'startCount',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_START_COUNT },
		displayOptions: { show: { start: ['newest'] } },
		default: 10,
		description: 'How many of the newest tickets of each inbox are given as created, at most 200',
	},
];

import type { INodeProperties } from 'n8n-workflow';

const show = { events: ['ticketUnanswered'] };

/** When Ticket Unanswered starts the workflow. */
export const unansweredFields: INodeProperties[] = [
	{
		displayName: 'Unanswered For',
		name: 'unansweredFor',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show },
		default: 4,
		description:
			'How long a customer has waited, since the first message that no message of ours was sent after. Memos, comments and drafts are no answer. Only open and on-hold tickets count, and messages that came since this trigger watches. Costs one request per ticket with a new message, and one more when it is given.',
	},
	{
		displayName: 'Unit',
		name: 'unansweredUnit',
		type: 'options',
		displayOptions: { show },
		default: 'hours',
		options: [
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
	},
];

/** An option: which hours count. */
export const businessHours: INodeProperties = {
	displayName: 'Business Hours',
	name: 'businessHours',
	type: 'fixedCollection',
	displayOptions: { show: { '/events': ['ticketUnanswered'] } },
	default: {},
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'Days',
					name: 'days',
					type: 'multiOptions',
					default: [1, 2, 3, 4, 5],
					options: [
						{ name: 'Monday', value: 1 },
						{ name: 'Tuesday', value: 2 },
						{ name: 'Wednesday', value: 3 },
						{ name: 'Thursday', value: 4 },
						{ name: 'Friday', value: 5 },
						{ name: 'Saturday', value: 6 },
						{ name: 'Sunday', value: 7 },
					],
				},
				{
					displayName: 'From',
					name: 'from',
					type: 'string',
					default: '09:00',
					description: 'A time such as 09:00',
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'string',
					default: '18:00',
					description: 'A later time of the same day such as 18:00; 24:00 is the end of the day',
				},
			],
		},
	],
	description: "Only these hours count for Ticket Unanswered, in the workflow's time zone. Holidays are not known.",
};

/** An option: the same wait is given more than once. */
export const remindAgainAfter: INodeProperties = {
	displayName: 'Remind Again After',
	name: 'remindAgainAfter',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { '/events': ['ticketUnanswered'] } },
	default: 4,
	description: 'After how much longer Ticket Unanswered is given again for the same wait, in the same unit. Without it, it is given once.',
};

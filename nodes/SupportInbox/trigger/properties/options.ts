import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_LOOK_BACK_HOURS, MAX_LOOK_BACK_HOURS, MAX_MAX_REQUESTS, MIN_REQUESTS } from './settings';
import { businessHours, remindAgainAfter } from './unanswered';

export const optionFields: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		businessHours,
		{
			displayName: 'Ignore Own Changes',
			name: 'ignoreOwnChanges',
			type: 'options',
			default: 'thisWorkflow',
			options: [
				{ name: 'Every Workflow of This N8n', value: 'allWorkflows', description: 'Nothing that a node of this n8n has done starts this workflow' },
				{ name: 'None', value: 'none', description: 'What workflows do starts this workflow like what people do. A workflow that writes on each event then starts itself again.' },
				{ name: 'This Workflow', value: 'thisWorkflow', description: 'What this workflow has done does not start it again' },
			],
			description:
				'Whose changes and new tickets do not start this workflow. Other fields that somebody else changed at the same time still do. In queue mode the writes of other n8n processes are not known here: use Begun By or Only When It Becomes there.',
		},
		{
			displayName: 'Include Messages',
			name: 'includeMessages',
			type: 'boolean',
			default: true,
			description:
				'Whether a created ticket comes with its messages. Costs one request per created ticket; without it up to 50 tickets come with one request.',
		},
		{
			displayName: 'Look Back (Hours)',
			name: 'lookBack',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_LOOK_BACK_HOURS },
			default: DEFAULT_LOOK_BACK_HOURS,
			description:
				'How late something may come and still be noticed. A memo can be dated back, and a mail can arrive hours after it was sent: the trigger looks through everything dated in these hours again and again, so what appears there is given, whatever its date. What is dated further back than this is not found. A longer time costs more requests in busy inboxes: one for every 50 tickets in it, spread over several polls.',
		},
		{
			displayName: 'Max Requests per Poll',
			name: 'maxRequestsPerPoll',
			type: 'number',
			typeOptions: { minValue: MIN_REQUESTS, maxValue: MAX_MAX_REQUESTS },
			default: '',
			description:
				'The most requests that one poll may send. Leave empty for no cap: the trigger then uses what people and other workflows leave of the 60 requests a minute that the service allows for the access token. Nothing is lost with a low number, it only takes longer: what one poll does not manage, the next one does.',
		},
		remindAgainAfter,
	],
};

import { optionsOf } from '../../fields/collections';
import { flag, integer, oneOf, ticketId } from '../../fields/rules';
import { type Field, settingField } from '../../fields/sent';
import { automaticAnswersField } from '../../fields/shared/automaticAnswers';
import { businessHoursField } from '../../fields/shared/businessHours';
import { DEFAULT_LOOK_BACK_HOURS, MAX_LOOK_BACK_HOURS, MAX_MAX_REQUESTS, MIN_REQUESTS, OWN_CHANGES } from './settings';

const show = { events: ['ticketUnanswered'] };

/** When Ticket Unanswered starts the workflow. */
export const unansweredFields: Field[] = [
	settingField(integer(1), {
		displayName: 'Unanswered For',
		name: 'unansweredFor',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show },
		default: 4,
		description:
			'How long a customer has waited, since their first message after our last sent one. Memos, comments and drafts are not answers, and an absence note begins no wait. Only open and on-hold tickets count, and messages since the time under Start. Costs one request per ticket with a new message, and one more when it is emitted.',
	}),
	settingField(oneOf(['hours', 'minutes']), {
		displayName: 'Unit',
		name: 'unansweredUnit',
		type: 'options',
		displayOptions: { show },
		default: 'hours',
		options: [
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
	}),
];

export const optionFields = optionsOf([
	automaticAnswersField({
		displayOptions: { show: { '/events': ['ticketUnanswered'] } },
		description: 'A text of your automatic answers, such as an acknowledgement: a sent message that contains it does not end a wait',
	}),
	businessHoursField({
		displayOptions: { show: { '/events': ['ticketUnanswered'] } },
		description: "Only these hours count for Ticket Unanswered and Remind Again After, in the workflow's time zone",
	}),
	settingField(ticketId, {
		displayName: 'Explain a Ticket',
		name: 'explainTicket',
		type: 'string',
		noDataExpression: true,
		default: '',
		placeholder: 'e.g. 1201',
		description: 'The ID of a ticket: Fetch Test Event then shows for each chosen event why the ticket did or did not start this workflow. Ignored in a published workflow.',
	}),
	settingField(oneOf(OWN_CHANGES), {
		displayName: 'Ignore Own Changes',
		name: 'ignoreOwnChanges',
		type: 'options',
		default: 'thisWorkflow',
		options: [
			{ name: 'Every Workflow of This N8n', value: 'allWorkflows', description: 'Nothing that a node of this n8n has done starts this workflow' },
			{ name: 'None', value: 'none', description: 'Changes by workflows start this workflow like changes by people. A workflow that writes on each event then starts itself again.' },
			{ name: 'This Workflow', value: 'thisWorkflow', description: 'What this workflow has done does not start it again' },
		],
		description:
			'Whose changes, messages and new tickets do not start this workflow. Other fields that somebody else changed at the same time still do. A sub-workflow of this workflow counts as another one: if it writes, choose Every Workflow of This N8n. In queue mode the writes of other n8n processes are not known here: use Begun By or Only When It Becomes there.',
	}),
	settingField(flag, {
		displayName: 'Include Messages',
		name: 'includeMessages',
		type: 'boolean',
		default: true,
		description:
			'Whether a created ticket comes with its messages. Costs one request per created ticket. Without it up to 40 tickets come with one request, if all kinds are chosen under Begun By and no filter needs the messages.',
	}),
	settingField(integer(1, MAX_LOOK_BACK_HOURS), {
		displayName: 'Look Back (Hours)',
		name: 'lookBack',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_LOOK_BACK_HOURS },
		default: DEFAULT_LOOK_BACK_HOURS,
		description:
			'How late something may come and still be noticed. A memo can be backdated, and a mail can arrive hours after it was sent: the trigger looks through everything dated in these hours again and again, so what appears there is emitted, whatever its date. Anything dated further back is not found. A longer time costs more requests in busy inboxes: one for every 50 tickets in it, spread over several polls.',
	}),
	settingField(integer(MIN_REQUESTS, MAX_MAX_REQUESTS), {
		displayName: 'Max Requests per Poll',
		name: 'maxRequestsPerPoll',
		type: 'number',
		typeOptions: { minValue: MIN_REQUESTS, maxValue: MAX_MAX_REQUESTS },
		default: '',
		description:
			'The most requests that one poll may send. If this is empty: 42 of the 60 requests a minute that the service allows for the access token, or fewer when people and other workflows need them. Nothing is lost with a low number, it only takes longer: what one poll does not manage, the next one does.',
	}),
	settingField(integer(1), {
		displayName: 'Remind Again After',
		name: 'remindAgainAfter',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { '/events': ['ticketUnanswered'] } },
		default: 4,
		description: 'How much later Ticket Unanswered is emitted again for the same wait, in the same unit. Without it, it is emitted once.',
	}),
]);

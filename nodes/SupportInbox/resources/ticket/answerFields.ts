import { flag, integer, oneOf } from '../../fields/rules';
import { settingField } from '../../fields/sent';

/** In Simplify, so that a ticket of a thousand mails fits into a model's context. */
export const SHORT_MESSAGES = 20;
export const SHORT_BODY = 2_000;

export const addNamesField = settingField(flag, {
	displayName: 'Add Names',
	name: 'addNames',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the names of the inbox, assignee, labels, classifications and pending reason beside their IDs. It takes a few more requests, at most once a minute.',
});

/** How the messages of a ticket come out, by display name. */
export const messageFields = [
	settingField(integer(1, 1_000_000), {
		displayName: 'Max Body Length',
		name: 'maxBodyLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 2000,
		description: `How many characters of each message body to return; what is cut is marked. Without this option all, in Simplify ${SHORT_BODY}.`,
	}),
	settingField(oneOf(['asIs', 'text']), {
		displayName: 'Message Body',
		name: 'messageBody',
		type: 'options',
		options: [
			{ name: 'As It Is', value: 'asIs', description: 'HTML stays HTML' },
			{ name: 'Plain Text', value: 'text', description: 'HTML becomes readable text' },
		],
		default: 'text',
		description: 'How to return the body of an HTML message. Without this option as it is, in Simplify as plain text.',
	}),
	settingField(integer(1, 1_000_000), {
		displayName: 'Newest Messages',
		name: 'newestMessages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 20,
		description: `How many messages to return, the newest; how many were left out is said in omitted_messages. Without this option all, in Simplify ${SHORT_MESSAGES}.`,
	}),
];

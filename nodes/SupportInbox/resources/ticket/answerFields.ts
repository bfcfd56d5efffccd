import { flag, integer, oneOf } from '../../fields/rules';
import { settingField, shownFor } from '../../fields/sent';

/** With Simplify, so that a ticket of a thousand mails fits into a model's context. */
export const SHORT_MESSAGES = 20;
export const SHORT_BODY = 2_000;

export const addNamesField = settingField(flag, {
	displayName: 'Add Names',
	name: 'addNames',
	type: 'boolean',
	default: true,
	description:
		'Whether to add names beside IDs and codes, such as those of inbox, assignee, labels and status. It takes a few more requests, once an hour.',
});

/** How the messages of a ticket come out, by display name. */
export const messageFields = [
	settingField(integer(1, 1_000_000), {
		displayName: 'Max Body Length',
		name: 'maxBodyLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 2000,
		description: `How many characters of each message body to return; a mark shows where a text was cut. Without this option: all, or ${SHORT_BODY} when Simplify is on.`,
	}),
	settingField(oneOf(['asIs', 'newText', 'text']), {
		displayName: 'Message Body',
		name: 'messageBody',
		type: 'options',
		options: [
			{ name: 'As It Is', value: 'asIs', description: 'HTML stays HTML' },
			{
				name: 'New Text Only',
				value: 'newText',
				description: 'Plain text without quoted earlier mails and without the signature, for models and chat. Where it is not sure which part is new, all of the text.',
			},
			{ name: 'Plain Text', value: 'text', description: 'HTML becomes readable text' },
		],
		default: 'text',
		description: 'How to return the bodies of messages. Without this option: as they are, or as plain text when Simplify is on.',
	}),
	settingField(integer(1, 1_000_000), {
		displayName: 'Newest Messages',
		name: 'newestMessages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 20,
		description: `How many of the newest messages to return; the field omitted_messages says how many were left out. Without this option: all, or ${SHORT_MESSAGES} when Simplify is on.`,
	}),
];

const includeMessagesField = settingField(flag, {
	displayName: 'Include Messages',
	name: 'includeMessages',
	type: 'boolean',
	default: true,
	description:
		'Whether to read each ticket with its messages, comments and attachment IDs, as the operation Get does. It takes one more request for each ticket: at 60 requests a minute, 1,000 tickets take 17 minutes. A ticket that was moved or deleted meanwhile is left out.',
});

/** The same where the messages come on demand. */
export const foundMessageFields = [
	includeMessagesField,
	...messageFields.map((field) => shownFor({ includeMessages: [true] }, field)),
];

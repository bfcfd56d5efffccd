import { optionsOf } from '../../fields/collections';
import { CHANNELS } from '../../fields/enumerations';
import { id, oneOf } from '../../fields/rules';
import { pathField, settingField } from '../../fields/sent';
import { inboxField, ticketField } from '../../fields/shared/locators';
import { isList, orNull, record } from '../../transport/client/answer';
import type { Operation } from '../operation';
import { hidePersonalDataField } from '../ticket/output/hidePersonalData';
import { METHODS, readTranscript } from './transcriptPlan';

/** The channels that have a transcript. */
const CHATS = CHANNELS.filter(({ value }) => ['webchat', 'mallshop', 'mallmsg', 'chatapp'].includes(String(value)));

const messageField = pathField(id, {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 20001',
	description: 'The message with the chat; Ticket: Get shows it',
});

const channelField = pathField(oneOf(CHATS), {
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	options: CHATS,
	default: 'webchat',
	description: 'The channel of the message',
});

/** API document, Chat transcripts: a GET by its table and a POST by its sample. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get chat transcript',
	description: 'Read the whole chat of a message, oldest first, with what the channel knows about the customer',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/tickets/{ticketId}/messages/{messageId}/{channel}',
	semantics: 'safe',
	answer: record({ conversations: orNull(isList) }),
	plan: readTranscript,
	fields: [
		inboxField,
		ticketField,
		messageField,
		channelField,
		optionsOf('getChatTranscriptOptions', [
			hidePersonalDataField('Whether tokens replace addresses, numbers and speakers'),
			settingField(oneOf(METHODS), {
				displayName: 'HTTP Method',
				name: 'httpMethod',
				type: 'options',
				options: METHODS.map((value) => ({ name: value, value })),
				default: 'GET',
				description: 'Choose POST if GET is refused',
			}),
			settingField(oneOf(['transcript', 'conversations']), {
				displayName: 'Output',
				name: 'output',
				type: 'options',
				options: [
					{ name: 'One Item', value: 'transcript', description: 'The chat with a list of its conversations' },
					{ name: 'One Item per Conversation', value: 'conversations', description: 'Each with the details of the chat' },
				],
				default: 'transcript',
				description: 'How the chat is returned',
			}),
		]),
	],
};

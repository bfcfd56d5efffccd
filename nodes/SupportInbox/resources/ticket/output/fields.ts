import { flag, integer, oneOf, text } from '../../../fields/rules';
import { type Field, settingField, shownFor, switchField } from '../../../fields/sent';
import { automaticAnswersField } from '../../../fields/shared/automaticAnswers';
import { businessHoursField } from '../../../fields/shared/businessHours';
import { DRAFT_TITLE } from '../../../output/metrics/drafts';
import { hidePersonalDataField } from './hidePersonalData';

/** Limits with Simplify: they let a ticket with a thousand mails fit into a model's context. */
export const SHORT_MESSAGES = 20;
export const SHORT_BODY = 2_000;

export const includeNamesField = switchField('Include Names', 'includeNames', 'Whether to add names beside IDs and codes', flag);

/** How answers are counted, for metrics and for Ticket Unanswered of Trigger Items. */
const countedFields = [
	automaticAnswersField({ description: 'Our messages with this text do not count' }),
	businessHoursField({ description: 'Only these hours count, as in first_reply_minutes' }),
];

/** The options for values that are computed from all messages of a ticket. */
const includeMetricsField = switchField(
	'Include Metrics',
	'includeMetrics',
	'Whether to add first_reply_minutes, counts of messages, waiting_since and draft_similarity',
	flag,
);
const ifMetrics = (field: Field) => shownFor({ includeMetrics: [true] }, field);
const draftTitleField = ifMetrics(settingField(text(200), {
	displayName: 'Draft Title',
	name: 'draftTitle',
	type: 'string',
	default: DRAFT_TITLE,
	description: 'Memos with this title are drafts of the reply that follows',
}));

/** The options for the form of a ticket's messages, by display name. */
const shapeFields = [
	settingField(integer(1, 1_000_000), {
		displayName: 'Max Body Length',
		name: 'maxBodyLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 2000,
		description: `Characters of each body. Default: all, ${SHORT_BODY} with Simplify.`,
	}),
	settingField(oneOf(['original', 'withoutQuotedText', 'plainText']), {
		displayName: 'Body Format',
		name: 'bodyFormat',
		type: 'options',
		options: [
			{ name: 'Original', value: 'original', description: 'HTML stays HTML' },
			{
				name: 'Without Quoted Text',
				value: 'withoutQuotedText',
				description: 'Plain text without quoted earlier mails and without the signature, for models and chat. Where it is not sure which part is new, all of the text.',
			},
			{ name: 'Plain Text', value: 'plainText', description: 'HTML becomes readable text' },
		],
		default: 'plainText',
		description: 'Default: Original, plain text with Simplify',
	}),
	settingField(integer(1, 1_000_000), {
		displayName: 'Max Messages',
		name: 'maxMessages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 20,
		description: `How many messages of a ticket. Default: all, ${SHORT_MESSAGES} with Simplify.`,
	}),
];

const includeMessagesField = switchField(
	'Include Messages',
	'includeMessages',
	'Whether to read each ticket with its messages, by a request for each: 1,000 take 17 minutes',
	flag,
);

const hideField = hidePersonalDataField('Whether tokens replace addresses, numbers and names, such as [[EMAIL_7f3a90c1d2]]. Email: Reply and Memo put the values back.');

/** The options of both kinds, by display name. */
export const messageFields = [hideField, includeMetricsField, ...countedFields.map(ifMetrics), draftTitleField, ...shapeFields];

const ifIncluded = (field: Field) => shownFor({ includeMessages: [true] }, field);

/** The same for tickets whose messages are read on demand only. */
export const foundMessageFields = [
	hideField,
	ifIncluded(includeMetricsField),
	...countedFields,
	ifIncluded(draftTitleField),
	includeMessagesField,
	...shapeFields.map(ifIncluded),
];

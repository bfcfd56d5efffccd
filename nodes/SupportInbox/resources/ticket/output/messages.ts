import type { IDataObject } from 'n8n-workflow';
import type { Outline } from '../../../fields/shared/simplify';
import { type MetricSettings, METRICS, metricsOf } from '../../../output/metrics/metrics';
import { pick } from '../../../output/pick';
import { senderOf } from '../../../output/sender';
import { formed, isRaw } from '../../../output/simplify';
import { htmlToText } from '../../../output/text/htmlToText';
import { newText } from '../../../output/text/newText';
import { shorten } from '../../../output/text/shorten';
import { byCreation } from '../../../store/tickets';
import type { Hides, Item, Plan } from '../../../transport/engine/item';
import { sendRequest } from '../../../transport/engine/sendItem';
import { SHORT_BODY, SHORT_MESSAGES } from './fields';
import { hidesFor } from './hidePersonalData';
import { SUMMARY } from './summary';

export const TICKET_WITH_MESSAGES: Outline = { ...SUMMARY, short: [...SUMMARY.short, 'messages', 'omitted_message_count'] };

const SHORT_MESSAGE = [
	'message_id',
	'method_cd',
	'action_cd',
	'sent_at',
	'from',
	'from_name',
	'from_email',
	'reply_to_email',
	'to',
	'cc',
	'title',
	'body',
	'comments',
	'attachments',
];

const nulls = (names: readonly string[]): IDataObject => Object.fromEntries(names.map((name) => [name, null]));

/** The ticket of a dry run, with one message whose fields are null, so that expressions on it return null and do not fail. */
export const UNREAD_TICKET: IDataObject = {
	...nulls([...SUMMARY.short, ...SUMMARY.others, ...METRICS]),
	messages: [{ ...nulls(SHORT_MESSAGE), comments: [], attachments: [] }],
};

/** How the user wants the messages; Infinity where there is no limit. */
interface OutputOptions {
	simplified: boolean;
	bodyAs: 'original' | 'withoutQuotedText' | 'plainText';
	maxMessages: number;
	maxBody: number;
	hides?: Hides;
}

/** The plan of Ticket Get: one request, with the messages in the form that the options set (API document, Ticket get). */
export const ticketWithMessages: Plan = async (item) => {
	const { items } = await sendRequest(item);
	return items.map((one) => ({ ...one, json: shape(item, one.json) }));
};

/** @returns the options for the messages. @param hides what hides their personal data, if the user wants that */
function outputOptionsOf(item: Item, hides?: Hides): OutputOptions {
	const simplified = !isRaw(item);
	const { bodyFormat, maxMessages, maxBodyLength } = item.settings;
	const chosen = bodyFormat || (simplified ? 'plainText' : 'original');
	return {
		simplified,
		// In HTML an address can be cut by tags or written in entities, so it could not be found.
		bodyAs: (hides !== undefined && chosen === 'original' ? 'plainText' : chosen) as OutputOptions['bodyAs'],
		hides,
		maxMessages: Number(maxMessages || (simplified ? SHORT_MESSAGES : Infinity)),
		maxBody: Number(maxBodyLength || (simplified ? SHORT_BODY : Infinity)),
	};
}

/** @returns a ticket of the item's inbox with its messages, in the form that the user chose */
export function shape(item: Item, ticket: IDataObject): IDataObject {
	const hides = hidesFor(item, ticket);
	const options = outputOptionsOf(item, hides);
	const all = ticket.messages as IDataObject[];
	const shown = newestOf(all, options.maxMessages).map((message) => shapeMessage(message, options));
	const shaped: IDataObject = { ...ticket, messages: shown };
	if (options.maxMessages !== Infinity) shaped.omitted_message_count = all.length - shown.length;
	const result = formed(item, shaped, TICKET_WITH_MESSAGES, { message_box_id: Number(item.values.messageBoxId) });
	return { ...(hides?.record(result) ?? result), ...metrics(item, ticket) };
}

/** @returns the figures of the ticket if the user chose them; they are added to every form of the output */
function metrics({ settings, connection: { dispatcher } }: Item, ticket: IDataObject): IDataObject {
	const { includeMetrics, ...counting } = settings as MetricSettings & { includeMetrics?: boolean };
	const local = dispatcher.clock.now();
	const now = dispatcher.serverTime(local)?.latest ?? dispatcher.clock.wallTime(local);
	return includeMetrics === true ? metricsOf(ticket, now, counting) : {};
}

/**
 * A memo or a late mail can carry an old send time, so the newest messages are the ones created last. They
 * stay in the service's order.
 */
function newestOf(messages: IDataObject[], count: number): IDataObject[] {
	if (messages.length <= count) return messages;
	const maxMessages = new Set(byCreation(messages).reverse().slice(0, count));
	return messages.filter((message) => maxMessages.has(message));
}

function shapeMessage(message: IDataObject, { simplified, bodyAs, maxBody, hides }: OutputOptions): IDataObject {
	const shaped = { ...message };
	if (typeof message.body === 'string') {
		const isHtml = message.is_html === true;
		if (bodyAs === 'withoutQuotedText') shaped.body = newText(message);
		else if (bodyAs === 'plainText' && isHtml) shaped.body = htmlToText(message.body);
		if (isHtml && bodyAs !== 'original') shaped.is_html = false;
		const body = String(shaped.body);
		shaped.body = shorten(hides?.text(body) ?? body, maxBody);
	}
	return simplified ? pick({ ...shaped, ...senderOf(message) }, SHORT_MESSAGE) : shaped;
}

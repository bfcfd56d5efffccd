import type { IDataObject } from 'n8n-workflow';

import { htmlToText } from '../../output/htmlToText';
import { newText } from '../../output/newText';
import { shorten } from '../../output/shorten';
import { isSimplified, pick } from '../../output/simplify';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { SHORT_BODY, SHORT_MESSAGES } from './answerFields';

const SHORT_TICKET = [
	'ticket_id',
	'message_box_id',
	'title',
	'status_cd',
	'assignee',
	'pending_reason_id',
	'label_ids',
	'case_category_ids',
	'created_at',
	'last_updated_at',
	'messages',
	'omitted_messages',
];
const SHORT_MESSAGE = [
	'message_id',
	'method_cd',
	'action_cd',
	'sent_at',
	'from',
	'from_name',
	'from_email',
	'to',
	'title',
	'body',
	'comments',
	'attachments',
];

/** How the user wants the messages: Infinity where nothing is to be left out. */
interface Wishes {
	simplified: boolean;
	bodyAs: 'asIs' | 'newText' | 'text';
	newest: number;
	maxBody: number;
}

/** The plan of Ticket Get: the one request, its messages shaped as the options say (API document, Ticket get). */
export const wholeTicket: Plan = async (item) => {
	const wishes = wishesOf(item);
	const { items } = await item.send();
	const message_box_id = Number(item.values.messageBoxId);
	return items.map((one) => ({ ...one, json: shape(one.json, wishes, message_box_id) }));
};

function wishesOf({ context }: ItemRequest): Wishes {
	const simplified = isSimplified(context);
	const { messageBody, newestMessages, maxBodyLength } = context.getNodeParameter('options', {}) as IDataObject;
	return {
		simplified,
		bodyAs: (messageBody || (simplified ? 'text' : 'asIs')) as Wishes['bodyAs'],
		newest: Number(newestMessages || (simplified ? SHORT_MESSAGES : Infinity)),
		maxBody: Number(maxBodyLength || (simplified ? SHORT_BODY : Infinity)),
	};
}

function shape(ticket: IDataObject, wishes: Wishes, message_box_id: number): IDataObject {
	const all = ticket.messages as IDataObject[];
	const kept = newestOf(all, wishes.newest).map((message) => shapeMessage(message, wishes));
	const shaped: IDataObject = { ...ticket, messages: kept };
	if (wishes.newest !== Infinity) shaped.omitted_messages = all.length - kept.length;
	return wishes.simplified ? pick({ ...shaped, message_box_id }, SHORT_TICKET) : shaped;
}

/**
 * A memo or a late mail can carry an old send time, so the newest are those that were created last. They
 * stay in the order in which the service gave them.
 */
function newestOf(messages: IDataObject[], count: number): IDataObject[] {
	if (messages.length <= count) return messages;
	const byAge = [...messages].sort((a, b) => createdAt(b) - createdAt(a) || Number(b.message_id) - Number(a.message_id));
	const newest = new Set(byAge.slice(0, count));
	return messages.filter((message) => newest.has(message));
}

function createdAt({ created_at, sent_at }: IDataObject): number {
	return Date.parse(String(created_at ?? sent_at)) || 0;
}

function shapeMessage(message: IDataObject, { simplified, bodyAs, maxBody }: Wishes): IDataObject {
	const shaped = { ...message };
	if (typeof message.body === 'string') {
		const isHtml = message.is_html === true;
		if (bodyAs === 'newText') shaped.body = newText(message);
		else if (bodyAs === 'text' && isHtml) shaped.body = htmlToText(message.body);
		if (isHtml && bodyAs !== 'asIs') shaped.is_html = false;
		shaped.body = shorten(String(shaped.body), maxBody);
	}
	return simplified ? pick({ ...shaped, ...senderOf(message.from) }, SHORT_MESSAGE) : shaped;
}

/** The parts of a mail's From header, `"Yamada, Hanako" <h@ex.jp>`; other channels have other content there. */
function senderOf(from: unknown): { from_name: string | null; from_email: string | null } {
	const text = typeof from === 'string' ? from.trim() : '';
	const [, name = '', address = text] = /^(.*?)\s*<([^<>]*)>$/s.exec(text) ?? [];
	const isAddress = /^[^\s@]+@[^\s@]+$/.test(address);
	const shown = isAddress ? name.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1').trim() : text;
	return { from_name: shown || null, from_email: isAddress ? address : null };
}

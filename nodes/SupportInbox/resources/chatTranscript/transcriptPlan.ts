import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { omit, rowsOf } from '../../output/pick';
import { recordOfPages } from '../../transport/client/answer';
import { pageByPage } from '../../transport/client/pages';
import type { Rows } from '../../transport/client/response';
import type { Item, Plan } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { hasStatus, withHint } from '../../transport/errors/failure';
import { hidesFor } from '../ticket/output/hidePersonalData';

/** The page size (API document, Limits). */
const PER_PAGE = 100;

/** The document's table says GET, its sample request POST. Every public client takes GET. */
export const METHODS = ['GET', 'POST'] as const;

/**
 * The plan of a transcript: every page of it, oldest first. A chat grows at its end while it is read, so pages
 * do not shift; even so, a conversation that comes twice is dropped.
 */
export const readTranscript: Plan = async (item) => {
	const { ticketId, messageId, channel } = item.values;
	let chat: IDataObject = { ticket_id: ticketId, message_id: messageId, channel };
	const conversations = new Map<unknown, IDataObject>();
	await pageByPage(PER_PAGE, async (page) => {
		const { items: [{ json }], rows } = await askPage(item, page);
		if (page === 1) chat = { ...chat, ...omit(json, 'conversations') };
		for (const row of rowsOf(json.conversations)) conversations.set(row[idOf(item)], row);
		return { rows, seen: conversations.size };
	});
	return itemsOf(item, chat, [...conversations.values()]);
};

/** @throws ServiceFailure; for the status of a wrong method it says which other one there is */
async function askPage(item: Item, page: number): Promise<Rows> {
	const [method, other] = item.settings.httpMethod === 'POST' ? (['POST', 'GET'] as const) : METHODS;
	const qs = { per_page: PER_PAGE, page };
	// The id is required, because only it shows whether a conversation was read before.
	const expected = recordOfPages('conversations', idOf(item));
	return await sendRequest(item, { method, qs, expected, body: {} }).catch((error) => {
		throw hasStatus(error, 404, 405) ? withHint(error, `Or the service takes ${other} here: choose it under HTTP Method.`) : error;
	});
}

function idOf({ values: { channel } }: Item): string {
	return `${channel}_conversation_id`;
}

function itemsOf(item: Item, chat: IDataObject, conversations: IDataObject[]): INodeExecutionData[] {
	// Customers speak with the name that they are known by in the channel.
	const speakers = conversations.map(({ speaker_name: from }) => ({ from }));
	const whole = { ...chat, conversations };
	const { conversations: shown, ...shownChat } = hidesFor(item, { messages: [{ from: chat.account }, ...speakers] })?.record(whole) ?? whole;
	const each = item.settings.output === 'conversations';
	if (each) return shown.map((conversation) => ({ json: { ...conversation, ...shownChat } }));
	return [{ json: { ...shownChat, conversations: shown } }];
}

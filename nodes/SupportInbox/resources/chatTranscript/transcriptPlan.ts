import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { noSuchPage } from '../../transport/client/lists';
import type { ItemRequest, Plan, Sent } from '../../transport/engine/requestPolicy';
import type { Method } from './method';
import { byEitherMethod } from './method';

/** API document, Limits. */
const PER_PAGE = 100;

/**
 * The plan of a transcript: every page of it, oldest first. A chat grows at its end while it is read, so pages
 * do not shift; a conversation that comes twice is dropped all the same.
 */
export const readTranscript: Plan = async (item) => {
	const { ticketId, messageId, channel } = item.values;
	const ask = async (method: Method, page: number) => await askPage(item, method, page);
	const { method, sent } = await byEitherMethod(item, async (way) => await ask(way, 1));
	const { conversations: firstPage, ...header } = sent.items[0].json;

	const conversations = new Map<unknown, IDataObject>();
	let rows = rowsOf(firstPage);
	for (let page = 2; ; page++) {
		const before = conversations.size;
		for (const row of rows) conversations.set(row[`${channel}_conversation_id`], row);
		if (rows.length < PER_PAGE || conversations.size === before) break;
		rows = await ask(method, page).then(({ items }) => rowsOf(items[0].json.conversations), noSuchPage(page, []));
	}

	const chat = { ticket_id: ticketId, message_id: messageId, channel, ...header };
	return itemsOf(item, chat, [...conversations.values()]);
};

async function askPage(item: ItemRequest, method: Method, page: number): Promise<Sent> {
	const qs = { per_page: PER_PAGE, page };
	// A POST without a body would leave without the Content-Type that the service asks for.
	return await item.send({ method, qs, body: method === 'POST' ? qs : {} });
}

function itemsOf({ context }: ItemRequest, chat: IDataObject, conversations: IDataObject[]): INodeExecutionData[] {
	const each = context.getNodeParameter('options.output', 'transcript') === 'conversations';
	if (each) return conversations.map((conversation) => ({ json: { ...conversation, ...chat } }));
	return [{ json: { ...chat, conversations } }];
}

function rowsOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? (value as IDataObject[]) : [];
}

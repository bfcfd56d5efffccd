import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pageByPage } from '../../transport/client/lists';
import { recordOfPages } from '../../transport/client/answer';
import { omit } from '../../output/pick';
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
	const header = omit(sent.items[0].json, 'conversations');

	const conversations = new Map<unknown, IDataObject>();
	await pageByPage(item.connection.session, { path: String(item.request.options.url), maxPerPage: PER_PAGE }, async (page) => {
		const { items, rows } = page === 1 ? sent : await ask(method, page);
		for (const row of rowsOf(items[0].json.conversations)) conversations.set(row[idOf(item)], row);
		return { rows, seen: conversations.size };
	});

	const chat = { ticket_id: ticketId, message_id: messageId, channel, ...header };
	return itemsOf(item, chat, [...conversations.values()]);
};

async function askPage(item: ItemRequest, method: Method, page: number): Promise<Sent> {
	const qs = { per_page: PER_PAGE, page };
	// Only its id shows whether a conversation was seen before.
	return await item.send({ method, qs, expected: recordOfPages('conversations', idOf(item)), body: {} });
}

function idOf({ values: { channel } }: ItemRequest): string {
	return `${channel}_conversation_id`;
}

function itemsOf({ context }: ItemRequest, chat: IDataObject, conversations: IDataObject[]): INodeExecutionData[] {
	const each = context.getNodeParameter('options.output', 'transcript') === 'conversations';
	if (each) return conversations.map((conversation) => ({ json: { ...conversation, ...chat } }));
	return [{ json: { ...chat, conversations } }];
}

function rowsOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? (value as IDataObject[]) : [];
}

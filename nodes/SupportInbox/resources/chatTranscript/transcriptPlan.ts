import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { settingsOf } from '../../fields/prepare';
import { pageByPage } from '../../transport/client/lists';
import { recordOfPages } from '../../transport/client/answer';
import type { Rows } from '../../transport/client/response';
import { omit, rowsOf } from '../../output/pick';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { hasStatus, ServiceFailure } from '../../transport/errors/failure';

/** The page size (API document, Limits). */
const PER_PAGE = 100;

/**
 * The plan of a transcript: every page of it, oldest first. A chat grows at its end while it is read, so pages
 * do not shift; even so, a conversation that comes twice is dropped.
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

async function askPage(item: ItemRequest, method: Method, page: number): Promise<Rows> {
	const qs = { per_page: PER_PAGE, page };
	// The id is required, because only it shows whether a conversation was read before.
	return await item.send({ method, qs, expected: recordOfPages('conversations', idOf(item)), body: {} });
}

function idOf({ values: { channel } }: ItemRequest): string {
	return `${channel}_conversation_id`;
}

function itemsOf({ request }: ItemRequest, chat: IDataObject, conversations: IDataObject[]): INodeExecutionData[] {
	const each = settingsOf(request).output === 'conversations';
	if (each) return conversations.map((conversation) => ({ json: { ...conversation, ...chat } }));
	return [{ json: { ...chat, conversations } }];
}

type Method = 'GET' | 'POST';

/** Statuses for a method that the service does not take: no such endpoint, wrong method, or missing body. */
const NOT_THIS_WAY = [400, 404, 405, 415];

/** The method that has worked with this service. */
class AcceptedMethod {
	method?: Method;
}

/**
 * Sends the first request of a transcript by the method that the user chose, or by the method that has worked, or tries
 * both: the document's table says GET, its sample request POST.
 *
 * @param send sends it by a method
 * @returns the answer and its method
 * @throws ServiceFailure of the first method, when neither works
 */
async function byEitherMethod(
	item: ItemRequest,
	send: (method: Method) => Promise<Rows>,
): Promise<{ method: Method; sent: Rows }> {
	const accepted = item.connection.session.of(AcceptedMethod);
	const chosen = settingsOf(item.request).method;
	const fixed = chosen === 'GET' || chosen === 'POST' ? chosen : accepted.method;
	if (fixed !== undefined) return { method: fixed, sent: await send(fixed) };

	const first = await send('GET').catch(ifRefused);
	const method = first instanceof ServiceFailure ? 'POST' : 'GET';
	const sent = first instanceof ServiceFailure ? await send('POST').catch(ifRefused) : first;
	if (!(sent instanceof ServiceFailure)) {
		accepted.method = method;
		return { method, sent };
	}
	// For a missing transcript both methods are answered with 404.
	throw first;
}

/** @returns a refusal that may be because of the method @throws every other error */
function ifRefused(error: unknown): ServiceFailure {
	if (hasStatus(error, ...NOT_THIS_WAY)) return error;
	throw error;
}

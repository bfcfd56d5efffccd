import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { omit, rowsOf } from '../../output/pick';
import { recordOfPages } from '../../transport/client/answer';
import { pageByPage } from '../../transport/client/pages';
import type { Rows } from '../../transport/client/response';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { hasStatus } from '../../transport/errors/failure';

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
	await pageByPage(PER_PAGE, async (page) => {
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

function itemsOf({ settings }: ItemRequest, chat: IDataObject, conversations: IDataObject[]): INodeExecutionData[] {
	const each = settings.output === 'conversations';
	if (each) return conversations.map((conversation) => ({ json: { ...conversation, ...chat } }));
	return [{ json: { ...chat, conversations } }];
}

type Method = 'GET' | 'POST';

/** Statuses for a method that the service does not take. */
const WRONG_METHOD = [405, 415];
/** The same while it is not known which method the service takes: no such endpoint, or missing body. */
const NOT_THIS_WAY = [400, 404, ...WRONG_METHOD];

/** The methods that have worked with this service, by the channel. */
class AcceptedMethods {
	readonly byChannel = new Map<unknown, Method>();
}

/**
 * Sends the first request of a transcript by the method that the user chose, or tries both, beginning with the method that has
 * worked for the channel: the document's table says GET, its sample request POST.
 *
 * @param send sends it by a method
 * @returns the answer and its method
 * @throws ServiceFailure of the first method, when neither works
 */
async function byEitherMethod(
	item: ItemRequest,
	send: (method: Method) => Promise<Rows>,
): Promise<{ method: Method; sent: Rows }> {
	const { byChannel } = item.connection.session.of(AcceptedMethods);
	const { channel } = item.values;
	const chosen = item.settings.method;
	if (chosen === 'GET' || chosen === 'POST') return { method: chosen, sent: await send(chosen) };

	const known = byChannel.get(channel);
	const isRefused = (error: unknown) => hasStatus(error, ...(known === undefined ? NOT_THIS_WAY : WRONG_METHOD));
	const by = async (method: Method) => {
		const sent = await send(method);
		byChannel.set(channel, method);
		return { method, sent };
	};
	return await by(known ?? 'GET').catch(async (refusal) => {
		if (!isRefused(refusal)) throw refusal;
		return await by(known === 'POST' ? 'GET' : 'POST').catch((error) => {
			// For a missing transcript both methods are answered with 404.
			throw isRefused(error) ? refusal : error;
		});
	});
}

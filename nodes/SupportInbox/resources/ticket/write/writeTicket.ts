import type { IDataObject } from 'n8n-workflow';
import { Store } from '../../../store/store';
import { type ServiceAnswer, readAtOf } from '../../../transport/client/request';
import type { Rows } from '../../../transport/client/response';
import type { ItemRequest, RequestChange } from '../../../transport/engine/requestPolicy';
import { isRateLimit, ServiceFailure } from '../../../transport/errors/failure';
import type { QueuedItem } from '../../../transport/queue/requestContext';
import { READ_VALID_MS } from '../../../transport/timing';
import { WriteLog } from '../../../transport/writes/writeLog';
import { type Precondition, type TicketKey, hasFields, MAX_FOUND, ticketRequest, ticketsRequest } from '../requests';

/** A ticket that was read for a write. `readAt`: ms of the dispatcher's clock; the data is not older than that. */
interface ReadTicket {
	ticket: IDataObject;
	readAt: number;
}

/**
 * A write to a ticket.
 * - `needs`: for an item of this operation, the ticket that it writes and the fields that are read before.
 * - `bodyFor`: makes the final body from the ticket; from `{}` where nothing is read. It is called again after each new reading;
 *   `wasSent`: an attempt was sent by then.
 * - `finishBody`: returns the body for each attempt, with added values.
 * - `complete`: adds to the item's output what was found out with the body. `like`: see RequestChange.
 */
interface TicketWrite {
	needs: (item: QueuedItem) => { key: TicketKey; preconditions: readonly Precondition[] };
	bodyFor: (ticket: IDataObject, wasSent: boolean) => Promise<IDataObject>;
	finishBody?: (body: IDataObject) => IDataObject;
	complete: (json: IDataObject) => IDataObject;
	like?: RequestChange['like'];
}

/**
 * Sends a write to a ticket while nothing else in this process writes to it. Its precondition is read before: by the trigger,
 * together with the next items, or alone, and never more than two seconds before the write leaves.
 *
 * @throws ServiceFailure, also when the ticket lacks a field of the precondition; what `bodyFor` throws: nothing is written then
 */
export async function writeTicket(item: ItemRequest, { needs, bodyFor, finishBody = (body) => body, complete, like }: TicketWrite): Promise<Rows> {
	const { dispatcher } = item.connection;
	const { key, preconditions } = needs(item);
	return await dispatcher.withLock(`ticket ${key.messageBoxId} ${key.ticketId}`, async () => {
		let read: ReadTicket | undefined;
		let wasSent = false;
		let body = preconditions.length === 0 ? await bodyFor({}, wasSent) : {};
		const isFresh = () => read !== undefined && dispatcher.clock.now() - read.readAt <= READ_VALID_MS;
		const readPrecondition = async () => {
			// `bodyFor` may send reads, such as the list of pending reasons, and wait for the rate limit so long that the reading gets old.
			while (!isFresh()) {
				read = recentRead(item, key, preconditions) ?? (await readNow(item, needs, key, preconditions));
				body = await bodyFor(read.ticket, wasSent);
			}
		};
		const makeBody = () => {
			wasSent = true;
			return finishBody(body);
		};
		return await item.send({ readPrecondition: preconditions.length === 0 ? undefined : readPrecondition, makeBody, precondition: () => read?.ticket, complete, like });
	}, item.signal);
}

/** The tickets that a search of the items of a queue did not find, by their paths: another search would not help. */
class Unlisted {
	readonly paths = new Set<string>();
}

/** @returns the ticket if the items before or the trigger have read it a moment ago */
function recentRead({ connection: { dispatcher, session } }: ItemRequest, key: TicketKey, preconditions: readonly Precondition[]): ReadTicket | undefined {
	const read = session.of(Store).of(key.messageBoxId).row(key.ticketId) as ReadTicket | undefined;
	if (read === undefined) return undefined;
	const { ticket, readAt } = read;
	const isRecent = dispatcher.clock.now() - readAt <= READ_VALID_MS && !session.of(WriteLog).hasWritten(ticketRequest(key).path, readAt);
	return isRecent && hasFields(ticket, preconditions) ? read : undefined;
}

/** Reads the ticket together with the tickets of the next items; alone when there are none or the search does not find it. */
async function readNow(item: ItemRequest, needs: TicketWrite['needs'], key: TicketKey, preconditions: readonly Precondition[]): Promise<ReadTicket> {
	// The answer of a search has no messages.
	const isAlone = preconditions.includes('messages') || item.queue.of(Unlisted).paths.has(ticketRequest(key).path);
	const ids = isAlone ? [] : idsOfNext(item, needs, key);
	if (ids.length > 1) {
		const own = (await readTickets(item, key.messageBoxId, ids)).get(key.ticketId);
		if (own !== undefined && hasFields(own.ticket, preconditions)) return own;
	}
	const answer = await item.read(ticketRequest(key, preconditions));
	recordTickets(item, key.messageBoxId, answer);
	return { ticket: answer.items[0].json, readAt: readAtOf(answer) };
}

/** The item's own ticket and the tickets that the items behind it will read, up to the page size of a search. */
function idsOfNext({ queue }: ItemRequest, needs: TicketWrite['needs'], { messageBoxId, ticketId }: TicketKey): number[] {
	const ids = new Set([ticketId]);
	for (const { item } of queue.following()) {
		if (ids.size === MAX_FOUND) break;
		if (item === undefined) continue;
		const { key: next, preconditions } = needs(item);
		if (next.messageBoxId === messageBoxId && preconditions.length > 0) ids.add(next.ticketId);
	}
	return [...ids];
}

/**
 * Reads tickets with one search (API document, Ticket search), and remembers which tickets it did not find. The service may reject
 * the search if an id is not of this inbox: then no ticket counts as found.
 */
async function readTickets(item: ItemRequest, messageBoxId: number, asked: readonly number[]): Promise<Map<number, ReadTicket>> {
	const answer = await item.read(ticketsRequest(messageBoxId, asked)).catch((error) => {
		if (error instanceof ServiceFailure && isRefusal(error)) return undefined;
		throw error;
	});
	if (answer !== undefined) recordTickets(item, messageBoxId, answer);
	const found = new Map(answer?.items.map(({ json }) => [Number(json.ticket_id), { ticket: json, readAt: readAtOf(answer) }]));
	const { paths } = item.queue.of(Unlisted);
	for (const ticketId of asked.filter((id) => !found.has(id))) paths.add(ticketRequest({ messageBoxId, ticketId }).path);
	return found;
}

function recordTickets({ connection: { dispatcher, session } }: ItemRequest, messageBoxId: number, { items, sentAt, answeredAt }: ServiceAnswer): void {
	const moment = { asOf: dispatcher.serverTime(sentAt)?.earliest ?? sentAt, readAt: sentAt, answeredAt };
	session.of(Store).recordRead(messageBoxId, items.map(({ json }) => json), moment);
}

function isRefusal({ failure }: ServiceFailure): boolean {
	return failure.kind === 'status' && failure.status >= 400 && failure.status < 500 && !isRateLimit(failure);
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Store } from '../../../store/store';
import { type PlannedWrite, type ServiceAnswer, readAtOf } from '../../../transport/client/request';
import type { Item, RequestChange } from '../../../transport/engine/item';
import { type ReadRecord, planFrom, sendRequest, withLock } from '../../../transport/engine/sendItem';
import { isRateLimit, ServiceFailure } from '../../../transport/errors/failure';
import { READ_VALID_MS } from '../../../transport/timing';
import { WriteLog } from '../../../transport/writes/writeLog';
import { type Precondition, type TicketKey, hasFields, MAX_FOUND, ticketRequest, ticketsRequest } from '../requests';

/** A ticket that was read for a write. */
interface ReadTicket extends ReadRecord {
	ticket: IDataObject;
}

/** The ticket that an item writes to, and which fields of it are read before; without any it is not read. */
export interface TicketRead {
	key: TicketKey;
	fields: readonly Precondition[];
}

/**
 * A write to a ticket.
 * - `reads`: called for the next items of the operation as well, whose tickets are read together with this one.
 * - `plan`: decides what to send; `ticket` is `{}` where it is not read, and `sent` see {@link planFrom}.
 * - `stamp`, `like`: see RequestChange.
 */
interface TicketWrite extends Pick<RequestChange, 'stamp' | 'like'> {
	reads: (item: Item) => TicketRead;
	plan: (item: Item, ticket: IDataObject, sent?: PlannedWrite) => Promise<PlannedWrite>;
}

/**
 * Sends a write to a ticket while nothing else in this process writes to it. The ticket is read before: by the trigger, together with
 * the next items, or alone, and never more than two seconds before the write leaves.
 *
 * @throws ServiceFailure, also when the ticket lacks a field; what `plan` throws: nothing is written then
 */
export async function writeTicket(item: Item, { reads, plan, ...how }: TicketWrite): Promise<INodeExecutionData[]> {
	const { key, fields } = reads(item);
	const write = async () => {
		if (fields.length === 0) return await sendRequest(item, { ...how, ...(await plan(item, {})) });
		const read = async () => recentRead(item, key, fields) ?? (await readNow(item, reads, key, fields));
		const fromTicket = async ({ ticket }: ReadTicket, sent?: PlannedWrite) => ({ ...(await plan(item, ticket, sent)), precondition: ticket });
		return await sendRequest(item, { ...how, plan: planFrom(item, read, fromTicket) });
	};
	return (await withLock(item, `ticket ${key.messageBoxId} ${key.ticketId}`, write)).items;
}

/** The tickets that a search of the items of a queue did not find, by their paths: another search would not help. */
class Unlisted {
	readonly paths = new Set<string>();
}

/** @returns the ticket if the items before or the trigger have read it a moment ago */
function recentRead(
	{ connection: { dispatcher, session } }: Item,
	key: TicketKey,
	fields: readonly Precondition[],
): ReadTicket | undefined {
	const read = session.of(Store).of(key.messageBoxId).row(key.ticketId) as ReadTicket | undefined;
	if (read === undefined) return undefined;
	const { ticket, readAt } = read;
	const isRecent = dispatcher.clock.now() - readAt <= READ_VALID_MS && !session.of(WriteLog).hasWritten(ticketRequest(key).path, readAt);
	return isRecent && hasFields(ticket, fields) ? read : undefined;
}

/** Reads the ticket together with the tickets of the next items; alone when there are none or the search does not find it. */
async function readNow(
	item: Item,
	reads: TicketWrite['reads'],
	key: TicketKey,
	fields: readonly Precondition[],
): Promise<ReadTicket> {
	// The answer of a search has no messages.
	const isAlone = fields.includes('messages') || item.queue!.of(Unlisted).paths.has(ticketRequest(key).path);
	const ids = isAlone ? [] : idsOfNext(item, reads, key);
	if (ids.length > 1) {
		const own = (await readTickets(item, key.messageBoxId, ids)).get(key.ticketId);
		if (own !== undefined && hasFields(own.ticket, fields)) return own;
	}
	const answer = await item.read(ticketRequest(key, fields));
	recordTickets(item, key.messageBoxId, answer);
	return { ticket: answer.items[0].json, readAt: readAtOf(answer) };
}

/** The item's own ticket and the tickets that the items behind it will read, up to the page size of a search. */
function idsOfNext({ queue }: Item, reads: TicketWrite['reads'], { messageBoxId, ticketId }: TicketKey): number[] {
	const ids = new Set([ticketId]);
	for (const { item } of queue!.following()) {
		if (ids.size === MAX_FOUND) break;
		if (item === undefined) continue;
		// A queue has the items of one operation.
		const { key: next, fields } = reads(item as Item);
		if (next.messageBoxId === messageBoxId && fields.length > 0) ids.add(next.ticketId);
	}
	return [...ids];
}

/**
 * Reads tickets with one search (API document, Ticket search), and remembers which tickets it did not find. The service may reject
 * the search if an id is not of this inbox: then no ticket counts as found.
 */
async function readTickets(item: Item, messageBoxId: number, asked: readonly number[]): Promise<Map<number, ReadTicket>> {
	const answer = await item.read(ticketsRequest(messageBoxId, asked)).catch((error) => {
		if (error instanceof ServiceFailure && isRefusal(error)) return undefined;
		throw error;
	});
	if (answer !== undefined) recordTickets(item, messageBoxId, answer);
	const found = new Map(answer?.items.map(({ json }) => [Number(json.ticket_id), { ticket: json, readAt: readAtOf(answer) }]));
	const { paths } = item.queue!.of(Unlisted);
	for (const ticketId of asked.filter((id) => !found.has(id))) paths.add(ticketRequest({ messageBoxId, ticketId }).path);
	return found;
}

function recordTickets(
	{ connection: { dispatcher, session } }: Item,
	messageBoxId: number,
	{ items, sentAt, answeredAt }: ServiceAnswer,
): void {
	const moment = { asOf: dispatcher.earliestServerTime(sentAt), readAt: sentAt, answeredAt };
	session.of(Store).recordRead(messageBoxId, items.map(({ json }) => json), moment);
}

function isRefusal({ failure }: ServiceFailure): boolean {
	return failure.kind === 'status' && failure.status >= 400 && failure.status < 500 && !isRateLimit(failure);
}

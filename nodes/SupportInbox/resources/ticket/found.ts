import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { named } from '../../output/names';
import { record } from '../../transport/client/answer';
import { isId, isList } from '../../transport/client/fields';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import { hasStatus } from '../../transport/errors/failure';
import { fewAtOnce } from './fewAtOnce';
import { shape } from './messages';
import { summaryOf } from './summary';
import { ticketRequest } from './ticketRequests';

/**
 * A ticket that a search has found.
 * - `item`: the item in the inbox that was searched.
 * - `place`: what the output says of that inbox where several were searched.
 */
export interface FoundTicket {
	item: ItemRequest;
	ticket: IDataObject;
	place?: IDataObject;
}

const WHOLE = record({ ticket_id: isId, messages: isList });
/** How often the log says how far it is. */
const PROGRESS_MS = 60_000;

/**
 * @param includeMessages whether each ticket is read with its messages
 * @returns the tickets as the user wants them to come out, with their names on demand
 * @throws ServiceFailure, ExecutionStopped
 */
export async function itemsOf(found: readonly FoundTicket[], includeMessages = false): Promise<INodeExecutionData[]> {
	const tickets = includeMessages ? await readMessages(found) : found.map((one) => ({ ...one, ticket: summaryOf(one.item, one.ticket) }));
	const byInbox = new Map<ItemRequest, INodeExecutionData[]>();
	for (const item of new Set(tickets.map((one) => one.item))) {
		const own = tickets.filter((one) => one.item === item);
		byInbox.set(item, await named(item, own.map(({ ticket }) => ({ json: ticket }))));
	}
	return tickets.map(({ item, place }) => ({ json: { ...byInbox.get(item)!.shift()!.json, ...place } }));
}

/** One request each (API document, Ticket get). A ticket that was moved or deleted since the search is left out. */
async function readMessages(found: readonly FoundTicket[]): Promise<FoundTicket[]> {
	if (found.length === 0) return [];
	const [{ item: { context, connection: { gate } } }] = found;
	let read = 0;
	let reportedAt = gate.clock.now();
	const tickets = await fewAtOnce(found, async (one) => {
		const ticket = await withItsMessages(one);
		read += 1;
		if (gate.clock.now() - reportedAt >= PROGRESS_MS) {
			reportedAt = gate.clock.now();
			context.logger.info(`"${context.getNode().name}" has read ${read} of ${found.length} tickets with their messages`);
		}
		return ticket ?? [];
	});
	return tickets.flat();
}

async function withItsMessages({ item, ticket, place }: FoundTicket): Promise<FoundTicket | undefined> {
	const messageBoxId = Number(item.values.messageBoxId);
	const request = ticketRequest({ messageBoxId, ticketId: Number(ticket.ticket_id) });
	const answer = await item.read({ ...request, expected: WHOLE }).catch(ifGone);
	return answer && { item, place, ticket: shape(item, answer.items[0].json) };
}

function ifGone(error: unknown): undefined {
	if (!hasStatus(error, 404) || error.failure.ofGateway === true) throw error;
}

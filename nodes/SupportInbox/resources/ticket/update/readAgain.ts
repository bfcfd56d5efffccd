import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../../../adapter/clock';
import type { Item } from '../../../transport/engine/item';
import type { ItemQueue } from '../../../transport/queue/itemQueue';
import { type TicketKey, MAX_FOUND, ticketRequest, ticketsRequest } from '../requests';

interface WaitingRead {
	key: TicketKey;
	notBefore: LocalTime;
	resolve: (ticket: IDataObject | undefined) => void;
	reject: (error: unknown) => void;
}

/** The items of a queue that have written and wait to read their ticket again; one search reads up to 50 tickets. */
class AfterReads {
	private waiting: WaitingRead[] = [];
	private isReading = false;
	private full = () => {};

	/** @returns the ticket as a search returns it; undefined: the search does not find it */
	async read(item: Item, key: TicketKey, notBefore: LocalTime): Promise<IDataObject | undefined> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ key, notBefore, resolve, reject });
			if (this.waiting.length >= MAX_FOUND) this.full();
			if (!this.isReading) void this.readAll(item);
		});
	}

	/** Reads the tickets of all waiting items; the first item sends the requests for the others. */
	private async readAll(item: Item): Promise<void> {
		this.isReading = true;
		while (this.waiting.length > 0) {
			await this.idleOrFull(item.queue!);
			// The last item of the queue may join in this tick.
			await item.connection.dispatcher.clock.sleep(0);
			const together = this.nextBatch();
			await readTogether(item, together).then(
				(shown) => together.forEach(({ key, resolve }) => resolve(shown.get(key.ticketId))),
				(error) => together.forEach(({ reject }) => reject(error)),
			);
		}
		this.isReading = false;
	}

	private async idleOrFull(queue: ItemQueue): Promise<void> {
		if (this.waiting.length >= MAX_FOUND) return;
		await new Promise<void>((resolve) => {
			this.full = resolve;
			queue.onceIdle(resolve);
		});
	}

	/** Takes the first waiting item and all others of its inbox, up to a page, from the list. @returns them */
	private nextBatch(): WaitingRead[] {
		const { messageBoxId } = this.waiting[0].key;
		const together = this.waiting.filter(({ key }) => key.messageBoxId === messageBoxId).slice(0, MAX_FOUND);
		this.waiting = this.waiting.filter((one) => !together.includes(one));
		return together;
	}
}

/**
 * Reads a ticket after it was written, together with the tickets of the other items of the run. Call it only
 * in a hook of the type {@link Afterwards}: in the item queue, the items behind would wait for it, and each ticket
 * would be read alone.
 *
 * @param notBefore the earliest time for the reading
 * @returns a row of the search; the ticket of Ticket: Get if the search does not find it
 * @throws ServiceFailure, ExecutionStopped
 */
export async function readAgain(item: Item, key: TicketKey, notBefore = -Infinity): Promise<IDataObject> {
	const shown = await item.queue!.of(AfterReads).read(item, key, notBefore);
	return shown ?? (await item.read(ticketRequest(key))).items[0].json;
}

async function readTogether(item: Item, together: readonly WaitingRead[]): Promise<Map<number, IDataObject>> {
	const { dispatcher } = item.connection;
	const ids = new Set(together.map(({ key }) => key.ticketId));
	await dispatcher.pause(Math.max(...together.map(({ notBefore }) => notBefore)) - dispatcher.clock.now(), item.requestContext.signal);
	// A single ticket is read alone, as is a ticket that the search does not find.
	if (ids.size === 1) return new Map();
	const { items } = await item.read(ticketsRequest(together[0].key.messageBoxId, [...ids]));
	return new Map(items.map(({ json }) => [Number(json.ticket_id), json]));
}

/** Of each queue the arrival of the item that came last, until it has arrived. */
const latest = new Map<string, Promise<unknown>>();

/**
 * Lets the items of a queue arrive in the order in which they came, however long each takes to get ready: n8n gets the
 * credential from its database for each item, and those answers come in any order.
 *
 * @param queue names the item queue
 * @param getReady begins at once
 * @returns what `getReady` gave, when all that came before are ready or have failed
 * @throws what `getReady` throws
 */
export async function arriveInOrder<T>(queue: string, getReady: () => Promise<T>): Promise<T> {
	const ready = getReady();
	const arrival = Promise.allSettled([latest.get(queue), ready]);
	latest.set(queue, arrival);
	await arrival;
	if (latest.get(queue) === arrival) latest.delete(queue);
	return await ready;
}

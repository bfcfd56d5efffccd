/** Of each queue the arrival of the item that came last and of all before it, until they have arrived. */
const latest = new Map<string, Promise<unknown>>();

/**
 * Lets the items of a queue arrive together, however long each takes to get ready: n8n gets the credential from its database
 * for each item, and those answers come in any order. An item that is refused has to be there before another one begins.
 *
 * @param queue names the item queue
 * @param getReady begins at once
 * @returns what `getReady` gave, when all that have come meanwhile are ready or have failed
 * @throws what `getReady` throws
 */
export async function arriveTogether<T>(queue: string, getReady: () => Promise<T>): Promise<T> {
	const ready = getReady();
	latest.set(queue, Promise.allSettled([latest.get(queue), ready]));
	let arrival: Promise<unknown> | undefined;
	while (latest.get(queue) !== arrival) await (arrival = latest.get(queue));
	latest.delete(queue);
	return await ready;
}

/** Who holds or waits for what, per door: the last in each queue. */
const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs `work` while nobody else in this process who came through the same door works on `key`. Items of one
 * execution are kept in order by their lane (lanes.ts); this is for two executions that read and then write
 * the same ticket. Whoever comes first goes first.
 *
 * @param door what both share, e.g. the gate of their token
 * @throws what `work` throws
 */
export async function alone<T>(door: object, key: string, work: () => Promise<T>): Promise<T> {
	const queue = queues.get(door) ?? new Map<string, Promise<unknown>>();
	queues.set(door, queue);
	const before = queue.get(key) ?? Promise.resolve();
	const result = before.then(work);
	const ended = result.catch(() => undefined);
	queue.set(key, ended);
	void ended.then(() => {
		if (queue.get(key) === ended) queue.delete(key);
	});
	return await result;
}

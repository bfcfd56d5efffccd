import { ExecutionStopped, onStop } from './pass';

/** Who holds or waits for what, per door: the last in each queue. */
const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs `work` while nobody else in this process who came through the same door works on `key`. Items of one
 * execution are kept in order by their lane (lanes.ts); this is for two executions that read and then write
 * the same ticket. Whoever comes first goes first.
 *
 * @param door what both share, e.g. the gate of their token
 * @param signal ends the wait when the execution is stopped; `work` does not begin then
 * @throws what `work` throws, ExecutionStopped
 */
export async function alone<T>(
	door: object,
	key: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const queue = queues.get(door) ?? new Map<string, Promise<unknown>>();
	queues.set(door, queue);
	const before = queue.get(key) ?? Promise.resolve();
	const result = unlessStopped(before, signal).then(work);
	// Whoever stops waiting leaves the queue, the others still wait for those before.
	const ended = Promise.allSettled([before, result]);
	queue.set(key, ended);
	void ended.then(() => {
		if (queue.get(key) === ended) queue.delete(key);
	});
	return await result;
}

async function unlessStopped(before: Promise<unknown>, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) throw new ExecutionStopped();
	await new Promise<void>((resolve, reject) => {
		const forget = onStop(signal, () => reject(new ExecutionStopped()));
		void before.then(() => {
			forget();
			resolve();
		});
	});
}

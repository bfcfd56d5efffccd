import { ExecutionStopped, onStop } from './cancellation';

/** For each gate and key the end of the last work that holds or waits for the mutex. */
const tails = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs `work` while nobody else in this process who shares the gate works on `key`. The items of one execution
 * are kept in order by their queue (itemQueue.ts); the mutex is for two executions that read and then write the
 * same ticket. First come, first served.
 *
 * @param gate what both share: the gate of their token
 * @param signal ends the wait when the execution is stopped; `work` does not begin then
 * @throws what `work` throws, ExecutionStopped
 */
export async function withMutex<T>(
	gate: object,
	key: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const keys = tails.get(gate) ?? new Map<string, Promise<unknown>>();
	tails.set(gate, keys);
	const before = keys.get(key) ?? Promise.resolve();
	const result = unlessStopped(before, signal).then(work);
	// Whoever stops waiting leaves the queue; the others still wait for those before.
	const ended = Promise.allSettled([before, result]);
	keys.set(key, ended);
	void ended.then(() => {
		if (keys.get(key) === ended) keys.delete(key);
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

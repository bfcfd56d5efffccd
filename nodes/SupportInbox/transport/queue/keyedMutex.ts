import { unlessStopped } from './cancellation';

/** Lets work of the same key run one after the other, first come, first served; work of different keys does not wait for each other. */
export class KeyedMutex {
	/** By key, when the last work that has come so far will have ended. */
	private readonly ends = new Map<string, Promise<void>>();

	/**
	 * Runs `work` when all earlier work of the key has ended.
	 *
	 * @param signal ends the wait when the execution is stopped; `work` does not begin then
	 * @throws what `work` throws, ExecutionStopped
	 */
	async withLock<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const before = this.ends.get(key) ?? Promise.resolve();
		const isNext = unlessStopped<void>(signal, (go) => void before.then(go));
		const result = isNext.then(work);
		// Work that was stopped while it waited must not let the next one begin before the earlier work has ended.
		const end = Promise.allSettled([before, result]).then(() => {
			if (this.ends.get(key) === end) this.ends.delete(key);
		});
		this.ends.set(key, end);
		return await result;
	}
}

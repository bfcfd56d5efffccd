import { unlessStopped } from './cancellation';

/**
 * Mutual exclusion by name, among the callers in this process that share the session. The items of one execution are kept
 * in order by their queue (itemQueue.ts); the mutex is for two executions that read and then write the same ticket.
 */
export class Mutex {
	/** By name: the end of the last work that holds the mutex or waits for it. */
	private readonly tails = new Map<string, Promise<unknown>>();

	/**
	 * Runs `work` while no other work runs under the same name. First come, first served.
	 *
	 * @param signal ends the wait when the execution is stopped; `work` does not begin then
	 * @throws what `work` throws, ExecutionStopped
	 */
	async run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const before = this.tails.get(name) ?? Promise.resolve();
		const result = unlessStopped<unknown>(signal, (go) => void before.then(go)).then(work);
		// When work stops waiting, the work behind it still waits for the work before it.
		const ended = Promise.allSettled([before, result]);
		this.tails.set(name, ended);
		void ended.then(() => {
			if (this.tails.get(name) === ended) this.tails.delete(name);
		});
		return await result;
	}
}

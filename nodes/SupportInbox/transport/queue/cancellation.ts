import { OperationalError } from 'n8n-workflow';

/** The execution was stopped. n8n knows that already and ignores this error. */
export class ExecutionStopped extends OperationalError {
	constructor() {
		super('The execution was stopped');
	}
}

/** The callbacks of each signal. They share one listener, because Node warns about more than ten. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` when the execution is stopped.
 *
 * @returns a function that removes the callback
 */
export function onStop(signal: AbortSignal | undefined, callback: () => void): () => void {
	if (signal === undefined) return () => {};
	const known = callbacks.get(signal);
	const all = known ?? new Set<() => void>();
	if (known === undefined) {
		callbacks.set(signal, all);
		signal.addEventListener('abort', () => [...all].forEach((each) => each()), { once: true });
	}
	all.add(callback);
	return () => void all.delete(callback);
}

/**
 * A wait that ends at once when the execution is stopped.
 *
 * @param begin begins the wait and ends it by calling one of its parameters; may return a function that cancels the wait at a stop
 * @throws ExecutionStopped; what `fail` was called with
 */
export function unlessStopped<T>(
	signal: AbortSignal | undefined,
	begin: (go: (value: T) => void, fail: (error: unknown) => void) => (() => void) | void,
): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const stop = () => reject(new ExecutionStopped());
		if (signal?.aborted) return stop();
		let cancel: (() => void) | void = undefined;
		const unsubscribe = onStop(signal, () => {
			cancel?.();
			stop();
		});
		const ended = <V>(settle: (value: V) => void) => (value: V) => {
			unsubscribe();
			settle(value);
		};
		cancel = begin(ended(resolve), ended(reject));
	});
}

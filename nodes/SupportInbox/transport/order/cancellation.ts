import { OperationalError } from 'n8n-workflow';

/** The execution was stopped; n8n knows that already and does not look into this. */
export class ExecutionStopped extends OperationalError {
	constructor() {
		super('The execution was stopped');
	}
}

/** The callbacks of each signal behind one listener, because Node warns of more than ten. */
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
 * @param begin begins the wait, which ends when one of the two parameters is called; returns what withdraws from it at a stop
 * @throws ExecutionStopped; what `fail` was called with
 */
export function unlessStopped<T>(
	signal: AbortSignal | undefined,
	begin: (go: (value: T) => void, fail: (error: unknown) => void) => (() => void) | void,
): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const stop = () => reject(new ExecutionStopped());
		if (signal?.aborted) return stop();
		let withdraw: (() => void) | void = undefined;
		const forget = onStop(signal, () => {
			withdraw?.();
			stop();
		});
		const ended = <V>(settle: (value: V) => void) => (value: V) => {
			forget();
			settle(value);
		};
		withdraw = begin(ended(resolve), ended(reject));
	});
}

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

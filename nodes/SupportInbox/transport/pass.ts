import { OperationalError } from 'n8n-workflow';

/** Who is waiting: a person in the editor or an agent, a trigger's poll, or the items of a workflow. */
export type Purpose = 'person' | 'trigger' | 'bulk';

/**
 * Who asks for what, and how long they wait.
 * - `lane`: what belongs together in item order (an execution's node, a poll, an editor).
 * - `order`: place within the lane, the item's index.
 * - `writes`: writes go one after the other, reads a few at a time.
 * - `signal`: stops the waiting; nothing is sent after it.
 * - `deadline`: local ms after which no wait for the rate limit may end; undefined: as long as the limit asks for.
 * - `patience`: ms that tries of one request may take together; undefined: as retry.ts has it.
 * - `onWait`: told once when a wait is long enough to be noticed, with its end in local ms.
 */
export interface Pass {
	lane: string;
	order: number;
	writes: boolean;
	purpose: Purpose;
	signal?: AbortSignal;
	deadline?: number;
	patience?: number;
	onWait?: (until: number) => void;
}

/** Time as the gate sees it; tests put a clock of their own here. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
	random(): number;
}

/** The execution was stopped; n8n knows that already and does not look into this. */
export class ExecutionStopped extends OperationalError {
	constructor() {
		super('The execution was stopped');
	}
}

/** What is to happen when a signal comes: one listener per signal, because Node warns of more than ten. */
const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `act` when the execution is stopped.
 *
 * @returns takes the call back
 */
export function onStop(signal: AbortSignal | undefined, act: () => void): () => void {
	if (signal === undefined) return () => {};
	const known = listeners.get(signal);
	const acts = known ?? new Set<() => void>();
	if (known === undefined) {
		listeners.set(signal, acts);
		signal.addEventListener('abort', () => [...acts].forEach((each) => each()), { once: true });
	}
	acts.add(act);
	return () => void acts.delete(act);
}

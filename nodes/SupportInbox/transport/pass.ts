import { ManualExecutionCancelledError } from 'n8n-workflow';

/** Who is waiting: a person in the editor, a trigger's poll, or the items of a workflow. */
export type Purpose = 'person' | 'trigger' | 'bulk';

/**
 * Who asks for what, and how long they wait.
 * - `lane`: what belongs together in item order (an execution's node, a poll, an editor).
 * - `order`: place within the lane, the item's index.
 * - `writes`: writes go one after the other, reads a few at a time.
 * - `deadline`: local ms after which no wait may end; undefined: waits as long as the limit asks for.
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

/** n8n does not look into the cancellation error of a node: the execution is stopped already. */
export function cancelled(): ManualExecutionCancelledError {
	return new ManualExecutionCancelledError('');
}

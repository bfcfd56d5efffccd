import type { LocalTime } from '../../adapter/clock';
/**
 * What a request is for, in the order of service: a trigger's poll for new activity (`poll`), a person in the editor or
 * an AI agent (`interactive`), the details of tickets that a poll found (`details`), the items of a workflow (`bulk`), a trigger's
 * resync in the background (`background`).
 */
export type Priority = 'poll' | 'interactive' | 'details' | 'bulk' | 'background';

/**
 * The context of a request: its priority, and the limits of its waits.
 * - `queue`: the name of the item queue; requests of one queue keep their order (of an execution's node, a poll, an editor).
 * - `order`: place within the queue, the item's index.
 * - `writes`: whether it writes: writes run one after the other, reads a few at a time.
 * - `signal`: ends every wait; nothing is sent after it.
 * - `deadline`: when a wait for the rate limit must have ended; undefined: it may take any time.
 * - `requestTimeoutMs`: ms that the attempts of one request may take together; undefined: ALL_TRIES_MS.
 * - `item`: the workflow's item that sends it, so that the item before it can read for both.
 * - `onWait`: called once when a wait is long enough to be noticed, with its end as this machine's clock shows it (ms).
 * - `onWaited`: called when a wait for the rate limit has ended, with its length in ms.
 */
export interface RequestContext {
	queue: string;
	order: number;
	writes: boolean;
	priority: Priority;
	signal?: AbortSignal;
	deadline?: LocalTime;
	requestTimeoutMs?: number;
	item?: object;
	onWait?: (until: number) => void;
	onWaited?: (ms: number) => void;
}

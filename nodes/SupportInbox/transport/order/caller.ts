import type { INode } from 'n8n-workflow';

/**
 * Who is waiting, in the order in which they are served: a trigger's poll that asks for new activity (`trigger`), a person in
 * the editor or an agent (`person`), the tickets whose details it then fetches (`details`), the items of a workflow (`bulk`),
 * what a trigger looks at again in the background (`sweep`).
 */
export type Purpose = 'trigger' | 'person' | 'details' | 'bulk' | 'sweep';

/**
 * Who asks, for what purpose, and how long they wait.
 * - `queue`: the item queue; names what belongs together in order (an execution's node, a poll, an editor).
 * - `order`: place within the queue, the item's index.
 * - `writes`: writes go one after the other, reads a few at a time.
 * - `signal`: ends every wait; nothing is sent after it.
 * - `deadline`: ms of the gate's clock after which no wait for the rate limit may end; undefined: as long as the limit asks for.
 * - `allTriesMs`: ms that the tries of one request may take together; undefined: ALL_TRIES_MS.
 * - `item`: the request of a workflow's item, so that the one before it can read for both.
 * - `refusal`: why the item is not even tried, known to those before it in the queue.
 * - `onWait`: called once when a wait is long enough to be noticed, with its end in local ms.
 * - `onWaited`: called when a wait for the rate limit has ended, with its length in ms.
 */
export interface Caller {
	queue: string;
	order: number;
	writes: boolean;
	purpose: Purpose;
	signal?: AbortSignal;
	deadline?: number;
	allTriesMs?: number;
	item?: QueuedItem;
	refusal?: Error;
	onWait?: (until: number) => void;
	onWaited?: (ms: number) => void;
}

/** An item's request as its fields made it: the checked values of its path, by the name of their slot, and its body. */
export interface QueuedItem {
	values: Readonly<Record<string, string | number>>;
	body: unknown;
}

/** n8n makes a type of its own of the node for AI agents. @returns whether this node is used through it */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

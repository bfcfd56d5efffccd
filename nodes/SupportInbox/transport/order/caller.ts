/**
 * Who is waiting, in the order in which they are served: a person in the editor or an agent (`person`), a trigger's poll that
 * asks for new activity (`trigger`), the tickets that it then reads whole (`wholeTicket`), the items of a workflow (`bulk`),
 * what a trigger looks at again in the background (`sweep`).
 */
export type Purpose = 'person' | 'trigger' | 'wholeTicket' | 'bulk' | 'sweep';

/**
 * Who asks, for what purpose, and how long they wait.
 * - `queue`: the item queue; names what belongs together in order (an execution's node, a poll, an editor).
 * - `order`: place within the queue, the item's index.
 * - `writes`: writes go one after the other, reads a few at a time.
 * - `signal`: ends every wait; nothing is sent after it.
 * - `deadline`: ms of the gate's clock after which no wait for the rate limit may end; undefined: as long as the limit asks for.
 * - `allTriesMs`: ms that the tries of one request may take together; undefined: ALL_TRIES_MS.
 * - `wants`: the ticket that an item will read before it writes, so that items which are next can be read together.
 * - `mayRetry`: asked before a request is sent again; undefined: whenever the policy allows it.
 * - `onWait`: called once when a wait is long enough to be noticed, with its end in local ms.
 */
export interface Caller {
	queue: string;
	order: number;
	writes: boolean;
	purpose: Purpose;
	signal?: AbortSignal;
	deadline?: number;
	allTriesMs?: number;
	wants?: () => TicketKey | undefined;
	mayRetry?: () => boolean;
	onWait?: (until: number) => void;
}

/** What tells a ticket from all others of a tenant. */
export interface TicketKey {
	messageBoxId: number;
	ticketId: number;
}

/** @returns the ticket that the checked values of a path name */
export function ticketKeyOf({ messageBoxId, ticketId }: Readonly<Record<string, string | number>>): TicketKey {
	return { messageBoxId: Number(messageBoxId), ticketId: Number(ticketId) };
}

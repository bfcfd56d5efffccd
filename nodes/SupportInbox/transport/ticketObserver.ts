import type { IDataObject } from 'n8n-workflow';

/**
 * A ticket as an answer showed it: a row of the search or a whole ticket (API document, Ticket).
 * `readAt`: when the request that read it left, in ms of the gate's clock (`gate.clock.now()`); it is no older than that.
 */
export interface ObservedTicket {
	ticket: IDataObject;
	readAt: number;
}

/**
 * A ticket update that this process has sent (API document, Ticket update).
 * - `sentAt`, `answeredAt`: when it left and when its end was known, in ms of the gate's clock.
 * - `onService`: the same span on the service's clock: it took effect between `earliest` and `latest`; null while no
 *   answer has told the service's clock.
 * - `body`: what was sent, in the API's names.
 * - `confirmed`: false when its outcome is unknown; it may take effect after `latest` then.
 */
export interface TicketWrite {
	sentAt: number;
	answeredAt: number;
	onService: { earliest: number; latest: number } | null;
	body: IDataObject;
	confirmed: boolean;
}

/**
 * Someone who reads tickets anyway (the trigger's inbox view), so that a write need not read them once more.
 * - `lastRead`: the newest reading of a ticket, however old: the transport itself refuses one that is older than
 *   READ_VALID_MS when the write leaves, or than a write of its own. It is called often, so it only looks up.
 * - `read`: told of the tickets that a write has read before it leaves.
 * - `watches`: whether tickets of an inbox are to be read right before they are written, also where the write rests on
 *   nothing: what else has happened to a ticket is only known of one that was seen just before.
 * - `wrote`: told after each ticket update of this process, before its item ends.
 * What is told must not throw or wait.
 */
export interface TicketObserver {
	lastRead(messageBoxId: number, ticketId: number): ObservedTicket | undefined;
	read(messageBoxId: number, ticket: ObservedTicket): void;
	watches(messageBoxId: number): boolean;
	wrote(messageBoxId: number, ticketId: number, write: TicketWrite): void;
}

const observers = new WeakMap<object, Set<TicketObserver>>();

/**
 * Registers an observer of a token's tickets; several may be registered.
 *
 *     const forget = observeTickets(connection.gate, { lastRead: (inbox, id) => view.newest(inbox, id), ... });
 *
 * The trigger registers when its view of a gate begins and calls `forget` when the view ends. The view belongs to
 * the gate, so keep it in a WeakMap by gate, as the transport keeps its own caches.
 *
 * @param gate the gate of a connection
 * @returns ends the registration
 */
export function observeTickets(gate: object, observer: TicketObserver): () => void {
	const known = observers.get(gate) ?? new Set<TicketObserver>();
	observers.set(gate, known);
	known.add(observer);
	return () => void known.delete(observer);
}

/** @returns the newest reading of a ticket that any observer has */
export function newestRead(gate: object, messageBoxId: number, ticketId: number): ObservedTicket | undefined {
	const reads = [...(observers.get(gate) ?? [])].flatMap((observer) => observer.lastRead(messageBoxId, ticketId) ?? []);
	return reads.reduce<ObservedTicket | undefined>((best, read) => (best && best.readAt >= read.readAt ? best : read), undefined);
}

/** @returns whether any observer wants tickets of the inbox to be read right before they are written */
export function isWatched(gate: object, messageBoxId: number): boolean {
	return [...(observers.get(gate) ?? [])].some((observer) => observer.watches(messageBoxId));
}

/** Tells the observers of a ticket that was read for a write: they must know its `last_updated_at` from before the write. */
export function tellRead(gate: object, messageBoxId: number, ticket: ObservedTicket): void {
	for (const observer of observers.get(gate) ?? []) observer.read(messageBoxId, ticket);
}

/** Tells the observers of a ticket update. */
export function tellWrite(gate: object, messageBoxId: number, ticketId: number, write: TicketWrite): void {
	for (const observer of observers.get(gate) ?? []) observer.wrote(messageBoxId, ticketId, write);
}

import type { StoredState, TicketsOf } from './encoding/state';
import type { StoredTickets, Tickets } from './encoding/tickets';
import { decodeTickets } from './encoding/tickets';
import type { TriggerState } from './model';

/** Tickets that are kept of all triggers together, about 0.7 KB each; those of the trigger that polled the longest ago leave first. */
const MAX_TICKETS = 100_000;

/** Tickets of an inbox, and the stored form that they were written to. */
interface Kept {
	tickets: Tickets;
	text: string;
	unit: number;
	shapes: string;
}

/**
 * What the triggers of this process remember of their tickets, so that a poll need not decode what the last one has
 * encoded. The stored form stays the truth: what is kept counts only where it was written to the very text that is stored.
 */
export class KeptTickets {
	private readonly triggers = new Map<string, Map<number, Kept>>();

	/**
	 * Takes what is kept of a trigger out: a poll changes it, and one that does not come to its end leaves nothing behind.
	 *
	 * @param key which trigger
	 * @returns the tickets of an inbox that were stored so
	 */
	take(key: string): TicketsOf {
		const kept = this.triggers.get(key);
		this.triggers.delete(key);
		return (messageBoxId, stored) => {
			const inbox = kept?.get(messageBoxId);
			return inbox !== undefined && isOf(inbox, stored) ? inbox.tickets : decodeTickets(stored);
		};
	}

	/** Keeps the tickets of a state that was stored so. */
	keep(key: string, { inboxes }: TriggerState, stored: StoredState): void {
		const kept = [...inboxes].map(([id, { tickets }]) => {
			const { unit, shapes, tickets: text } = stored.inboxes[id];
			return [id, { tickets, text, unit, shapes: JSON.stringify(shapes) }] as const;
		});
		this.triggers.delete(key);
		this.triggers.set(key, new Map(kept));
		let count = 0;
		for (const [other, held] of [...this.triggers].reverse()) {
			for (const { tickets } of held.values()) count += tickets.size;
			if (count > MAX_TICKETS) this.triggers.delete(other);
		}
	}
}

function isOf({ text, unit, shapes }: Kept, stored: StoredTickets): boolean {
	return stored.tickets === text && stored.unit === unit && JSON.stringify(stored.shapes) === shapes;
}

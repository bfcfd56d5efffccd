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
	private readonly triggers = new Map<string, { inboxes: Map<number, Kept>; count: number }>();
	/** tickets of all triggers; adding them up at every poll takes longer than the poll when there are many triggers */
	private count = 0;

	/**
	 * Takes what is kept of a trigger out: a poll changes it, and one that does not come to its end leaves nothing behind.
	 *
	 * @param key which trigger
	 * @returns the tickets of an inbox that were stored so
	 */
	take(key: string): TicketsOf {
		const kept = this.remove(key);
		return (messageBoxId, stored) => {
			const inbox = kept?.inboxes.get(messageBoxId);
			return inbox !== undefined && isOf(inbox, stored) ? inbox.tickets : decodeTickets(stored);
		};
	}

	/** Keeps the tickets of a state that was stored so. */
	keep(key: string, { inboxes }: TriggerState, stored: StoredState): void {
		this.remove(key);
		const kept = { inboxes: new Map<number, Kept>(), count: 0 };
		for (const [id, { tickets }] of inboxes) {
			const { unit, shapes, tickets: text } = stored.inboxes[id];
			kept.inboxes.set(id, { tickets, text, unit, shapes: JSON.stringify(shapes) });
			kept.count += tickets.size;
		}
		this.triggers.set(key, kept);
		this.count += kept.count;
		for (const oldest of this.triggers.keys()) {
			if (this.count <= MAX_TICKETS) break;
			this.remove(oldest);
		}
	}

	private remove(key: string) {
		const kept = this.triggers.get(key);
		this.triggers.delete(key);
		this.count -= kept?.count ?? 0;
		return kept;
	}
}

function isOf({ text, unit, shapes }: Kept, stored: StoredTickets): boolean {
	return stored.tickets === text && stored.unit === unit && JSON.stringify(stored.shapes) === shapes;
}

import type { Readings } from '../readings';
import type { Ticket } from './types';

/** Moves `last_updated_at` where this service does so. */
export class LastUpdated {
	constructor(private readonly readings: Pick<Readings, 'lastUpdatedMoves'>) {}

	/** A message came or was changed. */
	byMessage(ticket: Ticket, at: number): void {
		if (['messagesAndEdits', 'messages'].includes(this.readings.lastUpdatedMoves)) ticket.last_updated_at = at;
	}

	/** The ticket itself was changed. */
	byEdit(ticket: Ticket, at: number): void {
		if (['messagesAndEdits', 'edits'].includes(this.readings.lastUpdatedMoves)) ticket.last_updated_at = at;
	}
}

import type { Ticket } from './types';

/** What moves a ticket's `last_updated_at`; the document does not say. */
export type LastUpdatedMoves = 'messagesAndEdits' | 'messages' | 'edits' | 'never';

/** Moves `last_updated_at` where this service does so. */
export class LastUpdated {
	constructor(private readonly moves: LastUpdatedMoves) {}

	/** A message came or was changed. */
	byMessage(ticket: Ticket, at: number): void {
		if (this.moves === 'messagesAndEdits' || this.moves === 'messages') ticket.last_updated_at = at;
	}

	/** The ticket itself was changed. */
	byEdit(ticket: Ticket, at: number): void {
		if (this.moves === 'messagesAndEdits' || this.moves === 'edits') ticket.last_updated_at = at;
	}
}

import type { TicketEvent } from '../detect/events';
import type { InboxState } from '../memory/model';
import type { Settings } from '../settings';
import type { Source } from '../view/readSlice';

/**
 * What the steps of a poll share about one inbox.
 * - `state`, `events` and `failures` are added to as they go.
 * - `tried`: tickets that could not be read in this poll; each is tried once.
 * - `maxAge`: how old the view may be for new activity not to be asked for (ms).
 * - `onUnreadable`: told when the service fails on a ticket.
 */
export interface InboxReading extends Source {
	state: InboxState;
	settings: Settings;
	events: TicketEvent[];
	tried: Set<number>;
	maxAge: number;
	onUnreadable: (error: unknown) => void;
}

import type { TicketEvent } from '../detect/events';

import type { Meaning } from './failures';

/** A failure of a poll: which inbox it concerns and what it means. */
export interface PollFailure {
	messageBoxId: number;
	meaning: Meaning;
	error: unknown;
}

/**
 * What a poll has found: events oldest first, and what went wrong; `unreadable`: failures on single tickets, which hold
 * nothing up; `visited` are the inboxes whose turn it was, `sent` and `answered` count requests.
 */
export interface Outcome {
	events: TicketEvent[];
	failures: PollFailure[];
	unreadable: PollFailure[];
	visited: number[];
	sent: number;
	answered: number;
}

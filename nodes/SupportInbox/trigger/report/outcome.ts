import type { TicketEvent } from '../detect/events';

import type { Meaning } from './failures';

/** A failure of a poll: which inbox it concerns and what it means. */
export interface PollFailure {
	messageBoxId: number;
	meaning: Meaning;
	error: unknown;
}

/**
 * What a poll has found.
 * - `events`: oldest first.
 * - `failures`: what went wrong, by inbox; `unreadable`: failures on single tickets, which do not stop the reading.
 * - `asked`: the inboxes whose new activity the poll asked for; the requests did not suffice for the others.
 * - `sent`, `answered`: how many requests.
 */
export interface Outcome {
	events: TicketEvent[];
	failures: PollFailure[];
	unreadable: PollFailure[];
	asked: number[];
	sent: number;
	answered: number;
}

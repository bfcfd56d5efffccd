import type { LocalTime } from '../../adapter/clock';
import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Settings } from '../properties/settings';
import type { Requests } from '../service/requests';
import type { Decision } from '../state/decisions';
import type { PollErrors } from './errors';

/** The number of requests that a poll may send when Max Requests per Poll is empty: 70 % of the limit of a minute. */
export const MAX_REQUESTS = 42;

/**
 * What the inboxes of one poll share.
 * - `key`: the trigger's; `workflowId`: of the workflow that it starts.
 * - `interval`: how long after the last poll (ms).
 * - `takesTurns`: in each inbox one poll reads the news and the next one the look-back, which may fit into a page: both find new tickets.
 * - `events`: what was found so far; `decisions`: what was decided, also of what is not emitted.
 */
export interface PollContext {
	key: string;
	workflowId?: string;
	session: Session;
	settings: Settings;
	requests: Requests;
	errors: PollErrors;
	startedAt: LocalTime;
	interval: number;
	takesTurns: boolean;
	events: TicketEvent[];
	decisions: Decision[];
}

/** What a poll found; `begun`: the inboxes that the trigger watches, or should watch soon; `trace`: the requests of each phase. */
export interface PollResult {
	inboxes: readonly number[];
	begun: ReadonlySet<number>;
	notes: string[];
	events: TicketEvent[];
	trace: string;
}

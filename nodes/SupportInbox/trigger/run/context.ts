import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Settings } from '../properties/settings';
import type { Readers } from '../reader/readers';
import type { Requests } from '../service/requests';
import type { PollStatus } from './status';

/**
 * What the inboxes of one poll share.
 * - `key`: the trigger's; `workflowId`: of the workflow that it starts.
 * - `startedAt`: ms of the steady clock; `interval`: how long after the last poll (ms).
 * - `events`: what was found so far; `trace`: takes a line for the debug log on each decision.
 */
export interface RunContext {
	key: string;
	workflowId?: string;
	session: Session;
	settings: Settings;
	readers: Readers;
	requests: Requests;
	status: PollStatus;
	startedAt: number;
	interval: number;
	events: TicketEvent[];
	trace: (line: string) => void;
}

import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Decision } from '../state/decisions';
import type { Settings } from '../properties/settings';
import type { TokenReaders } from '../reader/tokenReaders';
import type { Requests } from '../service/requests';
import type { PollStatus } from './status';

/**
 * What the inboxes of one poll share.
 * - `key`: the trigger's; `workflowId`: of the workflow that it starts.
 * - `startedAt`: ms of the steady clock; `interval`: how long after the last poll (ms).
 * - `events`: what was found so far; `decisions`: what was decided, also of what is not emitted.
 */
export interface RunContext {
	key: string;
	workflowId?: string;
	session: Session;
	settings: Settings;
	readers: TokenReaders;
	requests: Requests;
	status: PollStatus;
	startedAt: number;
	interval: number;
	events: TicketEvent[];
	decisions: Decision[];
}

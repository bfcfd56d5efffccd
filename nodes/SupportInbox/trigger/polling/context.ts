import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Settings } from '../properties/settings';
import type { IgnoredWriters } from '../reader/ownWrites';
import type { Readers } from '../reader/readers';
import type { Requests } from '../service/requests';
import type { TicketService } from '../service/service';

/** What a poll works with; `startedAt`: ms of `now`; `interval`: how long after the last poll (ms). */
export interface PollDependencies {
	key: string;
	service: TicketService;
	readers: Readers;
	session: Session;
	settings: Settings;
	now: () => number;
	budget: number;
	startedAt: number;
	interval: number;
	workflowId?: string;
}

/**
 * What one poll works with in one inbox.
 * - `key`: the trigger's; `ignored`: whose writes are not given.
 * - `startedAt`: ms of the steady clock; `onUnreadable`: called for tickets that cannot be shown.
 */
export interface PollContext {
	key: string;
	ignored: IgnoredWriters;
	requests: Requests;
	settings: Settings;
	startedAt: number;
	events: TicketEvent[];
	onUnreadable: (messageBoxId: number, error: unknown) => void;
}

/** Whose writes a trigger of this workflow does not give (Ignore Own Changes). */
export function ignoredBy(choice: Settings['ignoreOwn'], own: string | undefined): IgnoredWriters {
	if (choice === 'none') return () => false;
	return choice === 'allWorkflows' ? () => true : (workflowId) => workflowId !== undefined && workflowId === own;
}

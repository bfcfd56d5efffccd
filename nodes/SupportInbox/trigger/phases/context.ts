import type { LocalTime } from '../../adapter/clock';
import { DAY } from '../../store/time';
import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Settings } from '../properties/settings';
import type { Requests } from '../service';
import { type Decision, Decisions } from '../state/decisions';
import type { TriggerState } from '../state/state';
import type { FailureState, PollErrors } from './errors';

/** The number of requests that a poll may send when Max Requests per Poll is empty: 70 % of the limit of a minute. */
export const MAX_REQUESTS = 42;

/**
 * What the inboxes of one poll share.
 * - `key`: the trigger's; `workflowId`: of the workflow that it starts.
 * - `interval`: how long after the last poll (ms); `kept`: what the process keeps of the trigger; `inboxes`: the state of all of them.
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
	kept: KeptTrigger;
	inboxes: TriggerState['inboxes'];
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

/**
 * What one process keeps of a trigger between its polls. n8n stores none of it.
 * - `run`: its last poll, and the revision of the state that it stored. `endedAt`: undefined while it runs.
 * - `state`: as it was after the last poll.
 * - `base`: the revision that polls began with which have emitted nothing since. n8n does not save those, and may bring back what it
 *   saved before them. A poll that emitted something ends the chain, since n8n may not have started what it emitted.
 * - `checkedSince`: since when lists are read once more, to be sure that a name is missing, where one poll was too short for that.
 */
export interface KeptTrigger {
	run?: { startedAt: LocalTime; endedAt?: LocalTime; revision: number };
	state?: TriggerState;
	base?: number;
	decisions: Decisions;
	failures: FailureState;
	checkedSince?: LocalTime;
}

/** The triggers of a process with one base URL and token. */
export class KeptTriggers {
	/** Whether the log says that times of tickets are ahead of the service's clock: every poll would say it again. */
	isAheadLogged = false;
	private readonly triggers = new Map<string, { kept: KeptTrigger; at: LocalTime }>();
	/** One report is enough for all triggers. */
	private readonly unreadable: FailureState['unreadable'] = new Map();

	/** @returns what is kept of a trigger; those that were not asked for within a day are forgotten */
	of(key: string, now: LocalTime): KeptTrigger {
		const kept = this.triggers.get(key)?.kept ?? this.begun();
		this.triggers.set(key, { kept, at: now });
		for (const [other, { at }] of this.triggers) if (at < now - DAY) this.triggers.delete(other);
		return kept;
	}

	private begun(): KeptTrigger {
		return { decisions: new Decisions(), failures: { silentPolls: 0, failing: new Map(), unreadable: this.unreadable } };
	}
}

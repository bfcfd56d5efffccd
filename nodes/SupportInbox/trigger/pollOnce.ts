import type { IDataObject } from 'n8n-workflow';

import type { TicketEvent } from './detect/events';
import { runPoll } from './listen/runPoll';
import { asDataObject } from './memory/encoding/state';
import { KeptTickets } from './memory/keptTickets';
import type { Limits } from './memory/limits';
import { keepWithinLimits, storeWithinLimits } from './memory/limits';
import { stateOf } from './memory/versions';
import type { NameBook } from './names';
import { lockPoll } from './pollLock';
import type { Report } from './report/report';
import { reportOn } from './report/report';
import type { Settings } from './settings';
import type { ViewRegistry } from './view/registry';
import type { TicketService } from './view/service';

/**
 * What a poll needs of the world. {@link pollOnce} is the one entry point of a poll: n8n's `poll` calls it, and so does
 * every test that drives triggers without n8n.
 * - `key`: which node it belongs to; triggers with different keys may poll at the same moment.
 * - `memory`: the node's static data, one for each trigger. n8n saves it when the poll gives something and at activation
 *   only; in between it lives in memory. So nothing may depend on the state of a poll that gave nothing having been
 *   saved. A kill brings the last saved data back.
 * - `views`: what this process knows of the inboxes. Triggers of one process, origin and token are given the same
 *   registry; an empty one is what a new process has: `new ViewRegistry()`. It may be replaced between any two polls.
 * - `origin`: the base URL of the tenant. Memory belongs to an origin; with another one the trigger begins anew.
 * - `service`: how requests leave; it belongs to the trigger that polls, since a request is sent on its behalf.
 * - `limits`: how much may be remembered.
 * - `now`: ms of a clock that does not step while the process lives (the gate's): it measures durations. The time of day
 *   of this machine is not used at all.
 * - `budget`: ms after which no further request begins.
 */
export interface PollNeeds {
	key: string;
	views: ViewRegistry;
	origin: string;
	settings: Settings;
	service: TicketService;
	memory: () => IDataObject;
	limits: Limits;
	now: () => number;
	budget: number;
	names: NameBook;
}

const kept = new KeptTickets();

/**
 * One poll: reads the state, asks the service, and writes the state as far as the poll has come.
 *
 * @returns null when another poll of the node is under way or has taken over
 */
export async function pollOnce(needs: PollNeeds): Promise<{ events: TicketEvent[]; report: Report } | null> {
	const { key, settings, service, views, names, limits, now, budget } = needs;
	const startedAt = now();
	const lock = lockPoll(key, startedAt);
	if (lock === undefined) return null;
	try {
		const memory = needs.memory();
		const state = stateOf(memory.state as IDataObject | undefined, needs.origin, kept.take(key));
		const outcome = await runPoll(state, settings, {
			service,
			allowance: { requests: settings.maxRequests, deadline: startedAt + budget, now },
			views,
			names,
			poll: views.pollTimes(key, startedAt),
		});
		if (!lock.holds()) return null;
		const report = reportOn(outcome, state, settings.inboxes);
		keepWithinLimits(state, limits);
		const stored = storeWithinLimits(state, limits);
		memory.state = asDataObject(stored);
		kept.keep(key, state, stored);
		return { events: outcome.events, report };
	} finally {
		views.notePollEnd(key, now());
		lock.release();
	}
}

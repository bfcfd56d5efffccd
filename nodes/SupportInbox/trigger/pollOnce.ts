import type { IDataObject } from 'n8n-workflow';

import type { TicketEvent } from './detect/events';
import type { Limits } from './memory/limits';
import { keepWithinLimits, LIMITS } from './memory/limits';
import { asStored, loadMemory } from './memory/memory';
import { lockPoll } from './memory/pollLock';
import type { NameBook } from './names';
import type { Readers } from './reader/readers';
import type { TicketService } from './reader/service';
import type { Report } from './report';
import { reportOn } from './report';
import { runPoll } from './runPoll';
import type { Settings } from './settings';

/**
 * What a poll needs of the world. {@link pollOnce} is the one entry point of a poll: n8n's `poll` calls it, and so does
 * every test that drives triggers without n8n.
 * - `key`: which node it belongs to; triggers with different keys may poll at the same moment.
 * - `memory`: the node's static data. n8n saves it when the poll gives something and at activation only, and may bring back
 *   what it saved last at any poll.
 * - `readers`: what this process knows of the inboxes; triggers of one process, origin and token share them. New ones are a
 *   new process.
 * - `origin`: the base URL of the tenant. Memory belongs to an origin; with another one the trigger begins anew.
 * - `service`: how requests are sent, on behalf of the trigger that polls.
 * - `limits`: how much may be remembered.
 * - `now`: ms of a clock that does not step while the process lives. The time of day of this machine is not used at all.
 * - `budget`: ms after which no further request begins.
 */
export interface PollNeeds {
	key: string;
	readers: Readers;
	origin: string;
	settings: Settings;
	service: TicketService;
	memory: () => IDataObject;
	limits?: Limits;
	now: () => number;
	budget: number;
	names: NameBook;
	workflowId?: string;
}

/** What a poll gives: its events, oldest first, what becomes of its failures, and lines for the log. */
export interface PollResult {
	events: TicketEvent[];
	report: Report & { notes: string[] };
}

/**
 * One poll: loads the memory, asks the service, and stores the memory as far as the poll has come.
 *
 * @returns null when another poll of the node is under way or has taken over
 */
export async function pollOnce(needs: PollNeeds): Promise<PollResult | null> {
	const { key, settings, readers, limits = LIMITS, now } = needs;
	const startedAt = now();
	const lock = lockPoll(key, startedAt);
	if (lock === undefined) return null;
	try {
		const stored = needs.memory();
		const { memory, note } = loadMemory(stored.state, needs.origin);
		const troubles = readers.notePoll(key, startedAt);
		const outcome = await runPoll(memory, { ...needs, startedAt, interval: troubles.interval });
		if (!lock.holds()) return null;
		keepWithinLimits(memory, limits);
		stored.state = asStored(memory);
		const report = reportOn(outcome, settings.inboxes, troubles, now());
		return { events: outcome.events, report: { ...report, notes: note === undefined ? [] : [note] } };
	} finally {
		lock.release();
	}
}

import type { IDataObject } from 'n8n-workflow';

import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Limits } from '../memory/limits';
import { keepWithinLimits, LIMITS } from '../memory/limits';
import { asStored, loadMemory } from '../memory/memory';
import { lockPoll } from './pollLock';
import { readersOf } from '../reader/readers';
import type { TicketService } from '../service/service';
import type { Report } from './report';
import { reportOn } from './report';
import { runPoll } from './runPoll';
import type { Settings } from '../properties/settings';

/**
 * What a poll needs of the world. {@link pollOnce} is the one entry point of a poll: n8n's `poll` calls it, and so does
 * every test that drives triggers without n8n.
 * - `key`: which node it belongs to; triggers with different keys may poll at the same moment.
 * - `memory`: the node's static data. n8n saves it when the poll gives something and at activation only, and may bring back
 *   what it saved last at any poll.
 * - `session`: what this process knows; triggers of one process, origin and token share it. A new one is a new process. Its
 *   gate's clock is used; the time of day of this machine is not used at all.
 * - `origin`: the base URL of the tenant. Memory belongs to an origin; with another one the trigger begins anew.
 * - `service`: how requests are sent, on behalf of the trigger that polls.
 * - `limits`: how much may be remembered.
 * - `budget`: ms after which no further request begins.
 */
export interface PollNeeds {
	key: string;
	session: Session;
	origin: string;
	settings: Settings;
	service: TicketService;
	memory: () => IDataObject;
	limits?: Limits;
	budget: number;
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
	const { key, session, limits = LIMITS } = needs;
	const readers = readersOf(session);
	const now = () => session.gate.clock.now();
	const startedAt = now();
	const lock = lockPoll(key, startedAt);
	if (lock === undefined) return null;
	try {
		const stored = needs.memory();
		const { memory, note } = loadMemory(stored.state, needs.origin);
		const troubles = readers.notePoll(key, startedAt);
		const outcome = await runPoll(memory, { ...needs, readers, now, startedAt, interval: troubles.interval });
		if (!lock.holds()) return null;
		keepWithinLimits(memory, limits);
		stored.state = asStored(memory);
		const report = reportOn(outcome, troubles, now());
		return { events: outcome.events, report: { ...report, notes: [...(note === undefined ? [] : [note]), ...outcome.notes] } };
	} finally {
		lock.release();
	}
}

import type { IDataObject } from 'n8n-workflow';

import { WATCHED } from '../../fields/ticketFields';
import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Limits } from '../memory/limits';
import { keepWithinLimits, LIMITS } from '../memory/limits';
import { loadMemory } from '../memory/memory';
import type { Settings } from '../properties/settings';
import { chosenChanges } from '../properties/settings';
import { readersOf } from '../reader/readers';
import { Requests } from '../service/requests';
import type { TicketService } from '../service/service';
import { MINUTE } from '../time';

import { Course } from './context';
import type { Report } from './report';
import { reportOn } from './report';
import { runPoll } from './runPoll';

/** The number of requests that a poll may send when Max Requests per Poll is empty: two thirds of the limit of a minute. */
const MAX_REQUESTS = 42;
/** n8n has given up a poll that has run for so long (ms): it keeps no other from polling, and writes no memory. */
const GIVEN_UP_AFTER = 5 * MINUTE;

/** When the running poll of each node began (ms of its steady clock). n8n starts a poll even while the one before is running. */
const running = new Map<string, number>();

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
	const { key, session, settings, service, budget, limits = LIMITS } = needs;
	const readers = readersOf(session);
	const now = () => session.gate.clock.now();
	const startedAt = now();
	const other = running.get(key);
	if (other !== undefined && Math.abs(startedAt - other) < GIVEN_UP_AFTER) return null;
	running.set(key, startedAt);
	const isCurrent = () => running.get(key) === startedAt;
	try {
		const stored = needs.memory();
		const { memory, note } = loadMemory(stored.state, needs.origin, chosenChanges(settings).length > 0 ? WATCHED : []);
		const troubles = readers.notePoll(key, startedAt);
		const allowance = { requests: settings.maxRequests ?? MAX_REQUESTS, deadline: startedAt + budget, now };
		const requests = new Requests(service, allowance, readers.clock);
		const outcome = await runPoll(memory, { ...needs, readers, requests, course: new Course(), startedAt, interval: troubles.interval, events: [] });
		if (!isCurrent()) return null;
		keepWithinLimits(memory, limits);
		stored.state = memory as unknown as IDataObject;
		const report = reportOn(outcome, troubles, now());
		return { events: outcome.events, report: { ...report, notes: [...(note === undefined ? [] : [note]), ...outcome.notes] } };
	} finally {
		if (isCurrent()) running.delete(key);
	}
}

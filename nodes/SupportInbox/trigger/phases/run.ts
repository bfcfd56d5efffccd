import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { Store } from '../../store/store';
import { MINUTE, SECOND } from '../../store/time';
import type { Connection } from '../../transport/connection';
import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import { recordSenders, withOtherTickets } from '../otherTickets';
import { type Settings, watchedBy } from '../properties/settings';
import { type TicketService, Requests } from '../service';
import type { Decision } from '../state/decisions';
import { type Limits, keepWithinLimits, LIMITS } from '../state/limits';
import { loadState } from '../state/state';
import { type KeptTrigger, KeptTriggers, MAX_REQUESTS } from './context';
import { type Report, PollErrors, reportOn } from './errors';
import { Phases } from './phases';

/** n8n has given up a poll that has run for this long (ms): the poll no longer blocks others, and its memory is not stored. */
const GIVEN_UP_AFTER = 5 * MINUTE;
/** n8n saves a poll's memory within this time (ms). A poll that loaded the memory before that would emit everything again. */
const SAVED_WITHIN = 10 * SECOND;

/** The interval that is assumed for a trigger that has not polled in this process yet (ms). */
const USUAL_INTERVAL = MINUTE;
/** Clocks of the service's machines differ by less than this (ms). */
const TOLERATED_AHEAD = 10 * MINUTE;

/**
 * What a poll needs of the world. {@link runOnce} is the one entry point of a poll: n8n's `poll` calls it, and so does
 * every test that drives triggers without n8n.
 * - `key`: which node it belongs to; triggers with different keys may poll at the same moment.
 * - `memory`: the node's static data. n8n saves it when the poll emits something and at activation only, and may bring back
 *   what it saved last at any poll.
 * - `session`: what this process knows; triggers of one process, origin and token share it. A new session acts as a new process.
 *   Its dispatcher's clock is used; the time of day of this machine is not used at all.
 * - `origin`: the base URL of the tenant. Memory belongs to an origin; with another one the trigger begins anew.
 * - `service`: how requests are sent, on behalf of the trigger that polls.
 * - `limits`: how much may be remembered.
 * - `hashOf`: of addresses, keyed with the token.
 * - `budget`: ms after which no further request begins.
 */
export interface RunNeeds {
	key: string;
	session: Session;
	origin: string;
	settings: Settings;
	service: TicketService;
	memory: () => IDataObject;
	limits?: Limits;
	hashOf: Connection['hashOf'];
	budget: number;
	workflowId?: string;
}

/** What a poll returns: its events, oldest first, what becomes of its failures, and lines for the log. */
export interface RunResult {
	events: TicketEvent[];
	report: Report & { notes: string[] };
	trace: string;
}

/**
 * One poll: loads the state, asks the service, and stores the state, also when the poll stops early.
 *
 * @returns null when another poll of the node is under way, has taken over, or has just emitted what this one would find
 */
export async function runOnce(needs: RunNeeds): Promise<RunResult | null> {
	const { key, session, settings, service, budget, limits = LIMITS } = needs;
	const now = () => session.dispatcher.clock.now();
	const startedAt = now();
	const stored = needs.memory();
	const triggers = session.of(KeptTriggers);
	const kept = triggers.of(key, startedAt);
	const { run: last } = kept;
	const load = (from: unknown) => loadState(from, needs.origin, watchedBy(settings));
	const { state: loaded, note } = load(stored.state);
	const { revision: base } = loaded;
	if (last !== undefined && isInItsWay(last, startedAt, base)) return null;
	const unsaved = kept.base === base && base > 0 ? load(kept.state) : undefined;
	const state = unsaved?.note === undefined ? (unsaved?.state ?? loaded) : loaded;
	const current: KeptTrigger['run'] = { startedAt, revision: state.revision };
	kept.run = current;
	try {
		const max = settings.maxRequests ?? MAX_REQUESTS;
		const requests = new Requests(service, { requests: max, deadline: startedAt + budget, now });
		session.of(Store).dropStale(requests.serverNow());
		const [errors, decisions, interval] = [new PollErrors(), [] as Decision[], startedAt - (last?.startedAt ?? startedAt - USUAL_INTERVAL)];
		const shared = { requests, errors, startedAt, interval, kept, inboxes: state.inboxes };
		const poll = { ...needs, ...shared, takesTurns: false, events: [], decisions };
		const { events: found, inboxes, begun, notes, trace } = await new Phases(state, poll, max).run();
		if (kept.run !== current) return null;
		recordSenders(state, needs);
		const events = settings.includeOtherTickets === true ? withOtherTickets(found, state, requests.serverNow()) : found;
		state.revision = current.revision += 1;
		keepWithinLimits(state, limits);
		stored.state = state as unknown as IDataObject;
		Object.assign(kept, { state, base: events.length > 0 ? undefined : base });
		kept.decisions.record(decisions);
		const report = reportOn({ inboxes, hasEvents: events.length > 0, errors, begun, answered: requests.answered }, kept.failures, now());
		const isAhead = requests.ahead > TOLERATED_AHEAD && !triggers.isAheadLogged;
		triggers.isAheadLogged ||= isAhead;
		const lines = [note, ...notes, isAhead ? aheadNote(requests.ahead) : undefined].filter((line) => line !== undefined);
		return { events, report: { ...report, notes: lines }, trace };
	} finally {
		current.endedAt = now();
	}
}

/**
 * n8n starts a poll even while the one before is running, or before it has saved what that one stored.
 *
 * @param revision of the state that n8n has loaded; 0: there is none
 */
function isInItsWay(last: NonNullable<KeptTrigger['run']>, startedAt: LocalTime, revision: number): boolean {
	if (last.endedAt === undefined) return Math.abs(startedAt - last.startedAt) < GIVEN_UP_AFTER;
	return startedAt - last.endedAt < SAVED_WITHIN && revision > 0 && revision < last.revision;
}

function aheadNote(ahead: number): string {
	const found = `the newest last_updated_at is ${Math.round(ahead / MINUTE)} minutes ahead of the service's clock (its Date header)`;
	const effect = 'the trigger may emit tickets from before its start, and reminders too late';
	return `${found}, so ${effect}. Ask the administrator of your tenant whether the service writes local times as UTC.`;
}

import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { Store } from '../../store/store';
import type { WatchedField } from '../../store/ticketFields';
import type { Connection } from '../../transport/connection';
import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import { recordSenders, withOtherTickets } from '../otherTickets';
import { type Settings, watchedBy } from '../properties/settings';
import { Requests } from '../service/requests';
import type { TicketService } from '../service/service';
import { TimesAhead } from '../service/timesAhead';
import { type Decision, Decisions } from '../state/decisions';
import { type Limits, keepWithinLimits, LIMITS } from '../state/limits';
import { type TriggerState, loadState } from '../state/state';
import { DAY, MINUTE, SECOND } from '../time';
import { MAX_REQUESTS } from './context';
import { type Report, FailureStates, PollErrors, reportOn } from './errors';
import { Phases } from './phases';

/** n8n has given up a poll that has run for this long (ms): the poll no longer blocks others, and its memory is not stored. */
const GIVEN_UP_AFTER = 5 * MINUTE;
/** n8n saves a poll's memory within this time (ms). A poll that loaded the memory before that would emit everything again. */
const SAVED_WITHIN = 10 * SECOND;

/**
 * A poll of a node.
 * - `endedAt`: undefined while it runs.
 * - `revision`: of the memory that it stored.
 */
interface LastRun {
	startedAt: LocalTime;
	endedAt?: LocalTime;
	revision: number;
}

/** The last poll of each node. n8n starts a poll even while the one before is running, or before it has saved what that one stored. */
const lastRuns = new Map<string, LastRun>();

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
	const last = lastRuns.get(key);
	const loaded = loadState(stored.state, needs.origin, watchedBy(settings));
	if (last !== undefined && isInItsWay(last, startedAt, loaded.state.revision)) return null;
	const unsaved = session.of(UnsavedStates);
	const { note } = loaded;
	const state = unsaved.after(key, loaded.state, needs.origin, watchedBy(settings));
	const current: LastRun = { startedAt, revision: state.revision };
	lastRuns.set(key, current);
	for (const [other, { endedAt = Infinity }] of lastRuns) if (endedAt < startedAt - DAY) lastRuns.delete(other);
	const isCurrent = () => lastRuns.get(key) === current;
	try {
		const failures = session.of(FailureStates).notePoll(key, startedAt);
		const max = settings.maxRequests ?? MAX_REQUESTS;
		const requests = new Requests(service, { requests: max, deadline: startedAt + budget, now });
		session.of(Store).dropStale(requests.serverNow());
		const decisions: Decision[] = [];
		const errors = new PollErrors();
		const poll = { ...needs, requests, errors, startedAt, interval: failures.interval, takesTurns: false, events: [], decisions };
		const { events: found, inboxes, begun, notes, trace } = await new Phases(state, poll, failures, max).run();
		if (!isCurrent()) return null;
		recordSenders(state, needs);
		const events = settings.includeOtherTickets === true ? withOtherTickets(found, state, requests.serverNow()) : found;
		const base = loaded.state.revision;
		state.revision = current.revision += 1;
		keepWithinLimits(state, limits);
		stored.state = state as unknown as IDataObject;
		if (events.length > 0) unsaved.end(key);
		else unsaved.record(key, base, state, now());
		session.of(Decisions).record(key, { state, decisions, now: now() });
		const report = reportOn({ inboxes, hasEvents: events.length > 0, errors, begun, answered: requests.answered }, failures, now());
		const lines = [note, ...notes, session.of(TimesAhead).noteOf(requests.ahead)].filter((line) => line !== undefined);
		return { events, report: { ...report, notes: lines }, trace };
	} finally {
		current.endedAt = now();
	}
}

/** @param revision of the state that n8n has loaded; 0: there is none */
function isInItsWay(last: LastRun, startedAt: LocalTime, revision: number): boolean {
	if (last.endedAt === undefined) return Math.abs(startedAt - last.startedAt) < GIVEN_UP_AFTER;
	return startedAt - last.endedAt < SAVED_WITHIN && revision > 0 && revision < last.revision;
}

/**
 * What polls found out that emitted nothing: n8n does not save that, and may bring back what it saved before them. Nothing is lost or
 * doubled if they are not repeated; a poll that emitted something ends the chain, since n8n may not have started it.
 */
class UnsavedStates {
	private readonly triggers = new Map<string, { base: number; state: TriggerState; at: LocalTime }>();

	/** @returns the state after the polls that have emitted nothing since `loaded` was stored */
	after(key: string, loaded: TriggerState, origin: string, watched: readonly WatchedField[]): TriggerState {
		const known = this.triggers.get(key);
		if (loaded.revision === 0 || known?.base !== loaded.revision) return loaded;
		const { state, note } = loadState(known.state, origin, watched);
		return note === undefined ? state : loaded;
	}

	/**
	 * Records a poll that has emitted nothing, and forgets the triggers that have not polled for a day.
	 *
	 * @param base the revision that the poll began with
	 */
	record(key: string, base: number, state: TriggerState, now: LocalTime): void {
		this.triggers.set(key, { base, state, at: now });
		for (const [other, { at }] of this.triggers) if (at < now - DAY) this.triggers.delete(other);
	}

	/** Records that a poll has emitted something. */
	end(key: string): void {
		this.triggers.delete(key);
	}
}

import type { Allowance } from './meter';
import { Meter, Pause } from './meter';
import { begin } from './begin';
import type { TicketEvent } from './events';
import { oldestFirst } from './events';
import type { Meaning } from './failures';
import { meaningOf } from './failures';
import type { Visit } from './reader';
import type { NameBook } from './names';
import type { TicketService } from './service';
import type { Settings } from './settings';
import { wants } from './settings';
import { MIN_NEWS, roundShare } from './shares';
import type { InboxState, TriggerState } from './state/model';
import { readLookBack, readNews, readWatched } from './visit';

/** A failure of a poll: which inbox it concerns and what it means. */
export interface PollFailure {
	messageBoxId: number;
	meaning: Meaning;
	error: unknown;
}

/**
 * What a poll has found: events oldest first, and what went wrong; `visited` are the inboxes whose turn it was,
 * `sent` and `answered` count requests.
 */
export interface Outcome {
	events: TicketEvent[];
	failures: PollFailure[];
	visited: number[];
	sent: number;
	answered: number;
}

interface Run {
	state: TriggerState;
	settings: Settings;
	meter: Meter;
	events: TicketEvent[];
	failures: PollFailure[];
	/** Inboxes whose news were read, and whether the look-back was read along with them. */
	visited: Map<number, boolean>;
	/** Tickets that this poll has come across, by inbox. */
	seen: Map<number, Set<number>>;
	/** Set when nothing more can be asked for in this poll. */
	over: boolean;
}

/**
 * One poll over all inboxes: first the news of each, then a bounded share for the rounds.
 *
 * @param state what is remembered; changed as far as the poll comes, consistent at every moment
 */
export async function runPoll(
	state: TriggerState,
	settings: Settings,
	service: TicketService,
	allowance: Allowance,
	names: NameBook,
): Promise<Outcome> {
	const meter = new Meter(service, allowance, state.skew);
	const run: Run = { state, settings, meter, events: [], failures: [], visited: new Map(), seen: new Map(), over: false };
	for (const id of state.inboxes.keys()) if (!settings.inboxes.includes(id)) state.inboxes.delete(id);
	await beginNewInboxes(run);
	const readNames = async () => await names.refresh(meter, service, settings.inboxes, allowance.now());
	if (settings.addNames) {
		// Names are an addition: with few requests and many minutes between polls they would take all there is.
		const spare = meter.left - MIN_NEWS - roundShare(settings.maxRequests);
		meter.beginPhase(Math.min(spare, Math.ceil(meter.left / 2)));
		await readNames();
	}
	await readAllNews(run);
	await goRounds(run);
	if (settings.addNames) {
		names.noteMissing(run.events);
		meter.beginPhase(meter.left);
		await readNames();
	}
	state.skew = Math.round(meter.skew);
	const { failures, visited } = run;
	const { sent, answered } = meter;
	const events = oldestFirst(run.events).map((event) => (settings.addNames ? names.addTo(event) : event));
	return { events, failures, visited: [...visited.keys()], sent, answered };
}

async function beginNewInboxes(run: Run): Promise<void> {
	const { settings, state, meter, events } = run;
	for (const messageBoxId of settings.inboxes) {
		if (state.inboxes.has(messageBoxId)) continue;
		await attempt(run, messageBoxId, async () => {
			state.inboxes.set(messageBoxId, await begin({ messageBoxId, meter, settings, events, seen: seenIn(run, messageBoxId) }));
		});
	}
}

/** Every inbox gets its part of the requests; the first one is another in each poll. */
async function readAllNews(run: Run): Promise<void> {
	const { settings, state, meter } = run;
	const inboxes = rotated(settings.inboxes.filter((id) => state.inboxes.has(id)), state.turn);
	const share = roundShare(settings.maxRequests);
	let served = 0;
	for (const messageBoxId of inboxes) {
		const left = meter.left - share;
		if (run.over || left <= 0) break;
		meter.beginPhase(Math.min(left, Math.max(MIN_NEWS, Math.ceil(left / (inboxes.length - served)))));
		run.visited.set(messageBoxId, false);
		await attempt(run, messageBoxId, async () => {
			run.visited.set(messageBoxId, await readNews(visitTo(run, messageBoxId)));
		});
		served += 1;
	}
	state.turn = nextTurn(state.turn, served === inboxes.length ? 1 : served, inboxes.length);
}

/** Rounds go on in turns, one request each, until the share is used up or all are complete. */
async function goRounds(run: Run): Promise<void> {
	const { settings, state, meter } = run;
	const failed = new Set(run.failures.map(({ messageBoxId }) => messageBoxId));
	// What happens in a ticket comes after the ticket: those that the start gives go first.
	const hasBegun = (id: number) => state.inboxes.get(id)?.queue.length === 0;
	const inboxes = settings.inboxes.filter((id) => hasBegun(id) && !failed.has(id));
	let tasks = rotated(
		inboxes.flatMap((id) => [
			// Where the look-back was read along with the news it needs no round of its own.
			...(run.visited.get(id) === true ? [] : [{ id, step: readLookBack }]),
			...(wants(settings, 'ticketChanged') ? [{ id, step: readWatched }] : []),
		]),
		state.roundTurn,
	);
	const count = tasks.length;
	// The first round fills the watch: until then every request that is left may be used for it.
	const isFilling = inboxes.some((id) => state.inboxes.get(id)?.filled === false);
	meter.beginPhase(isFilling ? meter.left : roundShare(settings.maxRequests), 'searches');
	let done = 0;
	while (tasks.length > 0 && !run.over) {
		const [task, ...others] = tasks;
		let complete = true;
		const paused = await attempt(run, task.id, async () => {
			complete = await task.step(visitTo(run, task.id));
		});
		if (paused) break;
		tasks = complete ? others : [...others, task];
		done += 1;
	}
	// The one that was stopped goes on first in the next poll; one that was first already lets the others go on.
	state.roundTurn = nextTurn(state.roundTurn, Math.max(1, done), count);
}

function visitTo(run: Run, messageBoxId: number): Visit {
	const { meter, settings, events } = run;
	const state = run.state.inboxes.get(messageBoxId) as InboxState;
	return { messageBoxId, state, meter, settings, events, seen: seenIn(run, messageBoxId) };
}

function seenIn({ seen }: Run, messageBoxId: number): Set<number> {
	const ids = seen.get(messageBoxId) ?? new Set();
	seen.set(messageBoxId, ids);
	return ids;
}

/** @returns whether nothing more may be sent in this part; failures are noted, some of them end the poll */
async function attempt(run: Run, messageBoxId: number, work: () => Promise<void>): Promise<boolean> {
	return await work().then(
		() => false,
		(error) => {
			if (error instanceof Pause) {
				run.over ||= error.reason === 'time';
				return error.reason !== 'ticket';
			}
			const meaning = meaningOf(error);
			if (meaning === undefined) throw error;
			run.failures.push({ messageBoxId, meaning, error });
			run.over ||= meaning === 'wait' || meaning === 'fatal' || meaning === 'down';
			return false;
		},
	);
}

function rotated<T>(list: T[], by: number): T[] {
	const start = list.length === 0 ? 0 : by % list.length;
	return [...list.slice(start), ...list.slice(0, start)];
}

function nextTurn(turn: number, by: number, count: number): number {
	return count === 0 ? 0 : (turn + by) % count;
}

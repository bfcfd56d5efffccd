import type { TicketEvent } from '../detect/events';
import { oldestFirst } from '../detect/events';
import type { InboxState, TriggerState } from '../memory/model';
import type { NameBook } from '../names';
import type { Meaning } from '../report/failures';
import { meaningOf } from '../report/failures';
import type { Settings } from '../settings';
import { wants } from '../settings';

import { beginInbox } from './initialSync';
import { readLookBack, readNews, readWatched } from './jobs';
import type { InboxReading } from './reader';
import type { Allowance } from './requestBudget';
import { BudgetExhausted, RequestBudget } from './requestBudget';
import type { TicketService } from './service';
import { MIN_NEW_ACTIVITY_REQUESTS, sweepShare } from './shares';

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
	budget: RequestBudget;
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
	const budget = new RequestBudget(service, allowance, state.clockOffset);
	const run: Run = { state, settings, budget, events: [], failures: [], visited: new Map(), seen: new Map(), over: false };
	for (const id of state.inboxes.keys()) if (!settings.inboxes.includes(id)) state.inboxes.delete(id);
	await beginNewInboxes(run);
	const readNames = async () => await names.refresh(budget, service, settings.inboxes, allowance.now());
	if (settings.addNames) {
		// Names are an addition: with few requests and many minutes between polls they would take all there is.
		const spare = budget.left - MIN_NEW_ACTIVITY_REQUESTS - sweepShare(settings.maxRequests);
		budget.beginPhase(Math.min(spare, Math.ceil(budget.left / 2)));
		await readNames();
	}
	await readAllNews(run);
	await sweepInboxes(run);
	if (settings.addNames) {
		names.noteMissing(run.events);
		budget.beginPhase(budget.left);
		await readNames();
	}
	state.clockOffset = Math.round(budget.clockOffset);
	const { failures, visited } = run;
	const { sent, answered } = budget;
	const events = oldestFirst(run.events, settings.messages).map((event) => (settings.addNames ? names.addTo(event) : event));
	return { events, failures, visited: [...visited.keys()], sent, answered };
}

async function beginNewInboxes(run: Run): Promise<void> {
	const { settings, state, budget, events } = run;
	for (const messageBoxId of settings.inboxes) {
		if (state.inboxes.has(messageBoxId)) continue;
		await attempt(run, messageBoxId, async () => {
			state.inboxes.set(messageBoxId, await beginInbox({ messageBoxId, budget, settings, events, seen: seenIn(run, messageBoxId) }));
		});
	}
}

/** Every inbox gets its part of the requests; the first one is another in each poll. */
async function readAllNews(run: Run): Promise<void> {
	const { settings, state, budget } = run;
	const inboxes = rotated(settings.inboxes.filter((id) => state.inboxes.has(id)), state.nextInbox);
	const share = sweepShare(settings.maxRequests);
	let served = 0;
	for (const messageBoxId of inboxes) {
		const left = budget.left - share;
		if (run.over || left <= 0) break;
		budget.beginPhase(Math.min(left, Math.max(MIN_NEW_ACTIVITY_REQUESTS, Math.ceil(left / (inboxes.length - served)))));
		run.visited.set(messageBoxId, false);
		await attempt(run, messageBoxId, async () => {
			run.visited.set(messageBoxId, await readNews(readingOf(run, messageBoxId)));
		});
		served += 1;
	}
	state.nextInbox = nextTurn(state.nextInbox, served === inboxes.length ? 1 : served, inboxes.length);
}

/** Rounds go on in turns, one request each, until the share is used up or all are complete. */
async function sweepInboxes(run: Run): Promise<void> {
	const { settings, state, budget } = run;
	const failed = new Set(run.failures.map(({ messageBoxId }) => messageBoxId));
	// What happens in a ticket comes after the ticket: those that the start gives go first.
	const hasBegun = (id: number) => state.inboxes.get(id)?.initialTickets.length === 0;
	const inboxes = settings.inboxes.filter((id) => hasBegun(id) && !failed.has(id));
	let tasks = rotated(
		inboxes.flatMap((id) => [
			// Where the look-back was read along with the news it needs no round of its own.
			...(run.visited.get(id) === true ? [] : [{ id, step: readLookBack }]),
			...(wants(settings, 'ticketChanged') ? [{ id, step: readWatched }] : []),
		]),
		state.nextSweep,
	);
	const count = tasks.length;
	// The first round fills the watch: until then every request that is left may be used for it.
	const isFilling = inboxes.some((id) => state.inboxes.get(id)?.firstSweepDone === false);
	budget.beginPhase(isFilling ? budget.left : sweepShare(settings.maxRequests), 'searches');
	let done = 0;
	while (tasks.length > 0 && !run.over) {
		const [task, ...others] = tasks;
		let complete = true;
		const paused = await attempt(run, task.id, async () => {
			complete = await task.step(readingOf(run, task.id));
		});
		if (paused) break;
		tasks = complete ? others : [...others, task];
		done += 1;
	}
	// The one that was stopped goes on first in the next poll; one that was first already lets the others go on.
	state.nextSweep = nextTurn(state.nextSweep, Math.max(1, done), count);
}

function readingOf(run: Run, messageBoxId: number): InboxReading {
	const { budget, settings, events } = run;
	const state = run.state.inboxes.get(messageBoxId) as InboxState;
	return { messageBoxId, state, budget, settings, events, seen: seenIn(run, messageBoxId) };
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
			if (error instanceof BudgetExhausted) {
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

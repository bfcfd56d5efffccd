import type { TicketEvent } from '../detect/events';
import { oldestFirst } from '../detect/events';
import type { InboxState, TriggerState } from '../memory/model';
import type { NameBook } from '../names';
import { meaningOf } from '../report/failures';
import type { Outcome, PollFailure } from '../report/outcome';
import type { Settings } from '../settings';
import { SECOND } from '../time';
import type { PollTimes, ViewRegistry } from '../view/registry';
import type { Allowance } from '../view/requestBudget';
import { BudgetExhausted, RequestBudget } from '../view/requestBudget';
import type { TicketService } from '../view/service';
import { MIN_NEW_ACTIVITY_REQUESTS, sweepShare } from '../view/shares';

import type { FirstReading } from './initialSync';
import { beginInbox } from './initialSync';
import { readNewActivity } from './newActivity';
import type { InboxReading } from './reading';
import { joinRound, periodOf, sweepOn, ticketsToSweep } from './sweeps';
import { isUnreadable } from './unreadable';

/** A view younger than this is used without asking the service (ms); a trigger that polls often uses a third of its interval. */
const MAX_VIEW_AGE = 20 * SECOND;

interface Run {
	state: TriggerState;
	settings: Settings;
	views: ViewRegistry;
	budget: RequestBudget;
	maxAge: number;
	triggers: number;
	events: TicketEvent[];
	failures: PollFailure[];
	unreadable: PollFailure[];
	/** The inboxes whose new activity was asked for, and whether the look-back was read along with it. */
	newActivityRead: Map<number, boolean>;
	/** Tickets that could not be read in this poll, by inbox. */
	tried: Map<number, Set<number>>;
	/** Set when nothing more can be asked for in this poll. */
	over: boolean;
}

/** What a poll needs besides its memory and its settings; `poll`: see PollTimes. */
export interface Means {
	service: TicketService;
	allowance: Allowance;
	views: ViewRegistry;
	names: NameBook;
	poll: PollTimes;
}

/**
 * One poll over all inboxes: first the new activity of each, then a bounded share for the sweeps.
 *
 * @param state what is remembered; it is changed step by step and may be stored after any of them
 */
export async function runPoll(state: TriggerState, settings: Settings, means: Means): Promise<Outcome> {
	const { service, allowance, views, names, poll } = means;
	const budget = new RequestBudget(service, allowance, views.clock);
	const run: Run = {
		state,
		settings,
		views,
		budget,
		maxAge: Math.min(MAX_VIEW_AGE, poll.sinceLast / 3),
		triggers: poll.triggers,
		events: [],
		failures: [],
		unreadable: [],
		newActivityRead: new Map(),
		tried: new Map(),
		over: false,
	};
	for (const id of state.inboxes.keys()) if (!settings.inboxes.includes(id)) state.inboxes.delete(id);
	await beginNewInboxes(run);
	const readNames = async () => await names.refresh(budget, service, settings.inboxes, allowance.now());
	if (settings.addNames) {
		// Names get only requests that nothing else needs: with few requests they would use up all of them.
		const spare = budget.left - MIN_NEW_ACTIVITY_REQUESTS - sweepShare(settings.maxRequests);
		budget.beginPhase(Math.min(spare, Math.ceil(budget.left / 2)));
		await readNames();
	}
	await readAllNewActivity(run);
	await sweepInboxes(run);
	if (settings.addNames) {
		names.noteMissing(run.events);
		budget.beginPhase(budget.left);
		await readNames();
	}
	const { failures, unreadable, newActivityRead } = run;
	const { sent, answered } = budget;
	const events = oldestFirst(run.events, settings.messages).map((event) => (settings.addNames ? names.addTo(event) : event));
	return { events, failures, unreadable, asked: [...newActivityRead.keys()], sent, answered };
}

async function beginNewInboxes(run: Run): Promise<void> {
	const { settings, state } = run;
	for (const messageBoxId of settings.inboxes) {
		if (state.inboxes.has(messageBoxId)) continue;
		const begin = async (source: FirstReading) => {
			const inbox = await beginInbox(source);
			// It is given what is there now, not what others read of the same stretch hours ago.
			const view = { ...inbox.view, id: source.view.id, notBefore: Math.floor(run.budget.serverNow()) - MAX_VIEW_AGE };
			state.inboxes.set(messageBoxId, { ...inbox, view });
		};
		await attempt(run, messageBoxId, begin, { whenLate: true });
	}
}

/** Every inbox gets its part of the requests, and what the others leave; the first one is another in each poll. */
async function readAllNewActivity(run: Run): Promise<void> {
	const { settings, state, budget } = run;
	const inboxes = rotated(settings.inboxes.filter((id) => state.inboxes.has(id)), state.nextInbox);
	const share = sweepShare(settings.maxRequests);
	const unfinished: number[] = [];
	const readOne = async (messageBoxId: number, requests: number) => {
		budget.beginPhase(requests);
		run.newActivityRead.set(messageBoxId, false);
		return await attempt(run, messageBoxId, async (source) => {
			run.newActivityRead.set(messageBoxId, await readNewActivity(readingOf(run, source)));
		});
	};
	let served = 0;
	for (const messageBoxId of inboxes) {
		const left = budget.left - share;
		if (run.over || left <= 0) break;
		const part = Math.min(left, Math.max(MIN_NEW_ACTIVITY_REQUESTS, Math.ceil(left / (inboxes.length - served))));
		if (await readOne(messageBoxId, part)) unfinished.push(messageBoxId);
		served += 1;
	}
	// What the other inboxes did not need goes to those that have more to read.
	for (const messageBoxId of unfinished) {
		const left = budget.left - share;
		if (run.over || left < MIN_NEW_ACTIVITY_REQUESTS) break;
		await readOne(messageBoxId, left);
	}
	state.nextInbox = nextPlace(state.nextInbox, served === inboxes.length ? 1 : served, inboxes.length);
}

/** The inboxes sweep one request at a time, one after the other and again, until the share is used up or all are complete. */
async function sweepInboxes(run: Run): Promise<void> {
	const { settings, state, budget } = run;
	const failed = new Set(run.failures.map(({ messageBoxId }) => messageBoxId));
	// A ticket must be given before what happens in it: an inbox sweeps only after its initial tickets have been given,
	// but for those that cannot be read.
	const hasBegun = (id: number) => {
		const inbox = state.inboxes.get(id);
		return inbox !== undefined && inbox.initialTickets.every((ticketId) => isUnreadable(inbox, ticketId));
	};
	const inboxes = settings.inboxes.filter((id) => hasBegun(id) && !failed.has(id));
	const period = periodOf(ticketsOf(run), run.triggers, settings);
	// The first sweep finds the tickets to watch: it may use every request that is left.
	const isFilling = inboxes.some((id) => state.inboxes.get(id)?.firstSweepDone === false);
	budget.beginSweeps(isFilling ? budget.left : sweepShare(settings.maxRequests));
	for (const id of inboxes) await attempt(run, id, async (source) => joinRound(readingOf(run, source), period, run.newActivityRead.get(id) === true));
	let tasks = rotated(inboxes, state.nextSweep);
	const count = tasks.length;
	let done = 0;
	while (tasks.length > 0 && !run.over) {
		const [id, ...others] = tasks;
		let complete = true;
		const paused = await attempt(run, id, async (source) => {
			complete = await sweepOn(readingOf(run, source));
		});
		if (paused) break;
		tasks = complete ? others : [...others, id];
		done += 1;
	}
	// The inbox that was stopped goes on first in the next poll, unless it was the first in this one.
	state.nextSweep = nextPlace(state.nextSweep, Math.max(1, done), count);
}

function ticketsOf({ state, settings }: Run): number {
	return [...state.inboxes.values()].reduce((sum, inbox) => sum + ticketsToSweep(inbox, settings), 0);
}

function readingOf(run: Run, source: FirstReading): InboxReading {
	const state = run.state.inboxes.get(source.messageBoxId) as InboxState;
	const { id } = source.view;
	// The view of another process may be older than what the trigger has seen. Of a new view, use only what is newer than that.
	if (state.view.id !== id) state.view = { ...state.view, id, notBefore: state.view.id === '' ? 0 : state.view.observedAt };
	return { ...source, state };
}

function sourceOf(run: Run, messageBoxId: number): FirstReading {
	const { budget, settings, events, maxAge, unreadable } = run;
	const tried = run.tried.get(messageBoxId) ?? new Set();
	run.tried.set(messageBoxId, tried);
	const onUnreadable = (error: unknown) => void unreadable.push({ messageBoxId, meaning: 'trouble', error });
	return { messageBoxId, view: run.views.of(messageBoxId, budget.now()), budget, settings, events, maxAge, tried, onUnreadable };
}

/**
 * Runs a part of the poll while no other trigger works on the inbox.
 *
 * @param whenLate run it also when waiting for another trigger has used up the time of the poll
 * @returns whether nothing more may be sent in this part; failures are noted, some of them end the poll
 */
async function attempt(run: Run, messageBoxId: number, work: (source: FirstReading) => Promise<void>, { whenLate = false } = {}): Promise<boolean> {
	const { budget } = run;
	const source = sourceOf(run, messageBoxId);
	const unlessLate = async () => {
		if (!whenLate) budget.checkTime();
		await work(source);
	};
	return await source.view.exclusively(() => budget.now(), unlessLate).then(
		() => false,
		(error) => {
			if (error instanceof BudgetExhausted) {
				if (error.reason === 'limit') run.failures.push({ messageBoxId, meaning: 'pause', error: error.cause });
				run.over ||= error.reason === 'time' || error.reason === 'limit';
				return error.reason !== 'ticket';
			}
			const meaning = meaningOf(error);
			if (meaning === undefined) throw error;
			// At the rate limit a sweep stops without a failure: other requests go first.
			if (meaning === 'wait' && budget.isSweeping) return true;
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

function nextPlace(place: number, by: number, count: number): number {
	return count === 0 ? 0 : (place + by) % count;
}

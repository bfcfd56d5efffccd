import { MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import { loadOptions } from '../harness/engine';
import type { Simulator } from '../simulator';
import { ALL_EVENTS, Company, INBOX } from './company';

/** As documented. */
const LIMIT = 60;
const TRIGGERS = 10;
const NEW_TICKETS_A_MINUTE = 3;
const DROPDOWN_EVERY = 45 * SECOND;

/**
 * Requests of one window of the limit, by kind. `rowsById`: what updates read before they write, and the sweep over watched
 * tickets; `lookback`: the other sweep; `lists`: dropdowns.
 */
type Window = Record<'all' | 'writes' | 'rowsById' | 'news' | 'lookback' | 'details' | 'lists', number>;

/** How the busy inbox did. Times are ms; `emitted`: by each trigger, the events by name. */
export interface Outcome {
	failedPolls: number;
	dropdowns: { opened: number; filled: number; longestMs: number };
	bulk: { done: number; ms: number; aloneMs: number };
	/** what was asked for in each window of the limit, beginning with the first one in which items were written */
	windows: Window[];
	/** tickets that came meanwhile */
	received: number;
	emitted: Array<Record<string, number>>;
}

/** What the nodes do to each ticket, as parameters of the Support Inbox node. */
export const UPDATES = {
	label: { labels: { values: { mode: 'add', labelIds: [3001] } } },
	close: { statusCd: 'closed' },
};

/**
 * - `minutes`: how long; `updates`: tickets that are there before, and that are updated.
 * - `change`: what the bulk run does to each of them.
 * - `after`: in which minute after the activation of the triggers it begins. What they needed at their activation is
 *   expected of them for three minutes.
 * - `phase`: when in this minute it begins (ms), which is a window of the limit; alone as beside the others.
 */
interface Plan {
	minutes: number;
	updates: number;
	change: keyof typeof UPDATES;
	after: number;
	phase: number;
}

/**
 * Ten triggers with all events on one inbox at the limit of 60, new tickets, a person who opens a dropdown every 45 s, and
 * a workflow that updates many tickets; through n8n-core over real HTTP, in virtual time.
 */
export async function crowdedInbox({ minutes, updates, change, after, phase }: Plan): Promise<Outcome> {
	const alone = await Company.start({ oldTickets: updates, limit: LIMIT });
	let aloneMs = 0;
	await alone.during(updateAll(alone, change, phase).then(({ ms }) => (aloneMs = ms)));
	const company = await Company.start({ oldTickets: updates, limit: LIMIT });
	const { clock, simulator } = company.service;
	const dropdowns = { opened: 0, filled: 0, longestMs: 0 };
	const openDropdowns = async () => {
		const methods = ['getLabels', 'getMailAccounts', 'getPendingReasons'];
		for (const end = clock.now() + minutes * MINUTE; clock.now() < end; await clock.sleep(DROPDOWN_EVERY)) {
			const begun = clock.now();
			const parameters = { resource: 'ticket', operation: 'update', messageBoxId: { __rl: true, mode: 'id', value: INBOX } };
			const filled = await loadOptions(company.service, methods[dropdowns.opened % methods.length], parameters).catch(() => []);
			dropdowns.opened += 1;
			dropdowns.filled += filled.length > 0 ? 1 : 0;
			dropdowns.longestMs = Math.max(dropdowns.longestMs, clock.now() - begun);
		}
	};
	let bulk = { done: 0, ms: 0 };
	await company.during(
		...Array.from({ length: TRIGGERS }, async (_, place) => await company.watch(minutes, { second: (place * 37 + 5) % 60, events: ALL_EVENTS })),
		company.receive(minutes - 3, NEW_TICKETS_A_MINUTE),
		openDropdowns(),
		updateAll(company, change, after * MINUTE + phase).then((done) => (bulk = done)),
	);
	const emitted = company.emitted.map((items) => {
		const counts: Record<string, number> = {};
		for (const name of new Set(items.map(({ json }) => String(json.event)))) {
			counts[name] = new Set(items.filter(({ json }) => json.event === name).map(({ json }) => json.ticket_id)).size;
		}
		return counts;
	});
	return {
		failedPolls: company.failedPolls.length,
		dropdowns,
		bulk: { ...bulk, aloneMs },
		windows: windowsOf(simulator.requests),
		received: simulator.store.tickets.size - updates,
		emitted,
	};
}

/** Updates the tickets that are there. @returns how many are done, and how long it took */
async function updateAll(company: Company, change: keyof typeof UPDATES, after: number): Promise<{ done: number; ms: number }> {
	const { clock, simulator } = company.service;
	const items = [...simulator.store.tickets.keys()].map((ticket_id) => ({ json: { ticket_id } }));
	await company.until(Math.ceil(clock.now() / MINUTE) * MINUTE + after);
	const begun = clock.now();
	const done = await company.update(items, UPDATES[change]);
	return { done: done.length, ms: clock.now() - begun };
}

/** @returns what was asked for in each window, by kind */
function windowsOf(requests: Simulator['requests']): Window[] {
	const windowOf = ({ at }: { at: number }) => Math.floor(at / MINUTE);
	const first = Math.min(...requests.filter(({ method }) => method === 'PUT').map(windowOf));
	const count = Math.max(...requests.map(windowOf)) - first + 1;
	const windows = Array.from({ length: count }, (): Window => ({ all: 0, writes: 0, rowsById: 0, news: 0, lookback: 0, details: 0, lists: 0 }));
	for (const request of requests) {
		const window = windows[windowOf(request) - first];
		if (window === undefined) continue;
		window.all += 1;
		window[kindOf(request)] += 1;
	}
	return windows;
}

function kindOf({ method, path, body }: Simulator['requests'][number]): keyof Window {
	if (method === 'PUT') return 'writes';
	if (method === 'GET') return path.includes('/tickets/') ? 'details' : 'lists';
	const { ticket_ids, until } = (body ?? {}) as { ticket_ids?: number[]; until?: string };
	if (ticket_ids !== undefined) return 'rowsById';
	return until === undefined ? 'news' : 'lookback';
}

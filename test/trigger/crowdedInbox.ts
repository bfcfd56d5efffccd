import { MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { loadOptions } from '../harness/engine';

import { ALL_EVENTS, Company, INBOX } from './company';

/** As documented. */
const LIMIT = 60;
const TRIGGERS = 10;
const NEW_TICKETS_A_MINUTE = 3;
const DROPDOWN_EVERY = 45 * SECOND;
const BULK_AFTER = 2 * MINUTE + 10 * SECOND;

/** How a crowded inbox did. Times are ms; `told`: by each trigger, the events by name. */
export interface Outcome {
	failedPolls: number;
	dropdowns: { opened: number; filled: number; longestMs: number };
	bulk: { done: number; ms: number; aloneMs: number };
	/** tickets that came meanwhile */
	received: number;
	told: Array<Record<string, number>>;
}

/**
 * Ten triggers with all events on one inbox at the limit of 60, new tickets, a person who opens a dropdown every 45 s, and
 * a workflow that adds a label to many tickets; through n8n-core over real HTTP, in virtual time or in real time.
 *
 * @param minutes how long
 * @param updates tickets that are there before, and that are labelled
 * @param inRealTime whether it takes as long as it says
 */
export async function crowdedInbox(minutes: number, updates: number, inRealTime = false): Promise<Outcome> {
	const alone = await Company.start({ oldTickets: updates, limit: LIMIT, inRealTime });
	let aloneMs = 0;
	await alone.during(labelAll(alone).then(({ ms }) => (aloneMs = ms)));
	const company = await Company.start({ oldTickets: updates, limit: LIMIT, inRealTime });
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
		labelAll(company).then((done) => (bulk = done)),
	);
	const told = company.told.map((items) => {
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
		received: simulator.store.tickets.size - updates,
		told,
	};
}

/** Labels the tickets that are there. @returns how many are done, and how long it took */
async function labelAll(company: Company): Promise<{ done: number; ms: number }> {
	const { clock, simulator } = company.service;
	const items = [...simulator.store.tickets.keys()].map((ticket_id) => ({ json: { ticket_id } }));
	await company.until(clock.now() + BULK_AFTER);
	const begun = clock.now();
	const done = await company.addLabel(items);
	return { done: done.length, ms: clock.now() - begun };
}

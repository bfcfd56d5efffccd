import { Scene } from './scene';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The minutes that pass before the first of the tickets that count, and after the last one. */
const BEFORE = 60;
const AFTER = 30;
const MINUTES = 180;
const TICKETS = 129;

/**
 * What becomes of new tickets in many inboxes of one token, with a poll a minute.
 * - `active`, `quiet`: minutes until a ticket was emitted, the worst: of inboxes that had one within the hour before, and of others.
 * - `missing`: tickets that were not given; `requests`: a minute, on average.
 */
export interface Delays {
	active: number;
	quiet: number;
	missing: number;
	requests: number;
}

/** Runs one trigger with all events, in virtual time. A fifth of the inboxes get two thirds of the tickets. */
export async function delaysOf(count: number): Promise<Delays> {
	const inboxes = Array.from({ length: count }, (_, place) => 1_000 + place);
	const scene = await Scene.set({ inboxes, events: ['ticketCreated', 'newMessage', 'ticketFieldChanged'], includeMessages: true, maxRequests: undefined }, { rateLimit: { limit: 60 } });
	for (const id of inboxes) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	const arrivals = Array.from({ length: TICKETS }, (_, place) => {
		const busy = Math.max(1, Math.round(count / 5));
		const of = place % 3 < 2 ? (place * 7) % busy : busy + ((place * 11) % Math.max(1, count - busy));
		return { at: (BEFORE + (place * (MINUTES - AFTER - BEFORE)) / TICKETS) * MINUTE, inbox: inboxes[Math.min(of, count - 1)] };
	});
	const begun = scene.now;
	const lastIn = new Map<number, number>();
	const came = new Map<number, { at: number; isActive: boolean }>();
	const result: Delays = { active: 0, quiet: 0, missing: 0, requests: 0 };
	let requests = 0;
	for (let minute = 0; minute < MINUTES; minute++) {
		while (arrivals.length > 0 && begun + arrivals[0].at <= scene.now + MINUTE) {
			const { inbox, at } = arrivals.shift()!;
			const { ticket_id } = scene.store.createTicket({ message_box_id: inbox, created_at: scene.now, messages: [{ body: 'Where is it?', sent_at: scene.now, created_at: scene.now }] });
			came.set(ticket_id, { at: begun + at, isActive: at + begun - (lastIn.get(inbox) ?? -Infinity) < HOUR });
			lastIn.set(inbox, at + begun);
		}
		const events = await scene.events(begun + (minute + 1) * MINUTE - scene.now);
		if (minute >= BEFORE) requests += scene.requests;
		for (const { event, ticket_id } of events) {
			const ticket = event === 'ticketCreated' ? came.get(ticket_id) : undefined;
			if (ticket === undefined) continue;
			came.delete(ticket_id);
			const kind = ticket.isActive ? 'active' : 'quiet';
			result[kind] = Math.max(result[kind], (begun + (minute + 1) * MINUTE - ticket.at) / MINUTE);
		}
	}
	return { ...result, missing: came.size, requests: requests / (MINUTES - BEFORE) };
}

/** Many tickets in three inboxes, and few requests: what a restart and deleted tickets cost. */
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import { messageIdsOf, Scene } from './scene';

const INBOXES = [101, 102, 103];

/** Three inboxes in which 15 tickets each have come since the trigger began. */
async function fortyFiveTickets(maxRequests: number): Promise<Scene> {
	const scene = await Scene.set({ inboxes: INBOXES, events: ['newMessage'], lookback: 6 * HOUR, maxRequests });
	await scene.allEvents();
	scene.create(45, (place) => {
		scene.now += 2 * SECOND;
		return { message_box_id: INBOXES[Math.floor(place / 15)] };
	});
	return scene;
}

/** A trigger that knows them, and n8n that is started again four hours later. */
async function afterRestart(): Promise<Scene> {
	const scene = await fortyFiveTickets(6);
	await scene.eventsOf(60);
	scene.newProcess();
	scene.now += 4 * HOUR;
	await scene.events();
	return scene;
}

/** @returns how many polls it takes until something is emitted */
async function pollsUntilGiven(scene: Scene): Promise<number> {
	for (let polls = 1; polls < 100; polls++) if ((await scene.events()).length > 0) return polls;
	return Infinity;
}

describe.each(INBOXES)('after a restart, with few requests, in inbox %i', (message_box_id) => {
	it('a message dated back comes before tickets are read again in which nothing moved', async () => {
		const scene = await afterRestart();
		const ticket = [...scene.store.tickets.values()].filter((each) => each.message_box_id === message_box_id)[3];
		scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - 2 * HOUR });
		expect(await pollsUntilGiven(scene)).toBeLessThanOrEqual(6);
	});
});

/**
 * Polls as n8n's scheduler does it: each one begins from the memory that was saved when one gave something.
 *
 * @param before what happens before each poll @returns what they gave
 */
async function scheduled(scene: Scene, polls: number, { after, before = () => {} }: { after?: number; before?: () => unknown } = {}): Promise<TicketEvent[]> {
	const events: TicketEvent[] = [];
	let bringBack = scene.save();
	for (let count = 0; count < polls; count++) {
		await before();
		const given = await scene.events(after);
		if (given.length > 0) bringBack = scene.save();
		bringBack();
		events.push(...given);
	}
	return events;
}

it.each([6, 20])('a ticket that is deleted while it waits for details is not asked for in poll after poll, Max %i', async (maxRequests) => {
	const scene = await fortyFiveTickets(maxRequests);
	// One poll emits what it can read, n8n saves, and the rest is deleted.
	await scheduled(scene, 1);
	for (const ticket of scene.store.tickets.values()) if (ticket.ticket_id % 15 > 3) scene.store.removeTicket(ticket.ticket_id);
	await scheduled(scene, 300 / maxRequests);
	const before = scene.simulator.requests.length;
	await scheduled(scene, 60);
	const asked = scene.simulator.requests.slice(before).filter(({ path, rawBody }) => /tickets\/\d+$/.test(path) || /ticket_ids/.test(String(rawBody)));
	// A watched sweep each poll is what an idle trigger needs; none of these tickets is there any more.
	expect(asked.filter(({ path }) => /tickets\/\d+$/.test(path)).length).toBe(0);
	expect(asked.length).toBeLessThanOrEqual(60);
});

it('where quiet polls save nothing, a message that only a reread finds comes, among more tickets than there is room for', async () => {
	const scene = await Scene.begun({ events: ['newMessage'], lookback: 6 * HOUR, maxRequests: 20 }, { lastUpdatedMoves: 'edits' });
	const tickets = scene.create(300, () => ({ message_box_id: 101 }));
	await scene.allEvents();
	await scene.events(3 * HOUR);
	const bringBack = scene.save();
	const last = tickets.find(({ ticket_id }) => ticket_id % 64 === 63)!;
	const { message_id } = scene.store.addMessage(last.ticket_id, { sent_at: scene.now - 2 * HOUR });
	const emitted = await scene.eventsOf(60, { before: bringBack });
	expect(messageIdsOf(emitted)).toContain(message_id);
});

it('where quiet polls save nothing, a trigger with few requests takes what another one has read, among more tickets than there is room for', async () => {
	const scene = await Scene.begun({ events: ['newMessage'], lookback: 6 * HOUR, maxRequests: 6 }, { lastUpdatedMoves: 'edits' });
	const other = scene.another({ ...scene.settings, maxRequests: 20 });
	const tickets = scene.create(280, () => ({ message_box_id: 101 }));
	for (let polls = 0; polls < 40; polls++) {
		await other();
		await scene.events();
	}
	scene.now += 3 * HOUR;
	await scheduled(scene, 60, { after: 5 * MINUTE, before: other });
	const written = [13, 53, 93, 133, 173, 213].map((at) => scene.store.addMessage(tickets[at].ticket_id, { sent_at: scene.now - HOUR }).message_id);
	// Each is read again within half of Lookback.
	const emitted = await scheduled(scene, 36, { after: 5 * MINUTE, before: other });
	expect(messageIdsOf(emitted)).toEqual(expect.arrayContaining(written));
});

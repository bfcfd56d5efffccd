/** Many tickets in three inboxes, and few requests: what a restart and deleted tickets cost. */
import { HOUR, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { messageIdsOf, Scene } from './scene';

const INBOXES = [101, 102, 103];

/** Three inboxes in which 15 tickets each have come since the trigger began. */
async function fortyFiveTickets(maxRequests: number): Promise<Scene> {
	const scene = await Scene.set({ inboxes: INBOXES, events: ['newMessage'], lookBack: 6 * HOUR, maxRequests });
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

	it('a new ticket whose message is dated back comes before them, too', async () => {
		const scene = await afterRestart();
		scene.store.createTicket({ message_box_id, messages: [{ sent_at: scene.now - 2 * HOUR }] });
		expect(await pollsUntilGiven(scene)).toBeLessThanOrEqual(6);
	});
});

/** Polls as n8n's scheduler does it: each one begins from the memory that was saved when one gave something. */
async function scheduled(scene: Scene, polls: number): Promise<void> {
	let bringBack = scene.save();
	for (let count = 0; count < polls; count++) {
		if ((await scene.events()).length > 0) bringBack = scene.save();
		bringBack();
	}
}

it.each([6, 20])('a ticket that is deleted while it waits for details is not asked for in poll after poll, Max %i', async (maxRequests) => {
	const scene = await fortyFiveTickets(maxRequests);
	// One poll emits what it can read, n8n saves, and the rest is deleted.
	await scheduled(scene, 1);
	for (const ticket of scene.store.tickets.values()) if (ticket.ticket_id % 15 > 3) scene.store.removeTicket(ticket.ticket_id);
	await scheduled(scene, 30);
	const before = scene.simulator.requests.length;
	await scheduled(scene, 60);
	const asked = scene.simulator.requests.slice(before).filter(({ path, rawBody }) => /tickets\/\d+$/.test(path) || /ticket_ids/.test(String(rawBody)));
	// A watched sweep each poll is what an idle trigger needs; none of these tickets is there any more.
	expect(asked.filter(({ path }) => /tickets\/\d+$/.test(path)).length).toBe(0);
	expect(asked.length).toBeLessThanOrEqual(60);
});

it('where quiet polls save nothing, a message that only a reread finds comes, among more tickets than there is room for', async () => {
	const scene = await Scene.begun({ events: ['newMessage'], lookBack: 6 * HOUR, maxRequests: 20 }, { lastUpdatedMoves: 'edits' });
	const tickets = scene.create(300, () => ({ message_box_id: 101 }));
	await scene.allEvents();
	await scene.events(3 * HOUR);
	const bringBack = scene.save();
	const last = tickets.find(({ ticket_id }) => ticket_id % 64 === 63)!;
	const { message_id } = scene.store.addMessage(last.ticket_id, { sent_at: scene.now - 2 * HOUR });
	const emitted = await scene.eventsOf(60, { before: bringBack });
	expect(messageIdsOf(emitted)).toContain(message_id);
});

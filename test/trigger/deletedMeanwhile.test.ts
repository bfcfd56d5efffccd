import type { IDataObject } from 'n8n-workflow';

import { HOUR, SECOND } from './longRun/units';
import { Scene } from './scene';

const INBOXES = [101, 102, 103];

/** Polls as n8n's scheduler does it: each one begins from the memory that was saved when one gave something. */
async function scheduled(scene: Scene, polls: number): Promise<void> {
	let saved = JSON.stringify(scene.memory);
	for (let count = 0; count < polls; count++) {
		scene.memory = JSON.parse(saved) as IDataObject;
		if ((await scene.events()).length > 0) saved = JSON.stringify(scene.memory);
	}
	scene.memory = JSON.parse(saved) as IDataObject;
}

it.each([6, 20])('a ticket that is deleted while it waits for details is not asked for in poll after poll, Max %i', async (maxRequests) => {
	const scene = await Scene.set({ inboxes: INBOXES, events: ['newMessage'], lookBack: 6 * HOUR, maxRequests });
	await scene.allEvents();
	for (const message_box_id of INBOXES) {
		for (let count = 0; count < 15; count++) {
			scene.now += 2 * SECOND;
			scene.store.createTicket({ message_box_id });
		}
	}
	// One poll gives what it can read, n8n saves, and the rest is deleted.
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

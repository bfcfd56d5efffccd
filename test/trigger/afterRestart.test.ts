
import { Scene } from './scene';
import { HOUR, SECOND } from './longRun/units';

const INBOXES = [101, 102, 103];

/** A trigger that knows 15 tickets in each of three inboxes, and n8n that is started again four hours later. */
async function afterRestart(): Promise<Scene> {
	const scene = await Scene.set({ inboxes: INBOXES, events: ['newMessage'], lookBack: 6 * HOUR, maxRequests: 6 });
	await scene.allEvents();
	for (const message_box_id of INBOXES) {
		for (let count = 0; count < 15; count++) {
			scene.now += 2 * SECOND;
			scene.store.createTicket({ message_box_id });
		}
	}
	for (let polls = 0; polls < 60; polls++) await scene.events();
	scene.newProcess();
	scene.now += 4 * HOUR;
	await scene.events();
	return scene;
}

/** @returns how many polls it takes until something is given */
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

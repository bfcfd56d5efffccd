/** A full page may be the last one. */
import { HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import { idsOf, Scene } from './scene';

/** Exactly the tickets of a page. */
const FULL = 50;

async function sceneOf(settings: Parameters<typeof Scene.set>[0]) {
	const scene = await Scene.set(settings);
	scene.create(FULL, (place) => ({ created_at: scene.now - HOUR - place * MINUTE }));
	return scene;
}

it('a trigger goes on, and finds a message that is dated back', async () => {
	const scene = await sceneOf({ events: ['newMessage'] });
	for (let poll = 0; poll < 10; poll++) expect((await scene.poll())?.report.thrown).toBeNull();
	const [ticket] = [...scene.store.tickets.values()];
	scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - 2 * HOUR });
	expect(idsOf(await scene.allEvents())).toEqual([ticket.ticket_id]);
});

it('a trigger begins with the newest tickets of an inbox of just that size', async () => {
	const scene = await sceneOf({ start: { mode: 'latestTickets', count: 100 } });
	expect(await scene.allEvents()).toHaveLength(FULL);
});

/** Silent edits in one inbox while nobody else uses the limit: all that a poll may read again is read again. */
import { HOUR, SECOND } from '../longRun/units';
import { idsOf, Scene } from '../scene';

/** @returns after how many polls each of 25 silent edits came, and how many requests each poll sent */
async function delaysAmong(watched: number) {
	const scene = await Scene.set({ events: ['ticketCreated', 'newMessage', 'ticketFieldChanged'], maxRequests: undefined });
	const tickets = scene.create(watched, (place) => ({ created_at: scene.now - HOUR - place * 30 * SECOND }));
	await scene.eventsOf(12);
	const edited = new Map<number, number>();
	const [delays, requests] = [new Array<number>(), new Array<number>()];
	for (let poll = 0; poll < 30; poll++) {
		if (poll < 25) {
			const { ticket_id } = tickets[(poll * 577 + 11) % watched];
			scene.store.editTicket(ticket_id, { title: `Edited ${poll}` });
			edited.set(ticket_id, poll);
		}
		for (const id of idsOf(await scene.events())) delays.push(poll - (edited.get(id) ?? -Infinity) + 1);
		requests.push(scene.requests);
	}
	return { delays, mean: delays.reduce((sum, delay) => sum + delay, 0) / delays.length, worst: Math.max(...delays), most: Math.max(...requests) };
}

// An edit that is made right after a poll comes with the next one at the earliest: half a minute less is the mean of edits at any time.
it.each([[2_000, 2.5, 4], [500, 1.5, 2], [50, 1, 1]])('of %i watched tickets they come after %d polls on average, and after %i at worst', async (watched, mean, worst) => {
	const found = await delaysAmong(watched);
	expect(found.delays).toHaveLength(25);
	expect(found.mean).toBeLessThanOrEqual(mean);
	expect(found.worst).toBeLessThanOrEqual(worst);
	// The news, two details, two of the resync in any case, and twenty while the limit is idle.
	expect(found.most).toBeLessThanOrEqual(25);
});

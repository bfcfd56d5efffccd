import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import { type EventName, MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { idsOf, messageIdsOf, Scene } from './scene';

const INBOXES = [101, 102, 103];

/** A trigger that begins with twenty tickets, and a first poll that has requests for few of them. */
async function startOfTwenty(events: EventName[], filters = {}) {
	const scene = await Scene.set({ events, filters, includeMessages: true, maxRequests: MIN_REQUESTS, start: { mode: 'latestTickets', count: 20 } });
	const tickets = scene.create(20, (place) => ({ title: 'Parcel', created_at: scene.now - (40 - place) * MINUTE }));
	const first = await scene.events();
	expect(idsOf(first)).not.toContain(tickets[19].ticket_id);
	return { scene, ids: idsOf(tickets), first };
}

describe('the tickets of the start', () => {
	it('are emitted as they are by then, with their messages, and only later edits as changes', async () => {
		const { scene, ids, first } = await startOfTwenty(['ticketCreated', 'ticketFieldChanged']);
		for (const id of ids) scene.store.editTicket(id, { title: 'Lost parcel' });
		const later = await scene.allEvents();
		for (const id of ids) {
			const event = idsOf(first).includes(id) ? 'ticketFieldChanged' : 'ticketCreated';
			expect(later.filter(({ ticket_id }) => ticket_id === id)).toMatchObject([{ event, title: 'Lost parcel' }]);
		}
		const created = [...first, ...later].filter(({ event }) => event === 'ticketCreated');
		expect(created.map(({ ticket_id, messages }) => [ticket_id, messages?.length])).toEqual(ids.map((id) => [id, 1]));
		scene.store.editTicket(ids[19], { title: 'Found' });
		expect(await scene.allEvents()).toMatchObject([{ ticket_id: ids[19], changes: { title: { from: 'Lost parcel', to: 'Found' } } }]);
	});

	it('are emitted as changed when they leave the filter before', async () => {
		const { scene, ids } = await startOfTwenty(['ticketCreated', 'ticketFieldChanged'], { statusCds: ['open'] });
		scene.store.editTicket(ids[19], { status_cd: 'closed' });
		const emitted = (await scene.allEvents()).filter(({ ticket_id }) => ticket_id === ids[19]);
		expect(emitted.map(({ event }) => event)).toEqual(['ticketFieldChanged']);
	});

	it('are emitted with their messages when they could not be shown once, though a sweep with few requests meets them first', async () => {
		const events: EventName[] = ['ticketCreated', 'newMessage', 'ticketFieldChanged'];
		const scene = await Scene.set({ events, includeMessages: true, maxRequests: MIN_REQUESTS, start: { mode: 'latestTickets', count: 1 } });
		const tickets = scene.create(2, (place) => ({ created_at: scene.now - (2 - place) * HOUR }));
		const first = tickets[1].ticket_id;
		scene.simulator.faults.add({ kind: 'status', status: 500, when: { path: new RegExp(`/${first}$`) } });
		expect(await scene.events()).toEqual([]);
		for (const { ticket_id } of tickets) scene.store.editTicket(ticket_id, { color_cd: 'red' });
		// The news leave no request for another try before the sweep.
		scene.create(MIN_REQUESTS);
		const emitted = (await scene.allEvents()).filter(({ event, ticket_id }) => event === 'ticketCreated' && ticket_id === first);
		expect(emitted.map(({ messages }) => messages?.length)).toEqual([1]);
	});
});

describe('few requests', () => {
	it('emits what is dated back while news take all else, though its details must be fetched', async () => {
		const scene = await Scene.set({ events: ['newMessage'], maxRequests: MIN_REQUESTS });
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - 6 * HOUR });
		await scene.allEvents();
		const before = () => void scene.create(MIN_REQUESTS);
		await scene.eventsOf(1, { before });
		const { message_id } = scene.store.addMessage(ticket_id, { sent_at: scene.now - 3 * HOUR });
		expect(messageIdsOf(await scene.eventsOf(20, { before }))).toContain(message_id);
	});

	it('takes for old what it saw at the activation, even when there are no requests left to read it', async () => {
		const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], inboxes: [101, 102], maxRequests: MIN_REQUESTS });
		scene.store.createTicket({ message_box_id: 101 });
		// Slow answers make the estimate of the service's time early.
		scene.latency = 600;
		scene.onTravel = () => {
			// The first request for the second inbox is on its way.
			if (scene.service.requests === 2 && scene.store.tickets.size === 1) scene.create(3, () => ({ message_box_id: 102 }));
		};
		expect(await scene.events(0)).toEqual([]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it.each([
		['requests', MIN_REQUESTS, 50, 0],
		['time', 20, 7 * SECOND, 0],
		['time', 20, 7 * SECOND, 10],
		['time', 20, 7 * SECOND, -70],
	])('begins with all inboxes at the activation, even when there is no %s left for some (%i, %i ms), with a clock %i minutes off', async (_what, maxRequests, latency, minutes) => {
		const scene = await Scene.set({ inboxes: INBOXES, maxRequests });
		scene.clockOffset = minutes * MINUTE;
		scene.create(3, (place) => ({ message_box_id: INBOXES[place], created_at: scene.now - HOUR }));
		scene.latency = latency;
		expect(await scene.events()).toEqual([]);
		const bringBack = scene.save();
		scene.latency = 50;
		scene.now += MINUTE;
		const tickets = scene.create(3, (place) => ({ message_box_id: INBOXES[place] }));
		// n8n is killed before another poll has given anything, so that what the activation saved comes back.
		bringBack();
		expect(idsOf(await scene.allEvents()).sort()).toEqual(idsOf(tickets));
	});
});

describe('a service that does not move last_updated_at', () => {
	const begun = async (age: number) => {
		const scene = await Scene.set({ events: ['newMessage'] }, { lastUpdatedMoves: 'never' });
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - age });
		await scene.poll();
		const write = (sent_at = scene.now) => scene.store.addMessage(ticket_id, { sent_at }).message_id;
		return { scene, write };
	};

	it('emits what is dated back in a ticket that was never seen, with the next round', async () => {
		const { scene, write } = await begun(9 * DAY);
		await scene.eventsOf(14, { after: HOUR });
		const message = write(scene.now - 11 * HOUR);
		expect(messageIdsOf(await scene.events())).toEqual([message]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('does not emit the messages of a forgotten ticket again', async () => {
		const { scene, write } = await begun(DAY);
		scene.limits = { ...scene.limits, tickets: 4 };
		const first = write();
		expect(messageIdsOf(await scene.events())).toEqual([first]);
		await scene.eventsOf(5, { after: HOUR, before: () => void scene.create(1) });
		const second = write();
		expect(messageIdsOf(await scene.events())).toEqual([second]);
	});
});

describe('in a new process nothing waits for ever', () => {
	it('a watched ticket that was not asked for yet, where a poll has sweeps for two of three inboxes', async () => {
		const inboxes = [101, 102, 103];
		const scene = await Scene.set({ events: ['ticketCreated', 'ticketFieldChanged'], inboxes, maxRequests: 6 });
		const tickets = inboxes.map((message_box_id) => scene.store.createTicket({ message_box_id, created_at: scene.now - 2 * DAY }));
		await scene.eventsOf(6);
		scene.newProcess();
		await scene.eventsOf(2);
		for (const { ticket_id } of tickets) scene.store.editTicket(ticket_id, { color_cd: 'red' });
		expect(idsOf(await scene.eventsOf(4)).sort()).toEqual(idsOf(tickets).sort());
	});

	it('a message that only reading again shows, beside news that use up every request of a poll', async () => {
		const scene = await Scene.set({ events: ['newMessage'], lookback: 4 * HOUR, maxRequests: 6 }, { lastUpdatedMoves: 'never' });
		const [quiet, ...busy] = scene.create(6);
		await scene.eventsOf(4);
		scene.newProcess();
		const { message_id } = scene.store.addMessage(quiet.ticket_id, { sent_at: scene.now - HOUR });
		const news = () => void busy.forEach(({ ticket_id }) => scene.store.addMessage(ticket_id));
		expect(messageIdsOf(await scene.eventsOf(150, { before: news }))).toContain(message_id);
	});
});

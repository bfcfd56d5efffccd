import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { idsOf, Scene, SETTINGS } from './scene';

const messageIds = (events: TicketEvent[]) => events.map(({ message }) => message?.message_id);

describe('few requests', () => {
	it('emits what is dated back while news take all else, though its details must be fetched', async () => {
		const scene = await Scene.set({ events: ['newMessage'], maxRequests: MIN_REQUESTS });
		const ticket = scene.store.createTicket({ created_at: scene.now - 6 * HOUR });
		await scene.allEvents();
		const emitted: unknown[] = [];
		const pollWithNews = async () => {
			for (let count = 0; count < MIN_REQUESTS; count++) scene.store.createTicket();
			emitted.push(...messageIds(await scene.events()));
		};
		await pollWithNews();
		const { message_id } = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - 3 * HOUR });
		for (let polls = 0; polls < 20; polls++) await pollWithNews();
		expect(emitted).toContain(message_id);
	});

	it('gives the tickets of the start before what happens in them', async () => {
		const scene = await Scene.set({
			events: ['ticketCreated', 'newMessage'],
			includeMessages: true,
			maxRequests: MIN_REQUESTS,
			start: { mode: 'newest', count: 20 },
		});
		const tickets = Array.from({ length: 20 }, (_, hours) => scene.store.createTicket({ created_at: scene.now - (40 - hours) * MINUTE }));
		const first = await scene.events();
		for (const { ticket_id } of tickets) scene.store.addMessage(ticket_id);
		const emitted = [...first, ...(await scene.allEvents())];
		for (const { ticket_id } of tickets) {
			const events = emitted.filter((event) => event.ticket_id === ticket_id).map(({ event }) => event);
			expect(events).toEqual(['ticketCreated', 'newMessage']);
		}
	});

	it('gives the tickets of the start as they are by then, and only later edits as changes', async () => {
		const scene = await Scene.set({
			events: ['ticketCreated', 'ticketChanged'],
			includeMessages: true,
			maxRequests: MIN_REQUESTS,
			start: { mode: 'newest', count: 20 },
		});
		const tickets = Array.from({ length: 20 }, (_, place) =>
			scene.store.createTicket({ title: 'Parcel', created_at: scene.now - (40 - place) * MINUTE }),
		);
		const given = idsOf(await scene.events());
		expect(given.length).toBeLessThan(tickets.length);
		for (const { ticket_id } of tickets) scene.store.editTicket(ticket_id, { title: 'Lost parcel' });
		const emitted = await scene.allEvents();
		for (const { ticket_id } of tickets) {
			const [event, ...others] = emitted.filter((one) => one.ticket_id === ticket_id);
			const wasGiven = given.includes(ticket_id);
			expect(event).toMatchObject({ event: wasGiven ? 'ticketChanged' : 'ticketCreated', title: 'Lost parcel' });
			expect(others).toEqual([]);
		}
		const last = tickets[19].ticket_id;
		scene.store.editTicket(last, { title: 'Found' });
		const [{ ticket_id, changes }] = await scene.allEvents();
		expect({ ticket_id, changes }).toEqual({ ticket_id: last, changes: { title: { from: 'Lost parcel', to: 'Found' } } });
	});

	it('emits a ticket of the start that leaves the filter before it is given as changed', async () => {
		const scene = await Scene.set({
			events: ['ticketCreated', 'ticketChanged'],
			filters: { ...SETTINGS.filters, statusCds: ['open'] },
			includeMessages: true,
			maxRequests: MIN_REQUESTS,
			start: { mode: 'newest', count: 20 },
		});
		const tickets = Array.from({ length: 20 }, (_, place) => scene.store.createTicket({ created_at: scene.now - (40 - place) * MINUTE }));
		const last = tickets[19].ticket_id;
		expect(idsOf(await scene.events())).not.toContain(last);
		scene.store.editTicket(last, { status_cd: 'closed' });
		const emitted = (await scene.allEvents()).filter(({ ticket_id }) => ticket_id === last);
		expect(emitted.map(({ event }) => event)).toEqual(['ticketChanged']);
	});

	it('takes for old what was created in the second in which an inbox begins for which no request is left', async () => {
		const scene = await Scene.set({ inboxes: [101, 102, 103], maxRequests: 2 });
		scene.now += 100;
		const create = () => scene.store.createTicket({ message_box_id: 103 }).ticket_id;
		create();
		expect(await scene.events(0)).toEqual([]);
		scene.settings = { ...scene.settings, maxRequests: 20 };
		scene.now += SECOND;
		const later = create();
		expect(idsOf(await scene.allEvents())).toEqual([later]);
	});

	it('lets the inboxes take turns when one has more news than the requests suffice for', async () => {
		const scene = await Scene.set({ inboxes: [101, 102, 103], includeMessages: true, maxRequests: MIN_REQUESTS });
		await scene.allEvents();
		const { ticket_id } = scene.store.createTicket({ message_box_id: 103 });
		const emitted: number[] = [];
		for (let polls = 0; polls < 6; polls++) {
			for (let count = 0; count < MIN_REQUESTS; count++) scene.store.createTicket({ message_box_id: 101 });
			emitted.push(...idsOf(await scene.events()));
		}
		expect(emitted).toContain(ticket_id);
	});

	it('gives the tickets of the start with their messages, also those that a sweep would meet before and put off', async () => {
		const scene = await Scene.set({
			events: ['ticketCreated', 'ticketChanged'],
			includeMessages: true,
			maxRequests: MIN_REQUESTS,
			start: { mode: 'newest', count: 20 },
		});
		const tickets = Array.from({ length: 20 }, (_, place) => scene.store.createTicket({ created_at: scene.now - (40 - place) * MINUTE }));
		const emitted = await scene.events();
		for (const { ticket_id } of tickets) scene.store.editTicket(ticket_id, { color_cd: 'red' });
		emitted.push(...(await scene.allEvents()));
		const created = emitted.filter(({ event }) => event === 'ticketCreated');
		expect(created.map(({ ticket_id, messages }) => [ticket_id, messages?.length])).toEqual(tickets.map(({ ticket_id }) => [ticket_id, 1]));
	});

	it('gives a ticket of the start that could not be shown once with its messages, though a sweep with few requests meets it first', async () => {
		const scene = await Scene.set({
			events: ['ticketCreated', 'newMessage', 'ticketChanged'],
			includeMessages: true,
			maxRequests: MIN_REQUESTS,
			start: { mode: 'newest', count: 1 },
		});
		const [old, first] = [2, 1].map((hours) => scene.store.createTicket({ created_at: scene.now - hours * HOUR }));
		scene.simulator.faults.add({ kind: 'status', status: 500, when: { path: new RegExp(`/${first.ticket_id}$`) } });
		expect(await scene.events()).toEqual([]);
		for (const { ticket_id } of [old, first]) scene.store.editTicket(ticket_id, { color_cd: 'red' });
		// The news leave no request for another try before the sweep.
		for (let count = 0; count < MIN_REQUESTS; count++) scene.store.createTicket();
		const emitted = (await scene.allEvents()).filter(({ event, ticket_id }) => event === 'ticketCreated' && ticket_id === first.ticket_id);
		expect(emitted.map(({ messages }) => messages?.length)).toEqual([1]);
	});

	it('reads in every other sweep what was put off, however many other tickets are edited all the time', async () => {
		const scene = await Scene.set({ events: ['newMessage', 'ticketChanged'], maxRequests: 8 });
		await scene.poll();
		const edited = Array.from({ length: 5 }, () => scene.store.createTicket());
		const { ticket_id } = scene.store.createTicket();
		await scene.allEvents();
		scene.now += 10 * MINUTE;
		const { message_id } = scene.store.addMessage(ticket_id, { sent_at: scene.now - 2 * HOUR });
		const emitted: unknown[] = [];
		for (let polls = 0; polls < 12; polls++) {
			for (const ticket of edited) scene.store.editTicket(ticket.ticket_id, { color_cd: polls % 2 === 0 ? 'red' : 'blue' });
			emitted.push(...messageIds(await scene.events()));
		}
		expect(emitted).toContain(message_id);
	});

	it('meets again what was put off at the very edge of the look-back, in a ticket that is not watched', async () => {
		const scene = await Scene.set({ events: ['newMessage', 'ticketChanged'], maxRequests: 8 });
		scene.limits = { ...scene.limits, tickets: 5 };
		const edited = Array.from({ length: 5 }, (_, place) => scene.store.createTicket({ created_at: scene.now - (20 - place) * HOUR }));
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - HOUR, messages: [{ sent_at: scene.now - 30 * HOUR }] });
		await scene.allEvents();
		const editAll = (color_cd: 'red' | 'blue') => edited.forEach((ticket) => scene.store.editTicket(ticket.ticket_id, { color_cd }));
		editAll('blue');
		await scene.allEvents();
		const { message_id } = scene.store.addMessage(ticket_id, { sent_at: scene.now - DAY + SECOND });
		editAll('red');
		const emitted: unknown[] = [];
		for (let polls = 0; polls < 12; polls++) emitted.push(...messageIds(await scene.events()));
		expect(emitted).toContain(message_id);
	});

	it('takes for old what it saw at the activation, even when there are no requests left to read it', async () => {
		const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], inboxes: [101, 102], maxRequests: MIN_REQUESTS });
		scene.store.createTicket({ message_box_id: 101 });
		// Slow answers make the estimate of the service's time early.
		scene.latency = 600;
		scene.onTravel = () => {
			// The first request for the second inbox is on its way.
			const isEmpty = scene.service.requests === 2 && scene.store.tickets.size === 1;
			for (let count = 0; isEmpty && count < 3; count++) scene.store.createTicket({ message_box_id: 102 });
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
		const inboxes = [101, 102, 103];
		const scene = await Scene.set({ inboxes, maxRequests });
		scene.clockOffset = minutes * MINUTE;
		for (const message_box_id of inboxes) scene.store.createTicket({ message_box_id, created_at: scene.now - HOUR });
		scene.latency = latency;
		expect(await scene.events()).toEqual([]);
		const saved = JSON.stringify(scene.memory);
		scene.latency = 50;
		scene.now += MINUTE;
		const tickets = inboxes.map((message_box_id) => scene.store.createTicket({ message_box_id }).ticket_id);
		// n8n is killed before another poll has given anything, so that what the activation saved comes back.
		scene.memory = JSON.parse(saved);
		expect(idsOf(await scene.allEvents()).sort()).toEqual(tickets);
	});
});

describe('a service that does not move last_updated_at', () => {
	it('emits what is dated back in a ticket that was never seen, with the next round', async () => {
		const scene = await Scene.set({ events: ['newMessage'] });
		const ticket = scene.store.createTicket({ created_at: scene.now - 9 * DAY });
		const updated = ticket.last_updated_at;
		await scene.poll();
		for (let hours = 0; hours < 14; hours++) await scene.poll(HOUR);
		const message = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - 11 * HOUR });
		ticket.last_updated_at = updated;
		expect(messageIds(await scene.events())).toEqual([message.message_id]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('does not emit the messages of a forgotten ticket again', async () => {
		const scene = await Scene.set({ events: ['newMessage'] });
		scene.limits = { ...scene.limits, tickets: 4 };
		const ticket = scene.store.createTicket({ created_at: scene.now - DAY });
		const updated = ticket.last_updated_at;
		await scene.poll();
		const write = async () => {
			const { message_id } = scene.store.addMessage(ticket.ticket_id);
			ticket.last_updated_at = updated;
			return { message_id, emitted: messageIds(await scene.events()) };
		};
		const first = await write();
		expect(first.emitted).toEqual([first.message_id]);
		for (let count = 0; count < 5; count++) {
			scene.store.createTicket();
			await scene.poll(HOUR);
		}
		const second = await write();
		expect(second.emitted).toEqual([second.message_id]);
	});

	it('reads more tickets of one second than a poll has requests for, however far polls are apart', async () => {
		const scene = await Scene.set({ inboxes: [101, 102, 103], events: ['ticketCreated', 'newMessage'], maxRequests: 8 });
		await scene.allEvents();
		const created_at = scene.now + SECOND;
		const ids = Array.from({ length: 150 }, () => scene.store.createTicket({ message_box_id: 101, created_at, messages: [{ sent_at: created_at, action_cd: 'sent' }] }).ticket_id);
		const emitted: number[] = [];
		for (let polls = 0; polls < 10; polls++) emitted.push(...idsOf(await scene.events(10 * MINUTE)));
		expect(emitted.sort()).toEqual(ids);
	});
});

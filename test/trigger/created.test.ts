import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import { idsOf, Scene } from './scene';

describe('Ticket Created', () => {
	it('takes what exists as read, emits what comes after, and is one request while idle', async () => {
		const scene = await Scene.set();
		scene.create(5);
		expect(await scene.eventsOf(2)).toEqual([]);
		expect(scene.requests).toBe(1);
		const ticket = scene.store.createTicket({ title: 'New' });
		expect(idsOf(await scene.events())).toEqual([ticket.ticket_id]);
		expect(await scene.events()).toEqual([]);
		expect(scene.requests).toBe(1);
	});

	it('emits a ticket once, whatever the times of its messages, and goes on after one that is dated years ahead', async () => {
		const scene = await Scene.begun();
		const back = scene.store.createTicket({ messages: [{ sent_at: scene.now - 20 * HOUR, method_cd: 'record' }] });
		const ahead = scene.store.createTicket({ messages: [{ sent_at: '2038-01-19T03:14:07Z' }] });
		expect(idsOf(await scene.events()).sort()).toEqual([back.ticket_id, ahead.ticket_id]);
		scene.store.addMessage(back.ticket_id, { sent_at: scene.now - 10 * HOUR });
		scene.store.addMessage(ahead.ticket_id);
		const next = scene.store.createTicket();
		expect(idsOf(await scene.allEvents())).toEqual([next.ticket_id]);
	});

	it('reads 200 tickets of the same second, and the oldest of two days first', async () => {
		const scene = await Scene.begun({ maxRequests: 8 });
		const at = scene.now + DAY;
		scene.now = at + HOUR;
		const [early] = scene.create(201, (place) => ({ created_at: place === 0 ? at - HOUR : at }));
		const emitted = idsOf(await scene.allEvents());
		expect(emitted).toHaveLength(201);
		expect(new Set(emitted).size).toBe(201);
		expect(emitted[0]).toBe(early.ticket_id);
	});

	it('catches up with 5,000 tickets after two days, within the requests of each poll, the oldest first', async () => {
		const scene = await Scene.begun();
		const from = scene.now;
		for (let count = 0; count < 5_000; count++) {
			scene.now = from + Math.floor((count / 5_000) * 2 * DAY);
			scene.store.createTicket();
		}
		const emitted: number[] = [];
		for (let count = 0; count < 60 && emitted.length < 5_000; count++) {
			emitted.push(...idsOf(await scene.events()));
			expect(scene.requests).toBeLessThanOrEqual(20);
		}
		expect(emitted).toEqual([...scene.store.tickets.keys()]);
		expect(JSON.stringify(scene.memory).length).toBeLessThan(300_000);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('misses nothing when the list shifts while it is read', async () => {
		const scene = await Scene.begun({ maxRequests: 30 });
		const second = scene.now + HOUR;
		scene.now = second + MINUTE;
		const ids = idsOf(scene.create(150, () => ({ created_at: second })));
		let removed = 0;
		// Each time a request is on its way, one that was read already leaves the list and all others move up.
		scene.onTravel = () => {
			if (scene.service.requests > 4 && removed < 8) scene.store.removeTicket(ids[ids.length - 1 - removed++]);
		};
		const emitted = new Set(idsOf(await scene.allEvents()));
		expect(removed).toBe(8);
		expect([...scene.store.tickets.keys()].filter((id) => !emitted.has(id))).toEqual([]);
	});
});

it.each([
	[{ methodCds: ['sms'] }, 2],
	[{ hasAttachments: true }, 2],
	[{ statusCds: ['ongoing'] }, 1],
	[{ labelIds: [7] }, 1],
	[{ assignee: 'aiko' }, 1],
])('Filters: %j: only tickets that fit, for %i requests', async (filters, requests) => {
	const scene = await Scene.begun({ filters });
	scene.store.createTicket({ status_cd: 'closed' });
	expect(await scene.events()).toEqual([]);
	const messages = [{ method_cd: 'sms' as const, attachments: [{ file_name: 'a.pdf' }] }];
	const ticket = scene.store.createTicket({ status_cd: 'ongoing', label_ids: [7], assignee: 'aiko', messages });
	expect(idsOf(await scene.events())).toEqual([ticket.ticket_id]);
	expect(scene.requests).toBe(requests);
});

describe('Start', () => {
	it('takes a whole page of tickets of the very second of the activation for old', async () => {
		const scene = await Scene.set();
		scene.create(60);
		expect(await scene.events(0)).toEqual([]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('begins with the newest tickets, over several polls when it has to', async () => {
		const scene = await Scene.set({ start: { mode: 'latestTickets', count: 30 }, includeMessages: true, maxRequests: 10 });
		const tickets = scene.create(100, (place) => ({ created_at: scene.now - (100 - place) * HOUR }));
		expect(idsOf(await scene.allEvents())).toEqual(idsOf(tickets.slice(-30)));
		const next = scene.store.createTicket();
		expect(idsOf(await scene.allEvents())).toEqual([next.ticket_id]);
	});
});

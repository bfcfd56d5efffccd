import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { idsOf, Scene } from './scene';

describe('Ticket Created', () => {
	it('takes what exists as read, gives what comes after, and is one request while idle', async () => {
		const scene = await Scene.set();
		for (let count = 0; count < 5; count++) scene.store.createTicket();
		expect(await scene.events()).toEqual([]);
		expect(await scene.events()).toEqual([]);
		expect(scene.requests).toBe(1);
		const ticket = scene.store.createTicket({ title: 'New' });
		expect(idsOf(await scene.events())).toEqual([ticket.ticket_id]);
		expect(await scene.events()).toEqual([]);
		expect(scene.requests).toBe(1);
	});

	it('emits a ticket once, whatever the times of its messages', async () => {
		const scene = await Scene.set();
		await scene.poll();
		const back = scene.store.createTicket({ messages: [{ sent_at: scene.now - 20 * HOUR, method_cd: 'record' }] });
		const ahead = scene.store.createTicket({ messages: [{ sent_at: scene.now + 300 * DAY }] });
		expect(idsOf(await scene.events()).sort()).toEqual([back.ticket_id, ahead.ticket_id]);
		scene.store.addMessage(back.ticket_id, { sent_at: scene.now - 10 * HOUR });
		scene.store.addMessage(ahead.ticket_id);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('does not take an old ticket that comes to life for a new one', async () => {
		const scene = await Scene.set();
		const old = scene.store.createTicket({ created_at: scene.now - 30 * DAY });
		await scene.poll();
		scene.store.addMessage(old.ticket_id);
		expect(await scene.events()).toEqual([]);
	});

	it('goes on after a ticket that is dated years ahead', async () => {
		const scene = await Scene.set();
		await scene.poll();
		scene.store.createTicket({ messages: [{ sent_at: '2038-01-19T03:14:07Z' }] });
		await scene.poll();
		const next = scene.store.createTicket();
		expect(idsOf(await scene.events())).toEqual([next.ticket_id]);
	});

	it.each([-10, 10])('is right with the clock of this machine %i minutes off', async (minutes) => {
		const scene = await Scene.set();
		scene.clockOffset = minutes * MINUTE;
		await scene.poll();
		const ids: number[] = [];
		const emitted: number[] = [];
		for (let count = 0; count < 30; count++) {
			ids.push(scene.store.createTicket().ticket_id);
			emitted.push(...idsOf(await scene.events(7 * SECOND)));
		}
		expect(emitted).toEqual(ids);
	});

	it('reads 200 tickets of the same second, and the oldest of two days first', async () => {
		const scene = await Scene.set({ maxRequests: 8 });
		await scene.poll();
		const at = scene.now + DAY;
		scene.now = at + HOUR;
		const early = scene.store.createTicket({ created_at: at - HOUR, messages: [{ sent_at: at - HOUR }] });
		for (let count = 0; count < 200; count++) scene.store.createTicket({ created_at: at, messages: [{ sent_at: at }] });
		const emitted = idsOf(await scene.allEvents());
		expect(emitted).toHaveLength(201);
		expect(new Set(emitted).size).toBe(201);
		expect(emitted[0]).toBe(early.ticket_id);
	});

	it('catches up with 5,000 tickets after two days, within the requests of each poll, the oldest first', async () => {
		const scene = await Scene.set();
		await scene.poll();
		const from = scene.now;
		for (let count = 0; count < 5_000; count++) {
			scene.now = from + Math.floor((count / 5_000) * 2 * DAY);
			scene.store.createTicket();
		}
		const ids = [...scene.store.tickets.keys()];
		const emitted: number[] = [];
		for (let count = 0; count < 60 && emitted.length < 5_000; count++) {
			emitted.push(...idsOf(await scene.events()));
			expect(scene.requests).toBeLessThanOrEqual(20);
		}
		expect(emitted).toEqual(ids);
		expect(JSON.stringify(scene.memory).length).toBeLessThan(300_000);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('misses nothing when the list shifts while it is read', async () => {
		const scene = await Scene.set({ maxRequests: 30 });
		await scene.poll();
		const second = scene.now + HOUR;
		scene.now = second + MINUTE;
		for (let count = 0; count < 150; count++) scene.store.createTicket({ created_at: second, messages: [{ sent_at: second }] });
		const ids = [...scene.store.tickets.keys()];
		let removed = 0;
		// Each time a request is on its way, one that was read already leaves the list and all others move up.
		scene.onTravel = () => {
			if (scene.service.requests > 4 && removed < 8) scene.store.removeTicket(ids[ids.length - 1 - removed++]);
		};
		const emitted = new Set(idsOf(await scene.allEvents()));
		const left = [...scene.store.tickets.keys()];
		expect(removed).toBe(8);
		expect(left.filter((id) => !emitted.has(id))).toEqual([]);
	});
});

describe('Filters', () => {
	it.each([
		[{ methodCds: ['sms'] }, 2],
		[{ hasAttachments: true }, 2],
		[{ statusCds: ['ongoing'] }, 1],
		[{ labelIds: [7] }, 1],
		[{ assignee: 'aiko' }, 1],
	])('%j: only tickets that fit, for %i requests', async (filters, requests) => {
		const scene = await Scene.set();
		scene.settings.filters = { ...scene.settings.filters, ...filters };
		await scene.poll();
		scene.store.createTicket({ status_cd: 'closed' });
		await scene.poll();
		const ticket = scene.store.createTicket({
			status_cd: 'ongoing',
			label_ids: [7],
			assignee: 'aiko',
			messages: [{ method_cd: 'sms', attachments: [{ file_name: 'a.pdf' }] }],
		});
		expect(idsOf(await scene.events())).toEqual([ticket.ticket_id]);
		expect(scene.requests).toBe(requests);
	});
});

describe('Start', () => {
	it('takes a whole page of tickets of the very second of the activation for old', async () => {
		const scene = await Scene.set();
		for (let count = 0; count < 60; count++) scene.store.createTicket();
		expect(await scene.events(0)).toEqual([]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('begins since a date', async () => {
		const scene = await Scene.set();
		scene.settings.start = { mode: 'sinceDate', at: scene.now - 3 * HOUR };
		scene.store.createTicket({ created_at: scene.now - 4 * HOUR });
		const wanted = [3, 2, 1].map((hours) => scene.store.createTicket({ created_at: scene.now - hours * HOUR + 1 }).ticket_id);
		wanted.push(scene.store.createTicket().ticket_id);
		expect(idsOf(await scene.events())).toEqual(wanted);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('begins with the newest tickets, over several polls when it has to', async () => {
		const scene = await Scene.set({ start: { mode: 'newest', count: 30 }, includeMessages: true, maxRequests: 10 });
		for (let hours = 100; hours > 0; hours--) scene.store.createTicket({ created_at: scene.now - hours * HOUR });
		const newest = [...scene.store.tickets.keys()].slice(-30);
		const emitted = idsOf(await scene.allEvents());
		expect(emitted).toEqual(newest);
		const next = scene.store.createTicket();
		expect(idsOf(await scene.allEvents())).toEqual([next.ticket_id]);
	});
});

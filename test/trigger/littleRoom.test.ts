import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/view/shares';
import { decodeState } from '../../nodes/SupportInbox/trigger/memory/encoding/state';
import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';

import { idsOf, Scene } from './scene';

describe('little room', () => {
	const NOW = Date.parse('2026-03-02T08:00:00Z');

	it('gives all there is since a date, though it must forget tickets before it has read to the end', async () => {
		const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], start: { mode: 'sinceDate', at: NOW - DAY } });
		scene.limits = { ...scene.limits, watched: 4, remembered: 8 };
		const tickets = Array.from({ length: 120 }, (_, place) => scene.store.createTicket({ created_at: NOW - 21 * HOUR + place * 10 * MINUTE }));
		// The first tickets have all been edited since, and of one the only message is dated after all others.
		for (const { ticket_id } of tickets.slice(0, 20)) scene.store.editTicket(ticket_id, { color_cd: 'red' });
		scene.store.editMessage(tickets[1].messages[0].message_id, { sent_at: NOW + 30 * DAY });
		const told = await scene.allEvents();
		const of = (name: string) => idsOf(told.filter(({ event }) => event === name)).sort();
		const all = tickets.map(({ ticket_id }) => ticket_id);
		expect({ created: of('ticketCreated'), messages: of('newMessage') }).toEqual({ created: all, messages: all });
		expect(decodeState(scene.state).inboxes.get(101)?.tickets.size).toBe(8);
	});

	it('gives what came into a ticket that could not be shown and was forgotten meanwhile, and nothing twice', async () => {
		const scene = await Scene.set({ events: ['newMessage'] });
		scene.limits = { ...scene.limits, watched: 4, remembered: 8 };
		await scene.poll();
		const { ticket_id } = scene.store.createTicket();
		const told = await scene.allEvents();
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { method: 'GET', path: new RegExp(`/tickets/${ticket_id}$`), times: 1_000 } });
		scene.store.editTicket(ticket_id, { color_cd: 'red' });
		await scene.allEvents();
		const isKnown = () => decodeState(scene.state).inboxes.get(101)?.tickets.has(ticket_id);
		const known: unknown[] = [];
		for (let count = 0; count < 3; count++) {
			// Met again, and forgotten again.
			scene.store.editTicket(ticket_id, { color_cd: count === 1 ? 'blue' : 'red' });
			await scene.poll();
			known.push(isKnown());
			for (let polls = 0; polls < 20; polls++) {
				scene.store.createTicket();
				await scene.poll(5 * MINUTE);
			}
			known.push(isKnown());
		}
		expect(known).toEqual([true, false, true, false, true, false]);
		const late = scene.store.addMessage(ticket_id, { method_cd: 'mail', action_cd: 'received', sent_at: scene.now - 6 * HOUR });
		scene.simulator.faults.clear();
		for (let hours = 0; hours < 3; hours++) told.push(...(await scene.events(HOUR)));
		const messages = told.filter((event) => event.ticket_id === ticket_id).map(({ message }) => message?.message_id);
		expect(messages).toEqual([expect.any(Number), late.message_id]);
	});

	it('gives what came into such a ticket also when a round meets it before it is tried again', async () => {
		const scene = await Scene.set({ events: ['newMessage'] });
		scene.limits = { ...scene.limits, watched: 4, remembered: 8 };
		await scene.poll();
		const { ticket_id } = scene.store.createTicket();
		await scene.allEvents();
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { method: 'GET', path: new RegExp(`/tickets/${ticket_id}$`), times: 1_000 } });
		const missed = scene.store.addMessage(ticket_id, { sent_at: scene.now - 2 * HOUR });
		for (let polls = 0; polls < 40; polls++) {
			scene.store.createTicket();
			await scene.poll(5 * MINUTE);
		}
		scene.simulator.faults.clear();
		// It is tried again within an hour; this is met at once.
		const next = scene.store.addMessage(ticket_id);
		const told: unknown[] = [];
		for (let polls = 0; polls < 15; polls++) told.push(...(await scene.events(5 * MINUTE)).map(({ message }) => message?.message_id));
		expect(told).toEqual([missed.message_id, next.message_id]);
	});

	it.each([
		['where it has room for all tickets', 10_000, true],
		['but not where it may forget them before they are read', 12, false],
	])('with few requests reading a ticket that a sweep meets is put off, %s', async (_where, remembered, isPutOff) => {
		const scene = await Scene.set({ events: ['newMessage', 'ticketChanged'], maxRequests: MIN_REQUESTS });
		scene.limits = { ...scene.limits, remembered };
		await scene.poll();
		const tickets = Array.from({ length: 20 }, () => scene.store.createTicket());
		await scene.allEvents();
		for (const { ticket_id } of tickets.slice(-8)) scene.store.addMessage(ticket_id, { sent_at: scene.now - HOUR });
		const putOff: boolean[] = [];
		const told: unknown[] = [];
		for (let polls = 0; polls < 10; polls++) {
			told.push(...(await scene.events()));
			const { sweep, round } = scene.state.inboxes[101];
			putOff.push(round.hasDeferred || sweep?.hasDeferred === true);
		}
		expect({ isPutOff: putOff.includes(true), told: told.length }).toEqual({ isPutOff, told: 8 });
	});

	it('never stores more than there is room for, whatever has piled up', async () => {
		const scene = await Scene.set({ start: { mode: 'sinceDate', at: NOW - DAY }, maxRequests: MIN_REQUESTS });
		scene.limits = { watched: 20, remembered: 40, bytes: 1_500 };
		const tickets = Array.from({ length: 200 }, (_, place) => scene.store.createTicket({ created_at: NOW - 21 * HOUR + place * 5 * MINUTE }));
		for (const { ticket_id } of tickets) scene.store.editTicket(ticket_id, { color_cd: 'red' });
		let most = 0;
		for (let polls = 0; polls < 20; polls++) {
			await scene.poll();
			most = Math.max(most, JSON.stringify(scene.state).length);
		}
		expect(most).toBeGreaterThan(1_000);
		expect(most).toBeLessThanOrEqual(1_500);
	});
});

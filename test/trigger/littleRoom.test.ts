import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/view/shares';
import { decodeState } from '../../nodes/SupportInbox/trigger/memory/encoding/state';
import { keepWithinLimits } from '../../nodes/SupportInbox/trigger/memory/limits';
import type { MessageMemory, TicketMemory, TriggerState } from '../../nodes/SupportInbox/trigger/memory/model';
import { emptyState } from '../../nodes/SupportInbox/trigger/memory/model';
import { newInbox } from '../../nodes/SupportInbox/trigger/memory/versions';
import { DAY, HOUR, LATE_BY, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { idsOf, Scene } from './scene';

describe('little room', () => {
	const NOW = Date.parse('2026-03-02T08:00:00Z');

	function remembering(messages: MessageMemory): TriggerState {
		const inbox = newInbox(0, 0, NOW);
		const ticket = (created: number): TicketMemory => ({ created, updated: created, settled: true, snapshot: null, messages: null });
		inbox.tickets.set(1, { ...ticket(NOW - 2 * DAY), messages });
		inbox.tickets.set(2, ticket(NOW - HOUR));
		inbox.tickets.set(3, ticket(NOW));
		return { ...emptyState(), inboxes: new Map([[101, inbox]]) };
	}

	const none: MessageMemory = { from: 0, done: [], readAt: NOW, latestFutureSentAt: null };
	const afterForgetting = (messages: MessageMemory) => {
		const state = remembering(messages);
		keepWithinLimits(state, { watched: 1, remembered: 2 });
		return state.inboxes.get(101);
	};

	it('does not take for old what came after the last message of a forgotten ticket', () => {
		// As it is remembered of a ticket outside of the filters: whatever was there at the last look is let go.
		const inbox = afterForgetting({ ...none, from: NOW });
		expect([...(inbox?.tickets.keys() ?? [])]).toEqual([2, 3]);
		expect(inbox?.messageWatermark).toBe(NOW - 2 * DAY + 1);
		expect(inbox?.hasEvicted).toBe(true);
	});

	it('takes for old what came while the forgotten ticket was read and has been told', () => {
		const newest = NOW - DAY + SECOND;
		const inbox = afterForgetting({ ...none, from: newest - LATE_BY, done: [7], readAt: NOW - DAY });
		expect([...(inbox?.tickets.keys() ?? [])]).toEqual([2, 3]);
		expect(inbox?.messageWatermark).toBe(newest + 1);
	});

	it('keeps the tickets of the moment that is being read, so that the rest of them is not taken for old', () => {
		const state = remembering(none);
		keepWithinLimits(state, { watched: 0, remembered: 0 });
		const inbox = state.inboxes.get(101);
		expect([...(inbox?.tickets.keys() ?? [])]).toEqual([3]);
		expect(inbox?.watermark).toBe(NOW - HOUR + 1);
	});

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

	it('counts a told message as life in its ticket, and does not forget one with a message dated ahead', () => {
		expect([...(afterForgetting({ ...none, from: NOW - 90 * MINUTE, done: [7] })?.tickets.keys() ?? [])]).toEqual([1, 3]);
		expect([...(afterForgetting({ ...none, latestFutureSentAt: NOW + DAY })?.tickets.keys() ?? [])]).toEqual([1, 3]);
	});
});

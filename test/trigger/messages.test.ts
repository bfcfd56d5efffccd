import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { Scene } from './scene';

const messageIds = (events: TicketEvent[]) => events.map(({ message }) => message?.message_id);

describe('New Message', () => {
	it('emits a message that was sent just before the start and visible just after it, also when the first poll ends early', async () => {
		const start = { mode: 'newest', count: 20 } as const;
		const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], includeMessages: true, maxRequests: MIN_REQUESTS, start });
		const [ticket] = Array.from({ length: 20 }, () => scene.store.createTicket({ created_at: scene.now - 2 * DAY }));
		await scene.poll();
		const { last_updated_at } = ticket;
		const late = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - 4 * SECOND });
		// Nothing but the time at which it was sent shows it.
		ticket.last_updated_at = last_updated_at;
		const emitted = (await scene.allEvents()).map(({ message }) => message?.message_id);
		expect(emitted.filter((id) => id !== undefined)).toEqual([late.message_id]);
	});

	it('emits each message that is new in old and new tickets', async () => {
		const scene = await Scene.set({ events: ['newMessage'] });
		const old = scene.store.createTicket({ created_at: scene.now - 90 * DAY });
		await scene.poll();
		const first = scene.store.addMessage(old.ticket_id, { body: 'Still waiting' });
		const fresh = scene.store.createTicket();
		const events = await scene.events();
		expect(messageIds(events)).toEqual([first.message_id, fresh.messages[0].message_id]);
		expect(events[0]).toMatchObject({ event: 'newMessage', message_box_id: 101, ticket_id: old.ticket_id, message: { body: 'Still waiting' } });
		expect(events[0]).not.toHaveProperty('messages');
		const second = scene.store.addMessage(old.ticket_id);
		expect(messageIds(await scene.events())).toEqual([second.message_id]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('does not need last_updated_at to see what was just sent', async () => {
		const scene = await Scene.set({ events: ['newMessage'] });
		const ticket = scene.store.createTicket({ created_at: scene.now - 2 * DAY });
		await scene.poll();
		const emitted: unknown[] = [];
		const sent: unknown[] = [];
		for (let count = 0; count < 20; count++) {
			const updated = ticket.last_updated_at;
			sent.push(scene.store.addMessage(ticket.ticket_id).message_id);
			ticket.last_updated_at = updated;
			emitted.push(...messageIds(await scene.events(17_000)));
		}
		expect(emitted).toEqual(sent);
	});

	it('finds memos that are dated back and mails that come late', async () => {
		const scene = await Scene.set({ events: ['newMessage'], messages: { methodCds: [], actionCds: [] } });
		const ticket = scene.store.createTicket({ created_at: scene.now - 9 * DAY });
		await scene.poll();
		const memo = scene.store.addMessage(ticket.ticket_id, { method_cd: 'record', action_cd: 'sent', sent_at: scene.now - 23 * HOUR });
		const late = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - 5 * HOUR });
		expect(messageIds(await scene.events())).toEqual([memo.message_id, late.message_id]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('finds a message that is dated back even if nothing moves last_updated_at, within half the look-back', async () => {
		const scene = await Scene.set({ events: ['newMessage'], lookBack: 12 * HOUR });
		const ticket = scene.store.createTicket();
		await scene.poll();
		await scene.poll(HOUR);
		const updated = ticket.last_updated_at;
		const message = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - 30 * MINUTE });
		ticket.last_updated_at = updated;
		const emitted: unknown[] = [];
		for (let passed = 0; passed < 6 * HOUR; passed += 5 * MINUTE) emitted.push(...messageIds(await scene.events(5 * MINUTE)));
		expect(emitted).toEqual([message.message_id]);
	});

	it.each([
		['just sent', 0],
		['dated back as well', 30 * MINUTE],
	])('finds a memo that is dated back in the very second in which the ticket was read for one %s', async (_what, back) => {
		const scene = await Scene.set({ events: ['newMessage'], lookBack: 2 * HOUR });
		const ticket = scene.store.createTicket({ created_at: scene.now - DAY });
		scene.latency = 0;
		await scene.poll();
		scene.now = Math.ceil(scene.now / MINUTE) * MINUTE;
		const first = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - back });
		expect(messageIds(await scene.events(0))).toEqual([first.message_id]);
		const memo = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - HOUR });
		expect(ticket.last_updated_at).toBe(first.created_at);
		expect(messageIds(await scene.allEvents())).toEqual([memo.message_id]);
	});

	it('comes through messages dated ahead in several inboxes with few requests', async () => {
		const inboxes = [101, 102, 103];
		const scene = await Scene.set({ events: ['newMessage'], inboxes, maxRequests: 8 });
		await scene.poll();
		const sent: number[] = [];
		for (const message_box_id of inboxes) {
			for (let count = 0; count < 4; count++) {
				const ticket = scene.store.createTicket({ message_box_id, messages: [{ sent_at: scene.now + 2 * DAY }] });
				sent.push(ticket.messages[0].message_id);
			}
		}
		expect(messageIds(await scene.allEvents()).sort()).toEqual(sent);
	});

	it('emits a draft when it is sent, if sent messages are chosen', async () => {
		const scene = await Scene.set({ events: ['newMessage'], messages: { methodCds: [], actionCds: ['sent'] } });
		const ticket = scene.store.createTicket();
		await scene.poll();
		const draft = scene.store.addMessage(ticket.ticket_id, { action_cd: 'draft' });
		expect(await scene.events()).toEqual([]);
		scene.store.addMessage(ticket.ticket_id);
		expect(await scene.events(5 * HOUR)).toEqual([]);
		scene.store.editMessage(draft.message_id, { action_cd: 'sent', sent_at: scene.now });
		expect(messageIds(await scene.events())).toEqual([draft.message_id]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('emits a draft from before the start when it is sent, and no mail that was sent before', async () => {
		const scene = await Scene.set({ events: ['newMessage'], messages: { methodCds: [], actionCds: ['sent'] } });
		const ticket = scene.store.createTicket({ created_at: scene.now - DAY });
		const draft = scene.store.addMessage(ticket.ticket_id, { action_cd: 'draft' });
		scene.store.addMessage(ticket.ticket_id, { action_cd: 'sent' });
		scene.now += MINUTE;
		await scene.poll();
		expect(await scene.events()).toEqual([]);
		scene.store.editMessage(draft.message_id, { action_cd: 'sent', sent_at: scene.now });
		expect(messageIds(await scene.events())).toEqual([draft.message_id]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('emits a draft that was written outside of the filters when it is sent inside', async () => {
		const filters = { statusCds: ['open'], assignee: undefined, labelIds: [], methodCds: [], hasAttachments: undefined };
		const scene = await Scene.set({ events: ['newMessage'], messages: { methodCds: [], actionCds: ['sent'] }, filters });
		const ticket = scene.store.createTicket({ status_cd: 'closed' });
		await scene.poll();
		const draft = scene.store.addMessage(ticket.ticket_id, { action_cd: 'draft' });
		const outside = scene.store.addMessage(ticket.ticket_id, { action_cd: 'sent' });
		expect(await scene.events(10 * MINUTE)).toEqual([]);
		scene.store.editTicket(ticket.ticket_id, { status_cd: 'open' });
		expect(await scene.events(10 * MINUTE)).toEqual([]);
		scene.store.editMessage(draft.message_id, { action_cd: 'sent', sent_at: scene.now });
		expect(messageIds(await scene.events())).toEqual([draft.message_id]);
		expect(outside.message_id).not.toBe(draft.message_id);
	});

	it('emits a message once that comes into one chosen state after the other', async () => {
		const scene = await Scene.set({ events: ['newMessage'], messages: { methodCds: [], actionCds: ['scheduled', 'sent'] } });
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - DAY });
		await scene.poll();
		const message = scene.store.addMessage(ticket_id, { action_cd: 'scheduled' });
		expect(messageIds(await scene.events())).toEqual([message.message_id]);
		scene.now += 3 * HOUR;
		scene.store.addMessage(ticket_id);
		expect(await scene.events()).toEqual([]);
		scene.store.editMessage(message.message_id, { action_cd: 'sent', sent_at: scene.now });
		expect(await scene.events()).toEqual([]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('does not read a ticket again at every poll because a message in it is dated ahead', async () => {
		const scene = await Scene.set({ events: ['newMessage'] });
		await scene.poll();
		scene.store.createTicket({ messages: [{ sent_at: scene.now + 3 * DAY, action_cd: 'scheduled' }] });
		await scene.poll();
		await scene.poll();
		expect(scene.requests).toBeLessThanOrEqual(2);
	});

	it('begins with messages when the event is chosen, not before', async () => {
		const scene = await Scene.set({ events: ['ticketCreated'] });
		const { ticket_id } = scene.store.createTicket();
		await scene.poll();
		scene.store.addMessage(ticket_id);
		await scene.poll();
		scene.settings.events = ['ticketCreated', 'newMessage'];
		expect(await scene.events()).toEqual([]);
		const message = scene.store.addMessage(ticket_id);
		expect(messageIds(await scene.events())).toEqual([message.message_id]);
	});

	it.each([
		['in one process', 120, false],
		['each in a new process, which has no view', 40, true],
	])('comes through a burst of messages that takes many polls, %s', async (_where, messages, vanishes) => {
		const scene = await Scene.set({ events: ['newMessage'], maxRequests: 8 });
		for (let count = 0; count < 120; count++) scene.store.createTicket({ created_at: scene.now - DAY - count * MINUTE });
		await scene.poll();
		await scene.poll();
		const sent: number[] = [];
		for (const id of [...scene.store.tickets.keys()].slice(-messages)) sent.push(scene.store.addMessage(id).message_id);
		const emitted: unknown[] = [];
		for (let polls = 0; polls < messages / 2; polls++) {
			if (vanishes) scene.newProcess();
			emitted.push(...messageIds(await scene.events()));
		}
		expect(emitted.slice().sort()).toEqual(sent);
	});
});

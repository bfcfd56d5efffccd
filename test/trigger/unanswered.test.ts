/** Ticket Unanswered: a customer has waited for so long. */
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import type { Settings } from '../../nodes/SupportInbox/trigger/properties/settings';

import { idsOf, Scene, SETTINGS } from './scene';

/** Where a message does not move `last_updated_at`, nothing but its date shows it. */
const set = async (settings: Partial<Settings> = {}) => await Scene.set({ events: ['ticketUnanswered'], unanswered: { first: 4 * HOUR }, ...settings }, { lastUpdatedMoves: 'never' });

/** Polls every minute. @returns minutes after the beginning, and what was given then */
async function minutes(scene: Scene, count: number): Promise<Array<[number, number]>> {
	const given: Array<[number, number]> = [];
	for (let minute = 1; minute <= count; minute++) {
		for (const { ticket_id } of await scene.events(MINUTE - scene.latency)) given.push([minute, ticket_id]);
	}
	return given;
}

const received = (sent_at: number) => ({ action_cd: 'received' as const, sent_at, created_at: sent_at });
const ours = (sent_at: number, action_cd: 'sent' | 'draft' = 'sent') => ({ action_cd, sent_at, created_at: sent_at });

describe('Ticket Unanswered', () => {
	it('gives a wait of four hours once, with the message and since when', async () => {
		const scene = await set();
		await scene.poll();
		const { ticket_id, messages } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		const begun = Math.floor(scene.now / SECOND) * SECOND;
		const early = await minutes(scene, 4 * 60 - 1);
		expect(early).toEqual([]);
		const event = (await scene.events(2 * MINUTE))[0];
		expect(event).toMatchObject({ event: 'ticketUnanswered', ticket_id, waiting_since: new Date(begun).toISOString(), shown: { message_id: messages[0].message_id } });
		expect(await minutes(scene, 300)).toEqual([]);
	});

	it('gives nothing when it was answered a minute before, and begins again with the next message', async () => {
		const scene = await set();
		await scene.poll();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		await minutes(scene, 239);
		scene.store.addMessage(ticket_id, ours(scene.now));
		expect(await minutes(scene, 100)).toEqual([]);
		scene.store.addMessage(ticket_id, received(scene.now));
		const given = await minutes(scene, 300);
		expect(given.map(([, id]) => id)).toEqual([ticket_id]);
		expect(given[0][0]).toBeGreaterThanOrEqual(240);
		expect(given[0][0]).toBeLessThanOrEqual(242);
	});

	it('takes no draft, memo or comment for an answer, and a second message for the same wait', async () => {
		const scene = await set();
		await scene.poll();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		await minutes(scene, 60);
		scene.store.addMessage(ticket_id, ours(scene.now, 'draft'));
		scene.store.addMessage(ticket_id, { ...ours(scene.now), method_cd: 'record' });
		scene.store.addMessage(ticket_id, received(scene.now));
		const given = await minutes(scene, 600);
		expect(given.map(([, id]) => id)).toEqual([ticket_id]);
		expect(given[0][0]).toBeLessThanOrEqual(182);
	});

	it.each(['closed', 'unwanted', 'trash'] as const)('gives nothing of a ticket that is %s by then, and a reopened one waits anew', async (status_cd) => {
		const scene = await set();
		await scene.poll();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		await minutes(scene, 60);
		scene.store.editTicket(ticket_id, { status_cd });
		expect(await minutes(scene, 300)).toEqual([]);
		scene.store.editTicket(ticket_id, { status_cd: 'open' });
		scene.store.addMessage(ticket_id, received(scene.now));
		const [[minute]] = await minutes(scene, 300);
		expect(minute).toBeGreaterThanOrEqual(240);
	});

	it('knows only what came since it watches', async () => {
		const scene = await set();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', created_at: scene.now - 5 * HOUR, messages: [received(scene.now - 5 * HOUR)] });
		await scene.poll();
		expect(await minutes(scene, 60)).toEqual([]);
		scene.store.addMessage(ticket_id, received(scene.now));
		const [[minute]] = await minutes(scene, 300);
		expect(minute).toBeGreaterThanOrEqual(240);
	});

	it('is given again after the chosen time', async () => {
		const scene = await set({ unanswered: { first: HOUR, again: 2 * HOUR } });
		await scene.poll();
		scene.store.createTicket({ status_cd: 'ongoing', messages: [received(scene.now)] });
		const given = (await minutes(scene, 330)).map(([minute]) => minute);
		expect(given).toHaveLength(3);
		expect(given.map((minute) => Math.round(minute / 30) * 30)).toEqual([60, 180, 300]);
	});

	it('is not repeated and not forgotten by a restart, with what n8n saved last', async () => {
		const scene = await set();
		await scene.poll();
		const saved = JSON.stringify(scene.memory);
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		await minutes(scene, 120);
		scene.newProcess();
		scene.memory = JSON.parse(saved) as typeof scene.memory;
		expect((await minutes(scene, 130)).map(([, id]) => id)).toEqual([ticket_id]);
		scene.newProcess();
		expect(await minutes(scene, 300)).toEqual([]);
	});

	it('is not forgotten for being quiet', async () => {
		const scene = await set();
		scene.limits = { ...scene.limits, tickets: 3 };
		await scene.poll();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		for (let hour = 0; hour < 3; hour++) {
			for (let count = 0; count < 4; count++) scene.store.createTicket({ status_cd: 'closed', messages: [received(scene.now)] });
			await minutes(scene, 60);
		}
		expect(idsOf(await scene.allEvents())).toEqual([]);
		expect((await minutes(scene, 90)).map(([, id]) => id)).toEqual([ticket_id]);
	});

	it('waits that are still to be given stay in a full memory, each is given once', async () => {
		const scene = await set();
		scene.limits = { ...scene.limits, tickets: 3 };
		await scene.poll();
		const created = Array.from({ length: 8 }, () => scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] }));
		const given = (await minutes(scene, 8 * 60)).map(([, id]) => id);
		expect(given.sort()).toEqual(created.map(({ ticket_id }) => ticket_id));
	});

	it('a wait that was given may leave a full memory: no reminder, no repeat, and a later message waits anew', async () => {
		const scene = await set({ unanswered: { first: HOUR, again: 3 * HOUR } });
		scene.limits = { ...scene.limits, tickets: 3 };
		await scene.poll();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		expect((await minutes(scene, 65)).map(([, id]) => id)).toEqual([ticket_id]);
		for (let count = 0; count < 4; count++) scene.store.createTicket({ status_cd: 'closed', messages: [received(scene.now)] });
		expect(await minutes(scene, 5 * 60)).toEqual([]);
		const message = scene.store.addMessage(ticket_id, received(scene.now));
		await minutes(scene, 55);
		const [event] = await scene.events(10 * MINUTE);
		expect(event).toMatchObject({ event: 'ticketUnanswered', ticket_id, waiting_since: new Date(message.sent_at).toISOString() });
	});

	it('goes before what is only read again', async () => {
		const scene = await set({ unanswered: { first: HOUR }, maxRequests: 6 });
		for (let count = 0; count < 60; count++) scene.store.createTicket({ status_cd: 'closed', messages: [received(scene.now)] });
		await scene.allEvents();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		await minutes(scene, 58);
		const { todo, tickets } = scene.state.inboxes[101];
		for (const id of Object.keys(tickets)) todo[id] = { from: scene.now, rank: 2 };
		expect(await minutes(scene, 6)).toEqual([[expect.any(Number), ticket_id]]);
	});

	it('is over for a ticket outside the filters when its time is up: nothing is read again for it, or given later', async () => {
		const scene = await set({ filters: { ...SETTINGS.filters, assignee: 'user01' } });
		await scene.poll();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', assignee: 'user01', messages: [received(scene.now)] });
		await minutes(scene, 60);
		scene.store.editTicket(ticket_id, { assignee: 'user02' });
		expect(await minutes(scene, 4 * 60)).toEqual([]);
		const before = scene.service.requests;
		expect(await minutes(scene, 30)).toEqual([]);
		const outside = scene.service.requests - before;
		scene.store.editTicket(ticket_id, { assignee: 'user01' });
		expect(await minutes(scene, 60)).toEqual([]);

		const idle = await set();
		await idle.poll();
		await minutes(idle, 5 * 60);
		const from = idle.service.requests;
		await minutes(idle, 30);
		expect(outside).toBeLessThanOrEqual(idle.service.requests - from);
	});

	it('gives New Message only when that is chosen too', async () => {
		const scene = await set();
		await scene.poll();
		scene.store.createTicket({ status_cd: 'open', messages: [received(scene.now)] });
		expect(await minutes(scene, 10)).toEqual([]);
	});

	it.each(['never', 'messagesAndEdits'] as const)('a message that is dated ahead begins a wait when it is seen, and hides no other (last_updated_at moves: %s)', async (lastUpdatedMoves) => {
		const scene = await Scene.set({ events: ['ticketUnanswered'], unanswered: { first: HOUR } }, { lastUpdatedMoves });
		await scene.poll();
		const ahead = { action_cd: 'received' as const, created_at: scene.now, sent_at: scene.now + 400 * 24 * HOUR };
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [ahead] });
		await minutes(scene, 30);
		scene.store.addMessage(ticket_id, received(scene.now));
		const given = await minutes(scene, 300);
		expect(given).toEqual([[expect.any(Number), ticket_id]]);
		expect(given[0][0]).toBeLessThanOrEqual(32);
	});

	it('a wait goes on when the date of its message comes, and ends with the answer', async () => {
		const scene = await set({ unanswered: { first: HOUR } });
		await scene.poll();
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open', messages: [{ action_cd: 'received', created_at: scene.now, sent_at: scene.now + 3 * HOUR }] });
		expect((await minutes(scene, 2 * 60)).map(([, id]) => id)).toEqual([ticket_id]);
		scene.store.addMessage(ticket_id, { ...received(scene.now), method_cd: 'record' });
		await minutes(scene, 70);
		scene.store.addMessage(ticket_id, received(scene.now));
		expect(await minutes(scene, 2 * 60)).toEqual([]);
		scene.store.addMessage(ticket_id, ours(scene.now));
		await minutes(scene, 2);
		scene.store.addMessage(ticket_id, received(scene.now));
		expect((await minutes(scene, 70)).map(([, id]) => id)).toEqual([ticket_id]);
	});
});

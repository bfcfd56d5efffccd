import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';

import { idsOf, Scene, SETTINGS } from './scene';

const INBOX_102 = /\/102\//;

/** What a poll did with its failures: thrown, reported, tolerated. */
async function outcomes(scene: Scene, polls: number): Promise<string[]> {
	const seen: string[] = [];
	for (let count = 0; count < polls; count++) {
		const { report } = (await scene.poll()) ?? {};
		seen.push(report?.thrown ? 'thrown' : report?.reported.length ? 'reported' : report?.tolerated.length ? 'tolerated' : 'fine');
	}
	return seen;
}

describe('trouble', () => {
	it('goes on with the other inboxes when one cannot be read, and says so when it begins and every hour', async () => {
		const scene = await Scene.set({ inboxes: [101, 102, 103] });
		await scene.poll();
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: INBOX_102, times: 1_000 } });
		const first = scene.store.createTicket({ message_box_id: 101 });
		const second = scene.store.createTicket({ message_box_id: 103 });
		const result = await scene.poll();
		expect(idsOf(result?.events ?? [])).toEqual([first.ticket_id, second.ticket_id]);
		expect(result?.report.reported.map(({ messageBoxId, meaning }) => [messageBoxId, meaning])).toEqual([[102, 'refused']]);
		const seen = await outcomes(scene, 120);
		expect(seen.filter((what) => what === 'reported')).toHaveLength(2);
		expect(seen).not.toContain('thrown');
		const missed = scene.store.createTicket({ message_box_id: 102 });
		scene.simulator.faults.clear();
		expect(idsOf(await scene.allEvents())).toEqual([missed.ticket_id]);
	});

	it('fails the poll when no inbox can be read', async () => {
		const scene = await Scene.set({ inboxes: [101, 102] });
		await scene.poll();
		scene.simulator.faults.add({ kind: 'status', status: 403, when: { times: 1_000 } });
		expect(await outcomes(scene, 2)).toEqual(['thrown', 'thrown']);
	});

	it.each([
		['maintenance', { kind: 'status', status: 503 }],
		['no answer', { kind: 'noAnswer' }],
		['a reset connection', { kind: 'resetBefore' }],
		['a server error', { kind: 'status', status: 500 }],
		['half an answer', { kind: 'cutJson' }],
	] as const)('bears %s for three polls in a row', async (_name, fault) => {
		const scene = await Scene.set();
		for (let count = 0; count < 3; count++) scene.store.createTicket();
		await scene.poll();
		scene.simulator.faults.add({ ...fault, when: { times: 1_000 } });
		expect(await outcomes(scene, 5)).toEqual(['tolerated', 'tolerated', 'tolerated', 'thrown', 'thrown']);
		const ticket = scene.store.createTicket();
		scene.simulator.faults.clear();
		expect(idsOf(await scene.events())).toEqual([ticket.ticket_id]);
		scene.simulator.faults.add({ ...fault, when: { times: 1_000 } });
		expect(await outcomes(scene, 2)).toEqual(['tolerated', 'tolerated']);
	});

	it.each([
		['a wrong token', { kind: 'status', status: 401 }],
		['a web page', { kind: 'html' }],
		['a redirect', { kind: 'redirect' }],
	] as const)('says at once that there is %s', async (_name, fault) => {
		const scene = await Scene.set();
		await scene.poll();
		scene.simulator.faults.add({ ...fault, when: { times: 1_000 } });
		expect(await outcomes(scene, 1)).toEqual(['thrown']);
	});

	it('fails the activation when the inbox cannot be read, whatever the reason', async () => {
		for (const status of [403, 404, 500, 503]) {
			const scene = await Scene.set();
			scene.simulator.faults.add({ kind: 'status', status });
			expect(await outcomes(scene, 2)).toEqual(['thrown', 'fine']);
		}
	});

	it('keeps what it has read when the rate limit is used up, and goes on from there', async () => {
		const scene = await Scene.set({ includeMessages: true }, { rateLimit: { limit: 60, windowMs: 60_000 } });
		await scene.poll(MINUTE);
		scene.now = Math.ceil(scene.now / MINUTE) * MINUTE;
		const tickets = Array.from({ length: 8 }, () => scene.store.createTicket().ticket_id);
		scene.simulator.consumeQuota(55);
		const first = await scene.poll(SECOND);
		expect(idsOf(first?.events ?? [])).toEqual(tickets.slice(0, 4));
		expect(first?.report.thrown).toBeNull();
		const limited = await scene.poll(SECOND);
		expect(limited?.events).toEqual([]);
		expect(limited?.report.thrown).toBeNull();
		expect(idsOf(await scene.events())).toEqual(tickets.slice(4));
	});

	it('fails when the rate limit has left nothing for five minutes, with the time at which it opens', async () => {
		const scene = await Scene.set();
		await scene.poll();
		const headers = { 'X-RateLimit-Remaining': '0' };
		scene.simulator.faults.add({ kind: 'status', status: 403, headers, when: { times: 1_000 } });
		expect(await outcomes(scene, 6)).toEqual([...Array<string>(5).fill('tolerated'), 'thrown']);
		expect((await scene.poll())?.report.thrown).toMatchObject({ meaning: 'limit', error: { failure: { kind: 'rateLimit' } } });
		scene.simulator.faults.clear();
		expect(await outcomes(scene, 1)).toEqual(['fine']);
	});

	it('does not fail as long as it reads anything, though the rate limit leaves nothing for details', async () => {
		const scene = await Scene.set({ includeMessages: true });
		await scene.poll();
		const tickets = Array.from({ length: 8 }, () => scene.store.createTicket().ticket_id);
		const headers = { 'X-RateLimit-Remaining': '0' };
		scene.simulator.faults.add({ kind: 'status', status: 403, headers, when: { path: /\/tickets\/\d+$/, times: 1_000 } });
		expect(await outcomes(scene, 8)).toEqual(Array<string>(8).fill('tolerated'));
		scene.simulator.faults.clear();
		expect(idsOf(await scene.events())).toEqual(tickets);
	});

	it('stops in time and goes on in the next poll', async () => {
		const scene = await Scene.set({ includeMessages: true, maxRequests: 50 });
		await scene.poll();
		scene.latency = 2 * SECOND;
		const tickets = Array.from({ length: 20 }, () => scene.store.createTicket().ticket_id);
		const before = scene.now;
		const events = await scene.events(0);
		expect(scene.now - before).toBeLessThanOrEqual(30 * SECOND);
		expect(events.length).toBeGreaterThan(0);
		expect([...idsOf(events), ...idsOf(await scene.allEvents())]).toEqual(tickets);
	});

	it('lets a second poll of the same node do nothing', async () => {
		const scene = await Scene.set();
		await scene.poll();
		scene.store.createTicket();
		const [first, second] = await Promise.all([scene.poll(0), scene.poll(0)]);
		expect(first?.events).toHaveLength(1);
		expect(second).toBeNull();
	});

	it('lets a poll that n8n has given up store nothing when it comes to its end after all', async () => {
		const scene = await Scene.set();
		let second: ReturnType<Scene['poll']> | undefined;
		scene.onTravel = () => {
			if (second !== undefined) return;
			scene.now += 6 * MINUTE;
			second = scene.poll(0);
		};
		expect(await scene.poll()).toBeNull();
		expect(await second).not.toBeNull();
	});

	it.each([500, 503])('gives a ticket without its messages when the service answers %i for it in three polls, and what comes after it', async (status) => {
		const scene = await Scene.set({ includeMessages: true });
		await scene.poll();
		const poison = scene.store.createTicket();
		const next = scene.store.createTicket();
		scene.simulator.faults.add({ kind: 'status', status, when: { path: new RegExp(`/${poison.ticket_id}$`), times: 1_000 } });
		const emitted = [];
		for (let polls = 0; polls < 4; polls++) emitted.push((await scene.poll())?.events.map(({ ticket_id, messages }) => [ticket_id, messages?.length]));
		expect(emitted).toEqual([[[next.ticket_id, 1]], [], [[poison.ticket_id, 0]], []]);
	});

	it('gives the messages of such a ticket when it can be shown again', async () => {
		const scene = await Scene.set({ events: ['newMessage'], lookBack: 4 * HOUR });
		await scene.poll();
		const { ticket_id, messages } = scene.store.createTicket();
		scene.simulator.faults.add({ kind: 'status', status: 500, when: { path: new RegExp(`/${ticket_id}$`), times: 1_000 } });
		expect(await outcomes(scene, 4)).toEqual(['tolerated', 'tolerated', 'tolerated', 'fine']);
		scene.simulator.faults.clear();
		const emitted: unknown[] = [];
		for (let passed = 0; passed < 2 * HOUR; passed += 5 * MINUTE) {
			emitted.push(...(await scene.events(5 * MINUTE)).map(({ message }) => message?.message_id));
		}
		expect(emitted).toEqual([messages[0].message_id]);
	});

	it('does not take a ticket for gone because it was not found once', async () => {
		const scene = await Scene.set({ includeMessages: true });
		await scene.poll();
		const ticket = scene.store.createTicket();
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: new RegExp(`/${ticket.ticket_id}$`) } });
		expect(await scene.poll()).toMatchObject({ events: [], report: { thrown: null, reported: [], tolerated: [{ messageBoxId: 101 }] } });
		const [event] = await scene.events();
		expect(event.messages).toHaveLength(1);
	});

	it('gives a ticket of the start with its messages when it was not found once', async () => {
		const scene = await Scene.set({ includeMessages: true, start: { mode: 'newest', count: 2 } });
		const [first, second] = [scene.store.createTicket(), scene.store.createTicket()];
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: new RegExp(`/${first.ticket_id}$`) } });
		expect(idsOf(await scene.events())).toEqual([second.ticket_id]);
		expect((await scene.allEvents()).map((event) => [event.event, event.ticket_id, event.messages?.length])).toEqual([['ticketCreated', first.ticket_id, 1]]);
	});

	it('does not take a ticket of the start for gone because it was not listed once', async () => {
		const scene = await Scene.set({ includeMessages: true, start: { mode: 'newest', count: 1 } });
		const { ticket_id } = scene.store.createTicket();
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: new RegExp(`/${ticket_id}$`) } });
		expect(await scene.events()).toEqual([]);
		const notListed = jest.spyOn(scene.service, 'search').mockResolvedValue({ tickets: [], serverTime: null });
		const given = await scene.events();
		notListed.mockRestore();
		expect([...idsOf(given), ...idsOf(await scene.allEvents())]).toEqual([ticket_id]);
	});

	it('gives a ticket of the start that could not be shown for long, under a filter that goes by its messages', async () => {
		const filters = { ...SETTINGS.filters, methodCds: ['mail'] };
		const scene = await Scene.set({ filters, start: { mode: 'newest', count: 1 }, events: ['ticketCreated', 'ticketChanged'] });
		const { ticket_id } = scene.store.createTicket({ messages: [{ method_cd: 'mail', action_cd: 'received', sent_at: scene.now - HOUR }] });
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: new RegExp(`/${ticket_id}$`), times: 1_000 } });
		for (let polls = 0; polls < 6; polls++) expect(await scene.events()).toEqual([]);
		scene.store.editTicket(ticket_id, { color_cd: 'red' });
		expect(await scene.events()).toEqual([]);
		scene.simulator.faults.clear();
		const emitted = [...(await scene.events(2 * HOUR)), ...(await scene.allEvents())];
		expect(emitted.map(({ event, color_cd }) => [event, color_cd])).toEqual([['ticketCreated', 'red']]);
	});

	it('serves every inbox in time when the requests do not suffice for all', async () => {
		const scene = await Scene.set({ inboxes: [101, 102, 103], maxRequests: MIN_REQUESTS });
		for (let count = 0; count < 3; count++) await scene.poll();
		const tickets = [101, 102, 103].map((message_box_id) => scene.store.createTicket({ message_box_id }).ticket_id);
		const emitted = idsOf(await scene.allEvents());
		expect(emitted.sort()).toEqual(tickets);
	});
});

describe('the list of inboxes', () => {
	it('gives of an inbox that is added again what is there, not what has been read before', async () => {
		const start = { mode: 'sinceDate', at: Date.parse('2026-03-02T07:00:00Z') } as const;
		const scene = await Scene.set({ inboxes: [101, 102], events: ['ticketCreated', 'newMessage'], start });
		const [gone, stays] = [scene.store.createTicket(), scene.store.createTicket()];
		expect((await scene.events()).length).toBe(4);
		scene.settings.inboxes = [102];
		await scene.poll();
		scene.store.removeTicket(gone.ticket_id);
		scene.store.editTicket(stays.ticket_id, { title: 'Parcel found' });
		scene.settings.inboxes = [101, 102];
		const emitted = await scene.events(HOUR);
		expect(emitted.map(({ ticket_id, title }) => [ticket_id, title])).toEqual([
			[stays.ticket_id, 'Parcel found'],
			[stays.ticket_id, 'Parcel found'],
		]);
	});

	it('begins with an inbox that is added, forgets one that is taken out, and repeats nothing', async () => {
		const scene = await Scene.set({ inboxes: [101, 102] });
		await scene.poll();
		const create = (message_box_id: number) => scene.store.createTicket({ message_box_id }).ticket_id;
		const before = [create(101), create(102)];
		expect(idsOf(await scene.events())).toEqual(before);
		create(103);
		scene.settings.inboxes = [101, 103];
		expect(await scene.events()).toEqual([]);
		create(102);
		const after = [create(101), create(103)];
		expect(idsOf(await scene.events())).toEqual(after);
		scene.settings.inboxes = [101, 102, 103];
		expect(await scene.events(HOUR)).toEqual([]);
		expect(await scene.allEvents()).toEqual([]);
	});
});

const SECOND = 1_000;

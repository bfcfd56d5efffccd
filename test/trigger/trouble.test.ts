import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import type { Fault } from '../simulator';

import { idsOf, messageIdsOf, Scene } from './scene';

const WITH_MESSAGES = { includeMessages: true };
const LIMITED: Fault = { kind: 'status', status: 403, headers: { 'X-RateLimit-Remaining': '0' } };
const ofTicket = (id: number) => new RegExp(`/${id}$`);

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
		const scene = await Scene.begun({ inboxes: [101, 102, 103] });
		scene.fail({ kind: 'status', status: 404 }, /\/102\//);
		const tickets = scene.create(2, (place) => ({ message_box_id: [101, 103][place] }));
		const result = await scene.poll();
		expect(idsOf(result?.events ?? [])).toEqual(idsOf(tickets));
		expect(result?.report.reported.map(({ messageBoxId, meaning }) => [messageBoxId, meaning])).toEqual([[102, 'refused']]);
		const seen = await outcomes(scene, 120);
		expect(seen.filter((what) => what === 'reported')).toHaveLength(2);
		expect(seen).not.toContain('thrown');
		const missed = scene.store.createTicket({ message_box_id: 102 });
		scene.simulator.faults.clear();
		expect(idsOf(await scene.allEvents())).toEqual([missed.ticket_id]);
	});

	it.each<[string, Fault]>([
		['maintenance', { kind: 'status', status: 503 }],
		['no answer', { kind: 'noAnswer' }],
		['a reset connection', { kind: 'resetBefore' }],
		['a server error', { kind: 'status', status: 500 }],
		['half an answer', { kind: 'cutJson' }],
	])('bears %s for three polls in a row', async (_name, fault) => {
		const scene = await Scene.set();
		scene.create(3);
		await scene.poll();
		scene.fail(fault);
		expect(await outcomes(scene, 5)).toEqual(['tolerated', 'tolerated', 'tolerated', 'thrown', 'thrown']);
		const ticket = scene.store.createTicket();
		scene.simulator.faults.clear();
		expect(idsOf(await scene.events())).toEqual([ticket.ticket_id]);
		scene.fail(fault);
		expect(await outcomes(scene, 2)).toEqual(['tolerated', 'tolerated']);
	});

	it.each<[string, Fault]>([
		['no inbox can be read', { kind: 'status', status: 403 }],
		['the token is wrong', { kind: 'status', status: 401 }],
		['there is a web page', { kind: 'html' }],
		['there is a redirect', { kind: 'redirect' }],
	])('says at once that %s', async (_name, fault) => {
		const scene = await Scene.begun({ inboxes: [101, 102] });
		scene.fail(fault);
		expect(await outcomes(scene, 2)).toEqual(['thrown', 'thrown']);
	});

	it.each([403, 404, 500, 503])('fails the activation when the inbox cannot be read: %i', async (status) => {
		const scene = await Scene.set();
		scene.simulator.faults.add({ kind: 'status', status });
		expect(await outcomes(scene, 2)).toEqual(['thrown', 'fine']);
	});

	it('keeps what it has read when the rate limit is used up, and goes on from there', async () => {
		const scene = await Scene.begun(WITH_MESSAGES, { rateLimit: { limit: 60, windowMs: MINUTE } });
		scene.now = Math.ceil(scene.now / MINUTE) * MINUTE;
		const tickets = idsOf(scene.create(8));
		scene.simulator.consumeQuota(55);
		const first = await scene.poll(SECOND);
		expect(idsOf(first?.events ?? [])).toEqual(tickets.slice(0, 4));
		expect(first?.report.thrown).toBeNull();
		expect(await scene.poll(SECOND)).toMatchObject({ events: [], report: { thrown: null } });
		expect(idsOf(await scene.events())).toEqual(tickets.slice(4));
	});

	it('does not fail as long as it reads anything, though the rate limit leaves nothing for details', async () => {
		const scene = await Scene.begun(WITH_MESSAGES);
		const tickets = idsOf(scene.create(8));
		scene.fail(LIMITED, /\/tickets\/\d+$/);
		expect(await outcomes(scene, 8)).toEqual(Array<string>(8).fill('tolerated'));
		scene.simulator.faults.clear();
		expect(idsOf(await scene.events())).toEqual(tickets);
	});

	it('stops in time and goes on in the next poll', async () => {
		const scene = await Scene.begun({ ...WITH_MESSAGES, maxRequests: 50 });
		scene.latency = 2 * SECOND;
		const tickets = idsOf(scene.create(20));
		const before = scene.now;
		const events = await scene.events(0);
		expect(scene.now - before).toBeLessThanOrEqual(30 * SECOND);
		expect(events.length).toBeGreaterThan(0);
		expect([...idsOf(events), ...idsOf(await scene.allEvents())]).toEqual(tickets);
	});

	it('lets a second poll of the same node do nothing', async () => {
		const scene = await Scene.begun();
		scene.create(1);
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

	it('serves every inbox in time when the requests do not suffice for all', async () => {
		const inboxes = [101, 102, 103];
		const scene = await Scene.set({ inboxes, maxRequests: MIN_REQUESTS });
		await scene.eventsOf(3);
		const tickets = scene.create(3, (place) => ({ message_box_id: inboxes[place] }));
		expect(idsOf(await scene.allEvents()).sort()).toEqual(idsOf(tickets));
	});
});

describe('a ticket that cannot be shown', () => {
	it.each([500, 503])('is emitted without its messages when the service answers %i in three polls, and what comes after it at once', async (status) => {
		const scene = await Scene.begun(WITH_MESSAGES);
		const [poison, next] = scene.create(2);
		scene.fail({ kind: 'status', status }, ofTicket(poison.ticket_id));
		const emitted = [];
		for (let polls = 0; polls < 4; polls++) emitted.push((await scene.events()).map(({ ticket_id, messages }) => [ticket_id, messages?.length]));
		expect(emitted).toEqual([[[next.ticket_id, 1]], [], [[poison.ticket_id, 0]], []]);
	});

	it('has its messages given when it can be shown again', async () => {
		const scene = await Scene.begun({ events: ['newMessage'], lookBack: 4 * HOUR });
		const { ticket_id, messages } = scene.store.createTicket();
		scene.fail({ kind: 'status', status: 500 }, ofTicket(ticket_id));
		expect(await outcomes(scene, 4)).toEqual(['tolerated', 'tolerated', 'tolerated', 'fine']);
		scene.simulator.faults.clear();
		expect(messageIdsOf(await scene.eventsOf(24, { after: 5 * MINUTE }))).toEqual([messages[0].message_id]);
	});

	it('is not taken for gone because it was not found once', async () => {
		const scene = await Scene.begun(WITH_MESSAGES);
		const { ticket_id } = scene.store.createTicket();
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: ofTicket(ticket_id) } });
		expect(await scene.poll()).toMatchObject({ events: [], report: { thrown: null, reported: [], tolerated: [{ messageBoxId: 101 }] } });
		const [event] = await scene.events();
		expect(event.messages).toHaveLength(1);
	});

	it.each([
		['not found', false],
		['not found, and then not listed,', true],
	])('is emitted at the start with its messages when it was %s once', async (_what, vanishes) => {
		const scene = await Scene.set({ ...WITH_MESSAGES, start: { mode: 'newest', count: 1 } });
		const { ticket_id } = scene.store.createTicket();
		scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: ofTicket(ticket_id) } });
		const emitted = await scene.events();
		if (vanishes) {
			const notListed = jest.spyOn(scene.service, 'search').mockResolvedValue({ tickets: [], rows: 0 });
			emitted.push(...(await scene.events()));
			notListed.mockRestore();
		}
		emitted.push(...(await scene.allEvents()));
		expect(emitted.map((event) => [event.event, event.ticket_id, event.messages?.length])).toEqual([['ticketCreated', ticket_id, 1]]);
	});

	it('is emitted at the start as it is by then under a filter that goes by its messages, however long it took', async () => {
		const scene = await Scene.set({ filters: { methodCds: ['mail'] }, start: { mode: 'newest', count: 1 }, events: ['ticketCreated', 'ticketChanged'] });
		const { ticket_id } = scene.store.createTicket({ messages: [{ method_cd: 'mail', action_cd: 'received', sent_at: scene.now - HOUR }] });
		scene.fail({ kind: 'status', status: 404 }, ofTicket(ticket_id));
		expect(await scene.eventsOf(6)).toEqual([]);
		scene.store.editTicket(ticket_id, { color_cd: 'red' });
		expect(await scene.events()).toEqual([]);
		scene.simulator.faults.clear();
		const emitted = [...(await scene.events(2 * HOUR)), ...(await scene.allEvents())];
		expect(emitted.map(({ event, color_cd }) => [event, color_cd])).toEqual([['ticketCreated', 'red']]);
	});
});

describe('the list of inboxes', () => {
	it('emits of an inbox that is added again what is there, not what has been read before', async () => {
		const start = { mode: 'sinceDate', at: Date.parse('2026-03-02T07:00:00Z') } as const;
		const scene = await Scene.set({ inboxes: [101, 102], events: ['ticketCreated', 'newMessage'], start });
		const [gone, stays] = scene.create(2);
		expect((await scene.events()).length).toBe(4);
		scene.settings.inboxes = [102];
		await scene.poll();
		scene.store.removeTicket(gone.ticket_id);
		scene.store.editTicket(stays.ticket_id, { title: 'Parcel found' });
		scene.settings.inboxes = [101, 102];
		const found = [stays.ticket_id, 'Parcel found'];
		expect((await scene.events(HOUR)).map(({ ticket_id, title }) => [ticket_id, title])).toEqual([found, found]);
	});

	it('begins with an inbox that is added, forgets one that is taken out, and repeats nothing', async () => {
		const scene = await Scene.begun({ inboxes: [101, 102] });
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

import { pollOnce } from '../../nodes/SupportInbox/trigger/polling/pollOnce';
import type { Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { sessionAt } from '../harness/session';
import type { Ticket } from '../simulator';

import { idsOf, Scene, SETTINGS } from './scene';

/** Two triggers of one process on one inbox. @returns a poll for each, which gives its events and the requests it sent */
async function sharing(...events: Array<Settings['events']>) {
	return await sharingWith(...events.map((chosen) => ({ events: chosen })));
}

/** @param settings of each trigger, what differs from SETTINGS */
async function sharingWith(...settings: Array<Partial<Settings>>) {
	const scene = await Scene.set({}, { lastUpdatedMoves: 'never' });
	const polls = settings.map((chosen, place) => {
		const memory = {};
		return async (session = scene.session, events = chosen.events) => {
			const before = scene.service.requests;
			const result = await pollOnce({
				key: `shared ${place}`,
				memory: () => memory,
				session,
				origin: 'https://tenant.example',
				settings: { ...SETTINGS, ...chosen, events: events ?? SETTINGS.events },
				service: scene.service,
				limits: scene.limits,
				budget: 26 * SECOND,
			});
			return { requests: scene.service.requests - before, events: result?.events ?? [], thrown: result?.report.thrown };
		};
	});
	return { scene, polls };
}

describe('triggers that share a reader', () => {
	it('a watched ticket of an inbox that another one reads in between is looked at in its turn, though sweeps do not reach all inboxes in one poll', async () => {
		const inboxes = Array.from({ length: 24 }, (_, place) => 201 + place);
		const last = inboxes.slice(-1);
		const { scene, polls: [all, one] } = await sharingWith({ inboxes, events: ['ticketChanged'], maxRequests: undefined }, { inboxes: last });
		for (const id of inboxes) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
		const tickets = inboxes.map((message_box_id) => scene.store.createTicket({ message_box_id, created_at: scene.now - HOUR }));
		const pollBoth = async () => {
			scene.now += 30 * SECOND;
			await one();
			scene.now += 30 * SECOND;
			return (await all()).events;
		};
		await pollBoth();
		// No look-back shows them any more.
		scene.now += 2 * DAY;
		for (let polls = 0; polls < 10; polls++) await pollBoth();
		for (const { ticket_id } of tickets) scene.store.editTicket(ticket_id, { title: 'Renamed' });
		const given: number[] = [];
		for (let polls = 0; polls < 12; polls++) given.push(...idsOf(await pollBoth()));
		expect([...given].sort()).toEqual(tickets.map(({ ticket_id }) => ticket_id).sort());
	});

	it('a poll that another one has read for ends the time that the rate limit leaves nothing', async () => {
		const { scene, polls: [first, other] } = await sharing(['ticketCreated'], ['ticketCreated']);
		const limit = () => scene.simulator.faults.add({ kind: 'status', status: 403, headers: { 'X-RateLimit-Remaining': '0' }, when: { times: 1_000 } });
		await first();
		scene.now += MINUTE;
		limit();
		expect((await first()).thrown).toBeNull();
		scene.simulator.faults.clear();
		scene.now += MINUTE;
		await other();
		scene.now += SECOND;
		expect((await first()).requests).toBe(0);
		scene.now += 5 * MINUTE;
		limit();
		expect((await first()).thrown).toBeNull();
	});

	it('what the sweep of one has read does not make another read every ticket of the look-back whole', async () => {
		const { scene, polls: [first, second] } = await sharing(['newMessage', 'ticketChanged'], ['newMessage', 'ticketChanged']);
		for (let place = 0; place < 20; place++) scene.store.createTicket({ created_at: scene.now - HOUR - place * MINUTE });
		await first();
		await second();
		scene.now += 5 * MINUTE;
		await first();
		scene.now += 30 * SECOND;
		await first();
		expect((await second()).requests).toBeLessThan(10);
	});

	it('what the sweep of one has read does not hide from another what is dated ahead', async () => {
		const { scene, polls: [first, second] } = await sharing(['ticketCreated'], ['ticketCreated']);
		for (let place = 0; place < 60; place++) scene.store.createTicket({ created_at: scene.now - HOUR - place * MINUTE });
		for (let polls = 0; polls < 5; polls++) {
			await first();
			scene.now += 14 * SECOND;
			await second();
			scene.now += 46 * SECOND;
		}
		// The second one has missed a poll: what the first one reads as new activity begins after what it knows, the sweep before.
		await first();
		scene.now += MINUTE;
		const { ticket_id } = scene.store.createTicket({ messages: [{ sent_at: scene.now + 2 * HOUR }] });
		scene.now += 10 * SECOND;
		await first();
		scene.now += 14 * SECOND;
		const { events, requests } = await second();
		expect(idsOf(events)).toEqual([ticket_id]);
		// At most a page of its own sweep; the new activity is what the first one has read.
		expect(requests).toBeLessThanOrEqual(1);
	});

	it('what another process has read before a trigger saw more is not used by it', async () => {
		const { scene, polls: [first, second] } = await sharing(['ticketChanged'], ['ticketChanged']);
		const { ticket_id } = scene.store.createTicket({ status_cd: 'open' });
		const here = scene.session;
		await first();
		scene.now += MINUTE;
		await second();
		scene.store.editTicket(ticket_id, { status_cd: 'closed' });
		scene.now += 3 * SECOND;
		const emitted = [...(await first(sessionAt(() => scene.hostNow()))).events];
		scene.now += 9 * SECOND;
		emitted.push(...(await first(here)).events);
		scene.now += MINUTE;
		emitted.push(...(await first(here)).events);
		expect(emitted.map(({ changes }) => changes)).toEqual([{ status_cd: { from: 'open', to: 'closed' } }]);
	});

	it('who has just chosen New Message gets what comes from then on, though another has read in the very second of its last poll', async () => {
		const { scene, polls: [first, second] } = await sharing(['newMessage'], ['ticketCreated']);
		// Each answer shows the service's time more exactly.
		for (const ms of [0, 10_300, 10_300, 10_300]) {
			scene.now += ms;
			await first();
		}
		await second();
		scene.now = Math.ceil(scene.now / MINUTE) * MINUTE + 300;
		await second();
		scene.now += 450;
		await first();
		await second(scene.session, ['newMessage']);
		scene.now += 10 * SECOND;
		const { messages: [{ message_id }] } = scene.store.createTicket();
		scene.now += MINUTE;
		expect((await second(scene.session, ['newMessage'])).events.map(({ message }) => message?.message_id)).toEqual([message_id]);
	});

	it('what one emits when it reads a ticket again, another emits at once that would read it hours later', async () => {
		const { scene, polls: [first, second] } = await sharing(['newMessage'], ['newMessage']);
		const { ticket_id, last_updated_at } = scene.store.createTicket({ created_at: scene.now - HOUR });
		const joins = scene.now + 4 * HOUR;
		const write = () => {
			scene.store.addMessage(ticket_id, { sent_at: joins - HOUR });
			(scene.store.tickets.get(ticket_id) as Ticket).last_updated_at = last_updated_at;
		};
		const emitted: number[][] = [[], []];
		const poll = async () => {
			for (const [place, each] of [first, second].entries()) if (place === 0 || scene.now > joins) emitted[place].push(...(await each()).events.map(() => scene.now));
		};
		for (let polls = 0; emitted[0].length === 0 && polls < 300; polls++) {
			if (polls === 60) write();
			await poll();
			scene.now += 5 * MINUTE;
		}
		await poll();
		expect(emitted.map(({ length }) => length)).toEqual([1, 1]);
	});


	it('a change that another one has seen waits for no ticket that is to be read again', async () => {
		const few = { events: ['newMessage', 'ticketChanged'] as Settings['events'], lookBack: 2 * HOUR, maxRequests: MIN_REQUESTS };
		const { scene, polls: [first, other] } = await sharingWith(few, { events: ['ticketChanged'], lookBack: 2 * HOUR });
		const tickets = Array.from({ length: 60 }, () => scene.store.createTicket({ created_at: scene.now - HOUR }));
		const both = async () => {
			scene.now += 8 * MINUTE;
			await other();
			scene.now += 2 * MINUTE;
			return (await first()).events;
		};
		// After that all of them are to be read again, two in each poll.
		for (let polls = 0; polls < 5; polls++) await both();
		const edited = [10, 20, 30, 40].map((place) => tickets[place].ticket_id);
		for (const id of edited) scene.store.editTicket(id, { title: 'Renamed' });
		const given: number[] = [];
		given.push(...idsOf(await both()));
		expect(given.sort()).toEqual(edited);
	});
});

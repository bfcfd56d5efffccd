import { NameBook } from '../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../nodes/SupportInbox/trigger/pollOnce';
import { Readers } from '../../nodes/SupportInbox/trigger/reader/readers';
import type { Settings } from '../../nodes/SupportInbox/trigger/settings';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import type { Ticket } from '../simulator';

import { idsOf, Scene, SETTINGS } from './scene';

/** Two triggers of one process on one inbox. @returns a poll for each, which gives its events and the requests it sent */
async function sharing(...events: Array<Settings['events']>) {
	const scene = await Scene.set();
	const polls = events.map((chosen, place) => {
		const memory = {};
		return async (readers = scene.readers, events = chosen) => {
			const before = scene.service.requests;
			const result = await pollOnce({
				key: `shared ${place}`,
				names: new NameBook(),
				memory: () => memory,
				readers,
				origin: 'https://tenant.example',
				settings: { ...SETTINGS, events },
				service: scene.service,
				limits: scene.limits,
				now: () => scene.hostNow(),
				budget: 26 * SECOND,
			});
			return { requests: scene.service.requests - before, events: result?.events ?? [] };
		};
	});
	return { scene, polls };
}

describe('triggers that share a reader', () => {

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
		const here = scene.readers;
		await first();
		scene.now += MINUTE;
		await second();
		scene.store.editTicket(ticket_id, { status_cd: 'closed' });
		scene.now += 3 * SECOND;
		const told = [...(await first(new Readers())).events];
		scene.now += 9 * SECOND;
		told.push(...(await first(here)).events);
		scene.now += MINUTE;
		told.push(...(await first(here)).events);
		expect(told.map(({ changes }) => changes)).toEqual([{ status_cd: { from: 'open', to: 'closed' } }]);
	});

	it('who has just chosen New Message gets what comes from then on, though another has read in the very second of its last poll', async () => {
		const { scene, polls: [first, second] } = await sharing(['newMessage'], ['ticketCreated']);
		// Each answer tells the service's time more exactly.
		for (const ms of [0, 10_300, 10_300, 10_300]) {
			scene.now += ms;
			await first();
		}
		await second();
		scene.now = Math.ceil(scene.now / MINUTE) * MINUTE + 300;
		await second();
		scene.now += 450;
		await first();
		await second(scene.readers, ['newMessage']);
		scene.now += 10 * SECOND;
		const { messages: [{ message_id }] } = scene.store.createTicket();
		scene.now += MINUTE;
		expect((await second(scene.readers, ['newMessage'])).events.map(({ message }) => message?.message_id)).toEqual([message_id]);
	});

	it('what one is told when it reads a ticket again, another is told at once that would read it hours later', async () => {
		const { scene, polls: [first, second] } = await sharing(['newMessage'], ['newMessage']);
		const { ticket_id, last_updated_at } = scene.store.createTicket({ created_at: scene.now - HOUR });
		const joins = scene.now + 4 * HOUR;
		const write = () => {
			scene.store.addMessage(ticket_id, { sent_at: joins - HOUR });
			(scene.store.tickets.get(ticket_id) as Ticket).last_updated_at = last_updated_at;
		};
		const told: number[][] = [[], []];
		const poll = async () => {
			for (const [place, each] of [first, second].entries()) if (place === 0 || scene.now > joins) told[place].push(...(await each()).events.map(() => scene.now));
		};
		for (let polls = 0; told[0].length === 0 && polls < 300; polls++) {
			if (polls === 60) write();
			await poll();
			scene.now += 5 * MINUTE;
		}
		await poll();
		expect(told.map(({ length }) => length)).toEqual([1, 1]);
	});

});

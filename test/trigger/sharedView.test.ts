import { NameBook } from '../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../nodes/SupportInbox/trigger/pollOnce';
import type { Settings } from '../../nodes/SupportInbox/trigger/settings';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { InboxView } from '../../nodes/SupportInbox/trigger/view/inboxView';

import { idsOf, Scene, SETTINGS } from './scene';

/** Two triggers of one process on one inbox. @returns a poll for each, which gives its events and the requests it sent */
async function sharing(...events: Array<Settings['events']>) {
	const scene = await Scene.set();
	const polls = events.map((chosen, place) => {
		const memory = {};
		return async () => {
			const before = scene.service.requests;
			const result = await pollOnce({
				key: `shared ${place}`,
				names: new NameBook(),
				memory: () => memory,
				views: scene.views,
				origin: 'https://tenant.example',
				settings: { ...SETTINGS, events: chosen },
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

describe('triggers that share a view', () => {
	it('a look over all at once makes nothing fresh for the one that needs to know where there is activity', () => {
		const view = new InboxView();
		const read = (at: number, isWide: boolean) =>
			view.noteStretch({ since: 0, until: at, asOf: at * SECOND, readAt: at * SECOND, ids: [], isOpen: true, isWide });
		read(1_000, false);
		read(1_100, true);
		const now = 1_105 * SECOND;
		expect(view.isFresh(now, 20 * SECOND, false)).toBe(true);
		expect(view.isFresh(now, 20 * SECOND, true)).toBe(false);
		read(1_104, false);
		expect(view.isFresh(now, 20 * SECOND, true)).toBe(true);
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
		expect(idsOf((await second()).events)).toEqual([ticket_id]);
	});
});

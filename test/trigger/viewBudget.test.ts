import { NameBook } from '../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../nodes/SupportInbox/trigger/pollOnce';
import type { Settings } from '../../nodes/SupportInbox/trigger/settings';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { ALL_EVENTS, Company } from './company';
import { Scene, SETTINGS } from './scene';

const ALL: Partial<Settings> = { events: ['ticketCreated', 'newMessage', 'ticketChanged'], includeMessages: true };

/** Several triggers of one process on one inbox, each with a memory of its own, polled once a minute at different seconds. */
async function triggersOn(count: number, tickets: number) {
	const scene = await Scene.set(ALL);
	for (let place = 0; place < tickets; place++) scene.store.createTicket({ created_at: scene.now - 23 * HOUR + place * Math.floor((22 * HOUR) / tickets) });
	const triggers = Array.from({ length: count }, (_, place) => ({ key: `budget ${count} ${place}`, memory: {} as Record<string, unknown>, names: new NameBook() }));
	/** Polls all of them once, spread over so many ms. */
	const minute = async (spread = MINUTE) => {
		const begin = scene.now;
		const before = scene.service.requests;
		for (const [place, { key, memory, names }] of triggers.entries()) {
			scene.now = Math.max(scene.now, begin + Math.floor((place * spread) / count));
			await pollOnce({
				key,
				names,
				memory: () => memory as never,
				views: scene.views,
				origin: 'https://tenant.example',
				settings: { ...SETTINGS, ...ALL },
				service: scene.service,
				limits: scene.limits,
				now: () => scene.hostNow(),
				budget: 26 * SECOND,
			});
		}
		scene.now = Math.max(scene.now, begin + spread);
		return scene.service.requests - before;
	};
	return { minute, scene };
}

describe('what an inbox costs, however many triggers listen', () => {
	it.each([
		[1, 5],
		[5, 7],
		[10, 8],
		[20, 10],
	])('%i triggers on an inbox with 500 tickets in the look-back send at most %i requests a minute', async (count, most) => {
		const { minute } = await triggersOn(count, 500);
		await minute(5 * SECOND);
		for (let minutes = 0; minutes < 10; minutes++) await minute();
		let sent = 0;
		for (let minutes = 0; minutes < 40; minutes++) sent += await minute();
		expect(sent / 40).toBeLessThanOrEqual(most);
	});

	it('a look-back that fits into one answer is one search a round', async () => {
		const { minute } = await triggersOn(1, 47);
		for (let minutes = 0; minutes < 5; minutes++) await minute();
		let sent = 0;
		for (let minutes = 0; minutes < 20; minutes++) sent += await minute();
		// The other one is for news.
		expect(sent / 20).toBeLessThanOrEqual(2);
	});

	it('ten triggers that are activated together send at most 40 requests in the first minute', async () => {
		const { minute } = await triggersOn(10, 500);
		const atActivation = await minute(5 * SECOND);
		expect(atActivation + (await minute(55 * SECOND))).toBeLessThanOrEqual(40);
	});
});

describe('ten triggers at the start of n8n, on an inbox with 500 tickets in the look-back', () => {
	it.each([
		['one second apart', SECOND],
		['in the same moment', 0],
	])('that begin %s send at most 40 requests in the first minute, and each has seen every ticket', async (_when, apart) => {
		const company = await Company.start({ oldTickets: 500 });
		const { clock, simulator } = company.service;
		const begun = clock.now();
		const edited = [...simulator.store.tickets.keys()].filter((id) => id % 10 === 0);
		const edit = async () => {
			await company.until(begun + 1.5 * MINUTE);
			for (const id of edited) simulator.store.editTicket(id, { status_cd: 'closed' });
		};
		const watch = async (place: number) => {
			await company.until(begun + place * apart);
			await company.watch(8, { second: (place * 37 + 5) % 60, events: ALL_EVENTS });
		};
		await company.during(...Array.from({ length: 10 }, async (_, place) => await watch(place)), edit());
		expect(simulator.requests.filter(({ at }) => at < begun + MINUTE).length).toBeLessThanOrEqual(40);
		const inOrder = (ids: unknown[]) => ids.map(Number).sort((a, b) => a - b);
		for (const told of company.told) expect(inOrder(told.map(({ json }) => json.ticket_id))).toEqual(inOrder(edited));
	});
});

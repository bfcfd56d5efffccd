import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import { type Settings, MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { idsOf, LIMITED, Scene } from './scene';

/** Triggers of one process. @param chosen what differs from SETTINGS in each @returns a poll for each */
async function sharing(...chosen: Array<Partial<Settings>>) {
	const scene = await Scene.set({}, { lastUpdatedMoves: 'never' });
	return { scene, polls: chosen.map((settings) => scene.another(settings)) };
}

const CREATED: Partial<Settings> = { events: ['ticketCreated'] };
const CHANGED: Partial<Settings> = { events: ['ticketFieldChanged'] };

describe('triggers that share a reader', () => {
	it('a watched ticket of an inbox that another one reads in between is looked at in its turn, though sweeps do not reach all inboxes in one poll', async () => {
		const inboxes = Array.from({ length: 24 }, (_, place) => 201 + place);
		const last = inboxes.slice(-1);
		const { scene, polls: [all, one] } = await sharing({ inboxes, events: ['ticketFieldChanged'], maxRequests: undefined }, { inboxes: last });
		for (const id of inboxes) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
		const tickets = scene.create(24, (place) => ({ message_box_id: inboxes[place], created_at: scene.now - HOUR }));
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
		const emitted: number[] = [];
		for (let polls = 0; polls < 12; polls++) emitted.push(...idsOf(await pollBoth()));
		expect(emitted.sort()).toEqual(idsOf(tickets));
	});

	it('a poll that another one has read for ends the time that the rate limit leaves nothing', async () => {
		const { scene, polls: [first, other] } = await sharing(CREATED, CREATED);
		await first();
		scene.now += MINUTE;
		scene.fail(LIMITED);
		expect((await first()).thrown).toBeNull();
		scene.simulator.faults.clear();
		scene.now += MINUTE;
		await other();
		scene.now += SECOND;
		expect((await first()).requests).toBe(0);
		scene.now += 5 * MINUTE;
		scene.fail(LIMITED);
		expect((await first()).thrown).toBeNull();
	});

	it('what the sweep of one has read does not make another read every ticket of the look-back whole', async () => {
		const both: Partial<Settings> = { events: ['newMessage', 'ticketFieldChanged'] };
		const { scene, polls: [first, second] } = await sharing(both, both);
		scene.create(20, (place) => ({ created_at: scene.now - HOUR - place * MINUTE }));
		await first();
		await second();
		scene.now += 5 * MINUTE;
		await first();
		scene.now += 30 * SECOND;
		await first();
		expect((await second()).requests).toBeLessThan(10);
	});

	it('what the sweep of one has read does not hide from another what is dated ahead', async () => {
		const { scene, polls: [first, second] } = await sharing(CREATED, CREATED);
		scene.create(60, (place) => ({ created_at: scene.now - HOUR - place * MINUTE }));
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

	it('a change that another one has seen waits for no ticket that is to be read again', async () => {
		const few: Partial<Settings> = { events: ['newMessage', 'ticketFieldChanged'], lookback: 2 * HOUR, maxRequests: MIN_REQUESTS };
		const { scene, polls: [first, other] } = await sharing(few, { ...CHANGED, lookback: 2 * HOUR });
		const tickets = scene.create(60, () => ({ created_at: scene.now - HOUR }));
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
		expect(idsOf(await both()).sort()).toEqual(edited);
	});
});

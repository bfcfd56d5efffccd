import { type Settings, MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { sessionAt } from '../harness/session';
import { idsOf, LIMITED, Scene } from './scene';

/** Triggers of one process. @param chosen what differs from SETTINGS in each @returns a poll for each */
async function sharing(...chosen: Array<Partial<Settings>>) {
	const scene = await Scene.set({}, { lastUpdatedMoves: 'never' });
	return { scene, polls: chosen.map((settings) => scene.another(settings)) };
}

const CREATED: Partial<Settings> = { events: ['ticketCreated'] };
const MESSAGES: Partial<Settings> = { events: ['newMessage'] };
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

	it('what another process has read before a trigger saw more is not used by it', async () => {
		const { scene, polls: [first, second] } = await sharing(CHANGED, CHANGED);
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
		const { scene, polls: [first, second] } = await sharing(MESSAGES, CREATED);
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
		await second(scene.session, MESSAGES);
		scene.now += 10 * SECOND;
		const { messages: [{ message_id }] } = scene.store.createTicket();
		scene.now += MINUTE;
		expect((await second(scene.session, MESSAGES)).events.map(({ message }) => message?.message_id)).toEqual([message_id]);
	});

	it('what one emits when it reads a ticket again, another emits at once that would read it hours later', async () => {
		const { scene, polls: [first, second] } = await sharing(MESSAGES, MESSAGES);
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - HOUR });
		const joins = scene.now + 4 * HOUR;
		const emitted: number[][] = [[], []];
		const poll = async () => {
			for (const [place, each] of [first, second].entries()) if (place === 0 || scene.now > joins) emitted[place].push(...(await each()).events.map(() => scene.now));
		};
		for (let polls = 0; emitted[0].length === 0 && polls < 300; polls++) {
			if (polls === 60) scene.store.addMessage(ticket_id, { sent_at: joins - HOUR });
			await poll();
			scene.now += 5 * MINUTE;
		}
		await poll();
		expect(emitted.map(({ length }) => length)).toEqual([1, 1]);
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

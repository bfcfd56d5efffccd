/** What happens in the service over time: what a trigger must stand. */
import { startTenants, type Simulator, type SimulatorOptions } from './index';
import { startWithClient, type Send } from './testClient';

const START = Date.parse('2026-03-11T10:00:00Z');
const MINUTE = 60_000;

let sim: Simulator;
let send: Send;
let now: number;

async function start(options: SimulatorOptions = {}): Promise<void> {
	await sim?.stop();
	now = START;
	({ sim, send } = await startWithClient({ clock: () => now, seed: { tickets: 0 }, timeOffset: 'Z', ...options }));
}

beforeEach(async () => await start());
afterAll(async () => await sim.stop());

const search = async (body: object = {}) => (await send('POST', '101/tickets/search', body)).data;
const idsFound = async (body: object) => (await search(body)).map(({ ticket_id }: { ticket_id: number }) => ticket_id);
const status = async (id: number) => (await send('GET', `101/tickets/${id}`)).status;

test('a row of the search says what GET says', async () => {
	await start({ seed: true, lastUpdatedMoves: 'never' });
	sim.store.editTicket(10001, { status_cd: 'closed', color_cd: 'pink' });
	for (const row of (await search()).slice(0, 20)) {
		const { messages, ...ticket } = (await send('GET', `101/tickets/${row.ticket_id}`)).data;
		expect(row).toEqual(ticket);
		expect(messages).toEqual(expect.any(Array));
	}
});

describe('tickets that are listed and cannot be shown', () => {
	test('several at once, each for its time, and the rest as ever', async () => {
		const [one, two, three] = [1, 2, 3].map(() => sim.store.createTicket({ message_box_id: 101 }).ticket_id);
		sim.store.unshowable.hide(one, { from: START + MINUTE, until: START + 3 * MINUTE });
		sim.store.unshowable.hide(one, { from: START + 4 * MINUTE, until: START + 5 * MINUTE, status: 500 });
		sim.store.unshowable.hide(two, { status: 500 });
		const seen = [];
		for (let minute = 0; minute < 6; minute++) {
			seen.push([await status(one), await status(two), await status(three)]);
			expect((await search()).map((row: { ticket_id: number }) => row.ticket_id).slice(0, 3)).toEqual([three, two, one]);
			now += MINUTE;
		}
		expect(seen).toEqual([[200, 500, 200], [404, 500, 200], [404, 500, 200], [200, 500, 200], [500, 500, 200], [200, 500, 200]]);
		sim.store.unshowable.show(two);
		expect(await status(two)).toBe(200);
		sim.store.unshowable.hide(one);
		sim.store.unshowable.show();
		expect(await status(one)).toBe(200);
		sim.expectNoViolations();
	});
});

describe('drafts', () => {
	test('a draft is sent at a planned time, and is found by when it was sent', async () => {
		const { ticket_id } = sim.store.createTicket({ message_box_id: 101, created_at: START - 60 * MINUTE });
		const { message_id } = sim.store.addMessage(ticket_id, { action_cd: 'draft', sent_at: START - 50 * MINUTE });
		sim.schedule.at(START + 10 * MINUTE, () => void sim.store.sendDraft(message_id));
		const since = new Date(START).toISOString();
		expect(await idsFound({ since })).toEqual([]);
		now = START + 15 * MINUTE;
		expect(await idsFound({ since, action_cds: ['sent'] })).toEqual([ticket_id]);
		const { messages, last_updated_at } = (await send('GET', `101/tickets/${ticket_id}`)).data;
		expect(messages[1]).toMatchObject({ message_id, action_cd: 'sent', sent_at: '2026-03-11T10:10:00Z', last_updated_at: '2026-03-11T10:10:00Z' });
		expect(last_updated_at).toBe('2026-03-11T10:10:00Z');
	});

	test('one that waited for approval, with a time of its own; what is sent is not sent again', () => {
		const { ticket_id } = sim.store.createTicket();
		const { message_id } = sim.store.addMessage(ticket_id, { action_cd: 'approved' });
		expect(sim.store.sendDraft(message_id, START - MINUTE).sent_at).toBe(START - MINUTE);
		expect(() => sim.store.sendDraft(message_id)).toThrow('it cannot be sent');
	});
});

describe('the clock', () => {
	test('steps ahead and back: times, windows and what is planned follow', async () => {
		sim.schedule.at(START + 90 * MINUTE, () => void sim.store.createTicket({ message_box_id: 101, title: 'Planned' }));
		sim.clock.step(2 * 60 * MINUTE);
		const { data, headers } = await send('POST', '101/tickets/search', { per_page: 1 });
		expect(data[0]).toMatchObject({ title: 'Planned', created_at: '2026-03-11T11:30:00Z' });
		expect(headers.date).toBe('Wed, 11 Mar 2026 12:00:00 GMT');
		sim.clock.step(-24 * 60 * MINUTE);
		expect((await send('GET', 'users')).headers.date).toBe('Tue, 10 Mar 2026 12:00:00 GMT');
		expect(sim.store.createTicket().created_at).toBe(START - 22 * 60 * MINUTE);
	});

	test('a step can be planned, and a plan can be dropped', async () => {
		sim.schedule.at(START + MINUTE, () => sim.clock.step(-10 * MINUTE));
		now += 2 * MINUTE;
		expect((await send('GET', 'users')).headers.date).toBe('Wed, 11 Mar 2026 09:52:00 GMT');
		sim.schedule.at(START, () => void sim.store.createTicket({ title: 'Dropped' }));
		sim.schedule.clear();
		sim.clock.step(100 * MINUTE);
		sim.schedule.catchUp();
		expect([...sim.store.tickets.values()].map(({ title }) => title)).not.toContain('Dropped');
	});
});

describe('several tenants', () => {
	test.each([['alike', 10001, 10001], ['apart', 100001, 200001]] as const)('the same inboxes, other tickets, numbered %s', async (ticketIds, first, second) => {
		const [one, two] = await startTenants({ ticketIds, tickets: 3 });
		expect(one.baseUrl).not.toBe(two.baseUrl);
		expect([...two.store.inboxes.keys()]).toEqual([...one.store.inboxes.keys()]);
		expect(one.store.ticket(first).title).toMatch(/^Tenant 1: /);
		expect(two.store.ticket(second).title).toMatch(/^Tenant 2: /);
		one.store.editTicket(first, { color_cd: 'pink' });
		expect(two.store.ticket(second).color_cd).not.toBe('pink');
		const answer = await fetch(`${one.baseUrl}/api/v2/users`, { headers: { Authorization: `Bearer ${two.token}` } });
		expect(answer.status).toBe(401);
		await Promise.all([one.stop(), two.stop()]);
	});
});

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

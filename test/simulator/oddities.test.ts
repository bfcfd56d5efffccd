/** A service that does what no sentence of the document speaks of. That its times are ahead, and that its search is late: test/trigger/wrongTimes. */
import type { Simulator } from './index';
import type { Oddities } from './oddities';
import { MEMO, startWithClient, type Send } from './testClient';

const AT = Date.parse('2026-03-02T08:00:00Z');

let now = AT;
let sim: Simulator;
let send: Send;

async function begin(odd: Partial<Oddities>) {
	now = AT;
	({ sim, send } = await startWithClient({ odd, clock: () => now, seed: { tickets: 0 }, timeOffset: '+09:00', tenantZone: '+09:00' }));
	for (const id of [...sim.store.tickets.keys()]) sim.store.removeTicket(id);
	return sim.store;
}

afterEach(async () => await sim.stop());

const search = async (inbox: number, body: object = {}) => (await send('POST', `${inbox}/tickets/search`, body)).data as Array<Record<string, unknown>>;

it.each([
	['withoutOffset', '2026-03-02T17:00:00'],
	['hoursOnly', '2026-03-02T17:00:00+09'],
	['comma', '2026-03-02T17:00:00,000+09:00'],
	['basic', '20260302T170000+0900'],
] as const)('writes times in another notation: %s', async (timeNotation, text) => {
	const store = await begin({ timeNotation });
	store.createTicket();
	expect(await search(101)).toMatchObject([{ created_at: text }]);
});

it('has a search that sees a deletion some seconds later', async () => {
	const store = await begin({ searchLag: 2_500 });
	const { ticket_id } = store.createTicket();
	await search(101);
	store.removeTicket(ticket_id);
	expect(await search(101)).toHaveLength(1);
	now += 2_500;
	expect(await search(101)).toEqual([]);
});

it('has inboxes whose tickets and messages have the same ids', async () => {
	const store = await begin({ sharedIds: true });
	for (const id of [201, 202]) store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	const [first, second] = [201, 202].map((message_box_id) => store.createTicket({ message_box_id, title: `of ${message_box_id}` }));
	for (const inbox of [201, 202]) {
		expect(await search(inbox, { ticket_ids: [1], message_ids: [1] })).toMatchObject([{ ticket_id: 1, title: `of ${inbox}` }]);
		expect((await send('GET', `${inbox}/tickets/1`)).data).toMatchObject({ ticket_id: 1, messages: [{ message_id: 1 }] });
	}
	await send('PUT', '202/tickets/1', { status_cd: 'closed' });
	const memo = await send('POST', '202/records', { ...MEMO, ticket_id: 1, status_cd: 'closed' });
	expect(memo.data).toEqual({ message_id: 2, ticket_id: 1 });
	expect([first.status_cd, second.status_cd, second.messages.length]).toEqual(['open', 'closed', 2]);
	expect((await send('GET', '103/tickets/1')).status).toBe(404);
	sim.expectNoViolations();
});

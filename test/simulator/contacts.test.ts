import type { Simulator } from './index';
import { startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;

const BASE = 'customer_groups/11/customers';
const full = {
	last_name: 'Sato',
	system_id1: 'K1',
	gender_cd: 2,
	note: 'one\ntwo',
	default_assignee: 'user01',
	emails: [{ email: 'a@b.example' }],
	archived_emails: [{ email: 'old@b.example' }],
	tels: [{ tel: '1' }],
	archived_tels: [{ tel: '2' }],
	badge_ids: [801],
	custom_item1: 'one',
	custom_item9: 'not defined in this address book',
};
const start = async (options = {}) => {
	({ sim, send } = await startWithClient(options));
	expect((await send('POST', `${BASE}/create`, full)).status).toBe(204);
};
const read = async () => (await send('GET', `${BASE}/system_id1/K1`)).data;

afterEach(async () => {
	sim.expectNoViolations();
	await sim.stop();
});

test('a record comes back whole; undefined custom items are ignored', async () => {
	await start();
	const { customer_id, ...record } = await read();
	expect(customer_id).toEqual(expect.any(Number));
	expect(record).toMatchObject({ ...full, custom_item9: null, first_name: null, custom_item10: null });
	expect(Object.keys(record)).toHaveLength(32);
});

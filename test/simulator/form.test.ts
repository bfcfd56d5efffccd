import type { Simulator } from './index';
import { MEMO, startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;

beforeAll(async () => ({ sim, send } = await startWithClient()));
afterAll(() => sim.stop());
beforeEach(() => {
	sim.violations.length = 0;
});

// What is invalid is specified in test/contract; here is one request for each status and each way to read it.
test.each<[string, string, string, unknown, number]>([
	['page given twice', 'GET', 'users?page=1&page=2', undefined, 400],
	['JSON that is none', 'POST', '101/tickets/search', '{"a"', 400],
	['unknown path', 'GET', '101/nothing', undefined, 404],
	['id that is no integer', 'GET', '101/tickets/abc', undefined, 404],
	['GET with a body', 'GET', '101/labels', { page: 1 }, 415],
])('%s is refused and recorded', async (_what, method, path, body, status) => {
	const headers = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined;
	const response = await send(method, path, body, headers);
	expect(response.status).toBe(status);
	expect(response.data).toEqual({ message: expect.any(String) });
	expect(() => sim.expectNoViolations()).toThrow(path.split('?')[0]);
});

// Unknown inboxes, books and keys, keys that are taken, and how paths are decoded: test/resources/errors, contact and ticket/sameIds.
describe('what a correct client can meet is refused and not recorded', () => {
	const table: Array<[string, string, string, unknown, number]> = [
		['unknown label to update', 'PUT', '101/labels/1', { name: 'x' }, 404],
		['archived parent', 'POST', '101/case_categories', { name: 'x', parent_id: 5006 }, 400],
		['parent below itself', 'PUT', '101/labels/3001', { parent_id: 3003 }, 400],
		['pending reason without ongoing', 'PUT', '101/tickets/10001', { status_cd: 'open', pending_reason_id: 201 }, 400],
		['memo of the future', 'POST', '101/records', { ...MEMO, operated_at: '2099-01-01T00:00:00+09:00' }, 400],
	];

	test.each(table)('%s', async (_what, method, path, body, status) => {
		expect((await send(method, path, body)).status).toBe(status);
		sim.expectNoViolations();
	});
});

test('a missing or wrong token is 401, with rate-limit headers', async () => {
	const response = await send('GET', 'users', undefined, { Authorization: 'Bearer wrong' });
	expect(response.status).toBe(401);
	expect(response.data).toEqual({ message: expect.any(String) });
	expect(response.headers['x-ratelimit-limit']).toBe('10000');
});

test('a custom item that the address book does not define is ignored', async () => {
	const body = { system_id1: 'K1', custom_item1: 'one', custom_item9: 'not defined in this address book' };
	expect((await send('POST', 'customer_groups/11/customers/create', body)).status).toBe(204);
	expect((await send('GET', 'customer_groups/11/customers/system_id1/K1')).data).toMatchObject({ custom_item1: 'one', custom_item9: null });
});

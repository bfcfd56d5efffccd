import type { Simulator } from './index';
import { startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;
let now = 0;

const label = { name: 'Once' };
const created = () => sim.store.inbox(101).labels.all().filter(({ name }) => name === 'Once').length;

beforeEach(async () => {
	now = Date.parse('2026-03-11T10:00:59.500Z');
	({ sim, send } = await startWithClient({ clock: () => now, rateLimit: { limit: 3 } }));
});
afterEach(async () => {
	await sim.stop();
});

describe('rate limit', () => {
	test('a fixed window on the server clock, shown on every answer', async () => {
		const seen = [];
		for (const path of ['users', 'nothing', 'users', 'users']) {
			const { status, headers } = await send('GET', path);
			seen.push([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]);
		}
		expect(seen).toEqual([[200, '3', '2'], [404, '3', '1'], [200, '3', '0'], [403, '3', '0']]);
		now = Date.parse('2026-03-11T10:01:00Z');
		const { status, headers } = await send('GET', 'users');
		expect(status).toBe(200);
		expect(headers.date).toBe('Wed, 11 Mar 2026 10:01:00 GMT');
		expect(Number(headers['x-ratelimit-reset'])).toBe(Date.parse('2026-03-11T10:02:00Z') / 1000);
	});

	test('others with the same token use it up; it can be changed', async () => {
		sim.consumeQuota(2);
		expect((await send('GET', 'users')).headers['x-ratelimit-remaining']).toBe('0');
		expect((await send('GET', 'users')).data).toEqual({ message: expect.any(String) });
		sim.setRateLimit({ limit: 5, windowMs: 1000 });
		expect((await send('GET', 'users')).headers['x-ratelimit-remaining']).toBe('4');
	});

	test('a refused request takes no effect', async () => {
		sim.consumeQuota(3);
		expect((await send('POST', '101/labels', label)).status).toBe(403);
		expect(created()).toBe(0);
	});
});

describe('faults', () => {
	test('hit only the requests they are meant for', async () => {
		sim.setRateLimit({ limit: 100 });
		const when = { method: 'GET', path: /labels$/, nth: 2, times: 2 };
		sim.faults.add({ kind: 'status', status: 500, withRateLimitHeaders: false, when });
		const statuses = [];
		for (const path of ['101/labels', 'users', '101/labels', '101/labels', '101/labels']) {
			statuses.push((await send('GET', path)).status);
		}
		expect(statuses).toEqual([200, 200, 500, 500, 200]);
		sim.faults.add({ kind: 'status', withRateLimitHeaders: false });
		expect((await send('GET', 'users')).headers).not.toHaveProperty('x-ratelimit-limit');
		sim.faults.add({ kind: 'status' });
		sim.faults.clear();
		expect((await send('GET', 'users')).status).toBe(200);
	});
});

import type { Fault, Simulator } from './index';
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
	const answers: Array<[string, Fault, number, unknown, number]> = [
		['status', { kind: 'status', status: 503, body: { message: 'maintenance' } }, 503, { message: 'maintenance' }, 0],
		['status after effect', { kind: 'status', afterEffect: true }, 500, { message: expect.any(String) }, 1],
		['html', { kind: 'html' }, 200, expect.stringContaining('<html>'), 0],
		['cutJson', { kind: 'cutJson' }, 200, expect.stringMatching(/^\{"label_[^}]*$/), 1],
		['emptyBody', { kind: 'emptyBody' }, 200, '', 1],
		['wrongShape', { kind: 'wrongShape' }, 200, ['ok'], 1],
		['redirect', { kind: 'redirect', location: 'http://elsewhere.example/' }, 302, '', 0],
		['delay', { kind: 'delay', delayMs: 30 }, 200, { label_id: expect.any(Number) }, 1],
	];

	test.each(answers)('%s', async (_what, fault, status, data, effects) => {
		sim.faults.add(fault);
		const response = await send('POST', '101/labels', label);
		expect({ status: response.status, data: response.data }).toEqual({ status, data });
		expect(response.headers['x-ratelimit-remaining']).toBe('2');
		expect(created()).toBe(effects);
		expect((await send('POST', '101/labels', label)).status).toBe(200);
	});

	test.each([
		['resetBefore', 0],
		['resetAfter', 1],
	] as const)('%s', async (kind, effects) => {
		sim.faults.add({ kind });
		await expect(send('POST', '101/labels', label)).rejects.toThrow('ECONNRESET');
		expect(created()).toBe(effects);
		expect(sim.requests[0].status).toBe('reset');
	});

	test.each([
		['noAnswer', 0],
		['noAnswerAfter', 1],
	] as const)('%s', async (kind, effects) => {
		sim.faults.add({ kind });
		const silence = send('POST', '101/labels', label).catch(() => 'gone');
		while (sim.requests[0]?.status === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
		expect(sim.requests[0].status).toBe('noAnswer');
		expect(created()).toBe(effects);
		await sim.stop();
		expect(await silence).toBe('gone');
	});

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

test('every request is kept as it arrived', async () => {
	await send('POST', '101/labels', { name: '例' }, { 'X-Mark': 'm' });
	expect(sim.requests).toEqual([
		expect.objectContaining({
			at: now,
			method: 'POST',
			path: '/api/v2/101/labels',
			query: {},
			rawBody: '{"name":"例"}',
			body: { name: '例' },
			status: 200,
		}),
	]);
	expect(sim.requests[0].headers['x-mark']).toBe('m');
	sim.clearRequests();
	expect(sim.requests).toEqual([]);
});

test('the service also answers without a network', async () => {
	const headers = { authorization: `Bearer ${sim.token}`, 'content-type': 'application/json' };
	const outcome = await sim.handle({ method: 'POST', path: '/api/v2/101/labels', headers, rawBody: '{"name":"Once"}' });
	expect(outcome).toMatchObject({ status: 200, headers: { 'X-RateLimit-Remaining': '2' } });
	expect(created()).toBe(1);
});

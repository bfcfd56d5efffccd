import type { Simulator } from './index';
import { startWithClient, type Send } from './testClient';

const START = Date.parse('2026-03-11T10:00:00Z');

let sim: Simulator;
let send: Send;
let now: number;

beforeEach(async () => {
	now = START;
	({ sim, send } = await startWithClient({ clock: () => now, rateLimit: { limit: 10 }, seed: { tickets: 2 } }));
});
afterEach(async () => await sim.stop());

const remaining = async () => Number((await send('GET', 'users')).headers['x-ratelimit-remaining']);

test('spends from the same window at its times, and its requests are its own', async () => {
	const other = sim.otherProgram();
	other.spend([{ at: START + 70_000, count: 12 }, { at: START + 1_000, count: 4 }]);
	expect(await remaining()).toBe(9);
	now += 2_000;
	expect(await remaining()).toBe(4);
	now += 60_000;
	expect(await remaining()).toBe(9);
	now += 10_000;
	expect((await send('GET', 'users')).status).toBe(403);
	expect(other.statuses()).toEqual({ 200: 13, 403: 3 });
	expect(other.requests[0]).toMatchObject({ at: START + 1_000, method: 'GET', path: '/api/v2/message_boxes' });
	expect(sim.requests).toHaveLength(4);
});

test('spends regularly, also in windows in which the client sent nothing', async () => {
	const other = sim.otherProgram();
	other.spendEvery({ from: START, until: START + 180_000, everyMs: 20_000, count: 4 });
	now += 179_000;
	expect(await remaining()).toBe(0);
	expect(other.statuses()).toEqual({ 200: 30, 403: 6 });
	expect(sim.requests.map(({ status }) => status)).toEqual([403]);
});

test('no fault meant for the client hits it, and what it may not do throws', async () => {
	sim.faults.add({ kind: 'status', status: 500 });
	const other = sim.otherProgram();
	expect(other.send({ method: 'GET', path: 'users' }).status).toBe(200);
	expect((await send('GET', 'users')).status).toBe(500);
	expect(() => other.send({ method: 'PUT', path: '101/tickets/10001', body: { labels: [] } })).toThrow('must NOT have additional properties: labels');
	sim.expectNoViolations();
});

test('every token has a window of its own, and a revoked one is refused', async () => {
	sim.tokens.add('another');
	const other = sim.otherProgram('another');
	for (let time = 0; time < 10; time++) other.send({ method: 'GET', path: 'users' });
	expect(other.send({ method: 'GET', path: 'users' }).status).toBe(403);
	expect(await remaining()).toBe(9);
	sim.setRateLimit({ limit: 20 });
	sim.tokens.revoke(sim.token);
	expect((await send('GET', 'users')).status).toBe(401);
	expect(other.send({ method: 'GET', path: 'users' }).status).toBe(200);
});

/** What scripts and tests in a real n8n order from a simulator that runs as a process. */
import axios from 'axios';
import { SimulatorClient, startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';

const HOUR = 3_600_000;

let simulator: SimulatorProcess;

beforeAll(async () => {
	simulator = await startSimulatorProcess(['--tenants', '2', '--limit', '40', '--window-ms', String(24 * HOUR), '--keep', '30']);
});
afterAll(async () => await simulator.stop());

const ask = async (method: string, path: string, data?: unknown, { baseUrl, token } = new SimulatorClient(simulator)) =>
	await axios.request({
		method,
		url: `${baseUrl}/api/v2/${path}`,
		headers: { Authorization: `Bearer ${token}` },
		data,
		validateStatus: () => true,
	});
const users = async () => await ask('GET', 'users');

test('tenants in one process', async () => {
	const titles = await Promise.all(
		simulator.tenants.map(async (tenant) => (await ask('GET', '101/tickets/10001', undefined, tenant)).data.title),
	);
	expect(titles).toEqual([expect.stringMatching(/^Tenant 1: /), expect.stringMatching(/^Tenant 2: /)]);
});

test('faults by pattern, count and time', async () => {
	const path = 'users$';
	await simulator.fail({ kind: 'foreignBody', when: { path, times: 'always', until: Date.now() + HOUR } });
	for (let time = 0; time < 2; time++) expect((await users()).data).toEqual({ message: 'please log in' });
	await simulator.failNoMore();
	await simulator.fail({ kind: 'headers', headers: { 'X-RateLimit-Limit': '0', 'X-RateLimit-Reset': null }, when: { path, nth: 2 } });
	expect((await users()).headers['x-ratelimit-limit']).toBe('40');
	const { headers } = await users();
	expect([headers['x-ratelimit-limit'], headers['x-ratelimit-reset']]).toEqual(['0', undefined]);
});

test('tickets that cannot be shown, drafts that are sent, clocks that step', async () => {
	await simulator.hideTicket(10001, { status: 500 });
	expect((await ask('GET', '101/tickets/10001')).status).toBe(500);
	await simulator.showTicket();
	const { message_id } = await simulator.act({ do: 'addMessage', ticketId: 10001, action_cd: 'draft' });
	await simulator.schedule(Date.now() + HOUR, { do: 'sendDraft', messageId: message_id });
	await expect(simulator.schedule(Date.now(), { do: 'nothing' })).rejects.toThrow('400');
	const stateOf = async () => (await ask('GET', '101/tickets/10001')).data.messages.pop().action_cd;
	expect(await stateOf()).toBe('draft');
	await simulator.stepClock(2 * HOUR);
	expect(await stateOf()).toBe('sent');
	await simulator.stepClock(-2 * HOUR);
});

test('messages with files, and traffic by itself', async () => {
	const { message_id } = await simulator.act({ do: 'addMessage', ticketId: 10003, body: 'Late', sent_at: '2026-01-01T00:00:00Z' });
	expect(await simulator.act({ do: 'addAttachment', messageId: message_id, file_name: 'big', size: 1000 })).toMatchObject({ file_name: 'big' });
	const messages = async () => (await simulator.state()).counts.messages;
	const before = await messages();
	await simulator.live(5);
	while ((await messages()) === before) await new Promise((resolve) => setTimeout(resolve, 50));
	await simulator.live(0);
});

test('another program with the same token', async () => {
	const path = '101/tickets/10002';
	await simulator.other({ spend: [{ at: Date.now() - 1, count: 3 }] });
	await simulator.other({ spendEvery: { from: Date.now() + HOUR, until: Date.now() + 2 * HOUR, everyMs: 60_000, count: 1 } });
	await simulator.dropPlans();
	expect(await simulator.other({ send: { method: 'GET', path } })).toMatchObject({ status: 200, data: { ticket_id: 10002 } });
	const before = (await users()).headers['x-ratelimit-remaining'];
	await simulator.other({ around: { moment: 'before', when: { path: 'users$' }, request: { method: 'GET', path: 'users' } } });
	expect(Number((await users()).headers['x-ratelimit-remaining'])).toBe(Number(before) - 2);
	const when = { path: 'tickets/10002$' };
	await simulator.other({ raceForLabel: { inboxId: 101, ticketId: 10002, labelId: 3009, readAfter: when, writeAfter: { ...when, method: 'PUT' } } });
	await ask('GET', path);
	await ask('PUT', path, { label_ids: [3001] });
	expect((await simulator.ticket(10002))?.label_ids).toContain(3009);
	expect((await simulator.ticket(10002))?.label_ids).not.toContain(3001);
	expect(await simulator.otherStatuses()).toEqual({ 200: 6, 204: 1 });
});

test('tokens, and a shorter minute', async () => {
	await simulator.changeTokens({ add: 'new', revoke: simulator.token });
	expect((await users()).status).toBe(401);
	const withNew = new SimulatorClient({ baseUrl: simulator.baseUrl, token: 'new' });
	await simulator.setRateLimit({ limit: 2, windowMs: 1000 });
	const statuses = new Set<number>();
	while (!statuses.has(403)) statuses.add((await ask('GET', 'users', undefined, withNew)).status);
	while ((await ask('GET', 'users', undefined, withNew)).status === 403) await new Promise((resolve) => setTimeout(resolve, 50));
	expect(statuses).toEqual(new Set([200, 403]));
	expect((await simulator.requests()).length).toBeLessThanOrEqual(30);
	expect((await simulator.state()).counts.violations).toBe(0);
});

test('how the API document is read', async () => {
	const client = new SimulatorClient(simulator);
	await client.read({ memoStatus: 'keeps' });
	expect((await axios.get(`${client.baseUrl}/__sim/readings`)).data).toMatchObject({ memoStatus: 'keeps', unknownIds: 'badRequest' });
	await expect(client.read({ memoStatus: 'perhaps' as never })).rejects.toThrow('400');
});

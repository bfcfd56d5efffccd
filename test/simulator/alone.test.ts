import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { startSimulator } from './index';
import { LiveTraffic } from './liveTraffic';

const CLOCK = () => Date.parse('2026-03-11T10:00:00Z');

test('the same seed gives the same data and the same traffic', async () => {
	const run = async (seed: number) => {
		const { store } = await startSimulator({ http: false, clock: CLOCK });
		const traffic = new LiveTraffic(store, seed);
		const events = Array.from({ length: 300 }, () => traffic.step());
		return { events, titles: [...store.tickets.values()].map(({ title, label_ids }) => [title, label_ids]) };
	};
	const first = await run(1);
	expect(await run(1)).toEqual(first);
	expect((await run(2)).events).not.toEqual(first.events);
	expect(new Set(first.events.map(({ kind }) => kind))).toEqual(new Set(['ticket', 'reply', 'edit', 'memo', 'lateMail']));
});

describe('as a process', () => {
	let child: ChildProcess;
	let baseUrl: string;
	let token: string;

	beforeAll(async () => {
		const root = join(__dirname, '..', '..');
		const flags = ['--limit', '5', '--window-ms', '3600000', '--token', 'secret'];
		child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'main.ts'), ...flags], { cwd: root });
		const [line] = (await once(child.stdout!, 'data')) as [Buffer];
		({ baseUrl, token } = JSON.parse(line.toString()));
	});

	afterAll(async () => {
		if (child.exitCode !== null) return;
		child.kill('SIGTERM');
		await once(child, 'exit');
	});

	const admin = async (method: string, command: string, data?: unknown) =>
		await axios.request({ method, url: `${baseUrl}/__sim/${command}`, data, validateStatus: () => true });
	const users = async () =>
		await axios.get(`${baseUrl}/api/v2/users`, {
			headers: { Authorization: `Bearer ${token}` },
			validateStatus: () => true,
		});

	test('serves the service, and an admin API that costs no request', async () => {
		expect(token).toBe('secret');
		for (let time = 0; time < 8; time++) await admin('GET', 'state');
		expect((await users()).headers['x-ratelimit-remaining']).toBe('4');
		await admin('POST', 'faults', { kind: 'status', status: 503, when: { path: 'users$' } });
		expect((await users()).status).toBe(503);
		await admin('POST', 'rate-limit', { limit: 1 });
		await admin('POST', 'consume-quota', { count: 1 });
		expect((await users()).status).toBe(403);
		expect((await admin('GET', 'requests')).data).toHaveLength(3);
	});

	test('lets things happen', async () => {
		const ticket = (await admin('POST', 'act', { do: 'createTicket', title: 'New' })).data;
		const message = { do: 'addMessage', ticketId: ticket.ticket_id, body: 'Late', sent_at: '2026-01-01T00:00:00Z' };
		const { message_id } = (await admin('POST', 'act', message)).data;
		const file = (await admin('POST', 'act', { do: 'addAttachment', messageId: message_id, file_name: 'big', size: 1000 })).data;
		expect(file).toEqual(expect.objectContaining({ file_name: 'big' }));
		expect((await admin('POST', 'act', { do: 'nothing' })).status).toBe(400);
		const before = (await admin('GET', 'state')).data.counts;
		await admin('POST', 'live', { intervalMs: 5 });
		const messages = async () => (await admin('GET', 'state')).data.counts.messages;
		while ((await messages()) === before.messages) await new Promise((resolve) => setTimeout(resolve, 50));
		await admin('POST', 'live', { intervalMs: 0 });
		expect(await messages()).toBeGreaterThan(before.messages);
	});

	test('stops on SIGTERM', async () => {
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});
});

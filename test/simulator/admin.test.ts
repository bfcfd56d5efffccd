/** The admin API, which scripts and tests in a real n8n use to control a simulator that runs as a process. */
import axios from 'axios';
import { SimulatorClient, startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';

const HOUR = 3_600_000;

let simulator: SimulatorProcess;

beforeAll(async () => {
	simulator = await startSimulatorProcess(['--limit', '40', '--window-ms', String(24 * HOUR)]);
});
afterAll(async () => await simulator.stop());

const ask = async (path: string, token = simulator.token) =>
	await axios.get(`${simulator.baseUrl}/api/v2/${path}`, { headers: { Authorization: `Bearer ${token}` }, validateStatus: () => true });
const until = async (isDone: () => Promise<boolean>) => {
	while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50));
};

test('faults by pattern and count', async () => {
	await simulator.fail({ kind: 'foreignBody', when: { path: 'users$', times: 'always' } });
	for (let time = 0; time < 2; time++) expect((await ask('users')).data).toEqual({ message: 'please log in' });
	await simulator.failNoMore();
	expect((await ask('users')).data).toHaveLength(30);
});

test('messages with files and comments, tickets, clocks that step, and traffic by itself', async () => {
	const { message_id } = await simulator.act({ do: 'addMessage', ticketId: 10003, body: 'Late', sent_at: '2026-01-01T00:00:00Z' });
	expect(await simulator.act({ do: 'addAttachment', messageId: message_id, file_name: 'big', size: 1000 })).toMatchObject({ file_name: 'big' });
	const request = { comment_type: 'request', commenter: 'user01', comment: 'May this go out?', commented_at: '2026-01-01T00:00:00Z' };
	await simulator.act({ do: 'addComment', messageId: message_id, ...request });
	expect((await ask('101/tickets/10003')).data.messages.at(-1).comments).toEqual([request]);
	const { ticket_id } = await simulator.act({ do: 'createTicket', title: 'New' });
	expect(await simulator.ticketsAfter(Number(ticket_id) - 1)).toMatchObject([{ title: 'New' }]);
	await expect(simulator.act({ do: 'nothing' })).rejects.toThrow('400');
	await simulator.stepClock(2 * HOUR);
	expect(Date.parse((await ask('users')).headers.date)).toBeGreaterThan(Date.now() + HOUR);
	await simulator.stepClock(-2 * HOUR);
	const messages = async () => (await simulator.state()).counts.messages;
	const before = await messages();
	await simulator.live(5);
	await until(async () => (await messages()) > before + 20);
	await simulator.live(0);
});

test('tokens, a shorter minute, and how the API document is read', async () => {
	await simulator.changeTokens({ add: 'new', revoke: simulator.token });
	expect((await ask('users')).status).toBe(401);
	await simulator.setRateLimit({ limit: 2, windowMs: 1000 });
	const isRefused = async () => (await ask('users', 'new')).status === 403;
	await until(isRefused);
	await until(async () => !(await isRefused()));
	const client = new SimulatorClient(simulator);
	await client.read({ searchOrder: 'updated' });
	await expect(client.read({ searchOrder: 'perhaps' as never })).rejects.toThrow('400');
	expect((await client.state()).counts.violations).toBe(0);
});

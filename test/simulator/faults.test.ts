/** Difficulties that the simulator makes for its clients: limits, faults, other programs, tickets that cannot be shown. */
import axios from 'axios';
import { RESET_UNITS, type Fault, type Simulator } from './index';
import { startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;
let now: number;

beforeEach(async () => {
	now = Date.parse('2026-03-11T10:00:59.500Z');
	({ sim, send } = await startWithClient({ clock: () => now, seed: { tickets: 3 } }));
});
afterEach(async () => await sim.stop());

const status = async (path: string) => (await send('GET', path)).status;

it('the rate limit counts what others send with the token, and a refused request does nothing', async () => {
	sim.setRateLimit(3);
	const other = sim.otherProgram();
	expect(other.send({ method: 'GET', path: 'users' }).status).toBe(200);
	sim.consumeQuota(1);
	expect((await send('GET', 'users')).headers['x-ratelimit-remaining']).toBe('0');
	expect((await send('POST', '101/labels', { name: 'Once' })).status).toBe(403);
	expect(sim.store.inbox(101).labels.all().map(({ name }) => name)).not.toContain('Once');
	expect(other.send({ method: 'GET', path: 'users' }).status).toBe(403);
});

describe('faults', () => {
	it('hit no other program, whose own mistakes are those of the test', async () => {
		sim.faults.add({ kind: 'status' });
		const other = sim.otherProgram();
		expect(other.send({ method: 'GET', path: 'users' }).status).toBe(200);
		expect(() => other.send({ method: 'PUT', path: '101/tickets/10001', body: { labels: [] } })).toThrow('must NOT have additional properties: labels');
	});

	it('an error has no part that a partial answer could lack', async () => {
		sim.faults.add({ kind: 'partial', omit: ['message'] });
		expect((await send('GET', '101/tickets/1')).data).toEqual({ message: 'Ticket not found' });
	});

	it.each<[string, Fault['headers'], Record<string, string | undefined>]>([
		['with a text in its place', { 'X-RateLimit-Limit': 'sixty' }, { 'x-ratelimit-limit': 'sixty' }],
		['left out', { 'X-RateLimit-Limit': null, Date: null }, { 'x-ratelimit-limit': undefined, date: undefined }],
		['changed', RESET_UNITS.microseconds, { 'x-ratelimit-reset': '1773223260000000' }],
	])('a header of an answer is %s', async (_how, headers, expected) => {
		sim.faults.add({ kind: 'headers', headers });
		const response = await send('GET', 'users');
		expect(response.status).toBe(200);
		for (const [name, value] of Object.entries(expected)) expect(response.headers[name]).toBe(value);
	});
});

it('a ticket that is listed cannot be shown for its time', async () => {
	const { unshowable } = sim.store;
	const states = async () => [await status('101/tickets/10001'), await status('101/tickets/10002')];
	unshowable.hide(10001, { until: now + 60_000 });
	unshowable.hide(10002, { status: 500 });
	expect(await states()).toEqual([404, 500]);
	now += 60_000;
	expect(await states()).toEqual([200, 500]);
});

it('a token that arrives at the address of a file is a violation', async () => {
	await sim.setReadings({ attachmentAnswer: 'address' });
	const { attachment_id } = sim.store.addAttachment(20001, { file_name: 'a.txt', content: 'text' });
	const { url } = (await send('GET', `101/messages/attachments/${attachment_id}`)).data;
	await axios.get(url, { headers: { Authorization: 'Bearer x' }, validateStatus: () => true });
	expect(() => sim.expectNoViolations()).toThrow('the access token was sent to the address of a file');
});

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { RATE_LIMIT_NONSENSE, type Fault, type Simulator } from './index';
import { startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;

const label = { name: 'Once' };
const created = () => sim.store.inbox(101).labels.all().filter(({ name }) => name === 'Once').length;

beforeEach(async () => {
	({ sim, send } = await startWithClient({ seed: { tickets: 3 } }));
});
afterEach(async () => await sim.stop());

describe('an answer that is not the service\'s', () => {
	const please = { message: 'please log in' };
	const page = expect.stringContaining('<html>');
	const table: Array<[string, Fault, number, unknown, number]> = [
		['foreign JSON, nothing done', { kind: 'foreignBody' }, 200, please, 0],
		['foreign JSON, done', { kind: 'foreignBody', afterEffect: true }, 200, please, 1],
		['foreign JSON of one\'s own', { kind: 'foreignBody', status: 201, body: { ok: 1 } }, 201, { ok: 1 }, 0],
		['login page, done', { kind: 'html', afterEffect: true }, 200, page, 1],
		['gateway', { kind: 'gateway' }, 502, expect.stringContaining('Bad Gateway'), 0],
		['gateway time-out, done', { kind: 'gateway', status: 504, afterEffect: true }, 504, expect.stringContaining('Time-out'), 1],
		['204 instead of a body', { kind: 'emptyBody', status: 204 }, 204, '', 1],
		['an answer without its id', { kind: 'partial', omit: ['label_id'] }, 200, {}, 1],
	];

	test.each(table)('%s', async (_what, fault, status, data, effects) => {
		sim.faults.add(fault);
		const response = await send('POST', '101/labels', label);
		expect({ status: response.status, data: response.data }).toEqual({ status, data });
		expect('x-ratelimit-limit' in response.headers).toBe(fault.kind !== 'gateway');
		expect(created()).toBe(effects);
	});

	test('204 promised and something else given', async () => {
		sim.faults.add({ kind: 'foreignBody' });
		const { status, data } = await send('PUT', '101/labels/3001', { name: 'New' });
		expect({ status, data }).toEqual({ status: 200, data: please });
		expect(sim.store.inbox(101).labels.get(3001)?.name).not.toBe('New');
	});

	test('a fault that shows the real answer cannot leave the request undone', async () => {
		sim.faults.add({ kind: 'drip', afterEffect: false });
		await expect(send('POST', '101/labels', label)).rejects.toThrow();
	});
});

describe('partial answers', () => {
	const partial = async (fault: Partial<Fault>, method: string, path: string, body?: unknown) => {
		sim.faults.add({ kind: 'partial', ...fault });
		return (await send(method, path, body)).data;
	};

	test('a ticket without fields, also below others', async () => {
		const omit = ['label_ids', 'pending_reason_id', 'case_category_ids', 'messages.attachments'];
		const ticket = await partial({ omit }, 'GET', '101/tickets/10001');
		expect(Object.keys(ticket).sort()).toEqual(
			['assignee', 'color_cd', 'created_at', 'last_updated_at', 'messages', 'status_cd', 'ticket_id', 'title'],
		);
		expect(ticket.messages[0]).toHaveProperty('comments');
		expect(ticket.messages[0]).not.toHaveProperty('attachments');
	});

	test('a contact without e-mails; another value', async () => {
		const path = 'customer_groups/11/customers/system_id1/C-001';
		const contact = await partial({ omit: ['emails'], replace: { tels: null } }, 'GET', path);
		expect(contact).not.toHaveProperty('emails');
		expect(contact.tels).toBeNull();
		expect(contact).toHaveProperty('archived_emails');
	});

	test('some rows of a list', async () => {
		const rows = await partial({ omit: ['label_ids'], rows: [1] }, 'POST', '101/tickets/search', {});
		expect(rows.map((row: object) => 'label_ids' in row)).toEqual([true, false, true]);
	});

	test('errors stay as they are', async () => {
		expect(await partial({ omit: ['message'] }, 'GET', '101/tickets/1')).toEqual({ message: 'Ticket not found' });
	});
});

describe('rate-limit headers that cannot be true', () => {
	test.each(Object.entries(RATE_LIMIT_NONSENSE))('%s', async (_what, headers) => {
		sim.faults.add({ kind: 'headers', headers, when: { times: 'always' } });
		for (let time = 0; time < 3; time++) {
			const response = await send('GET', 'users');
			expect(response.status).toBe(200);
			for (const [name, value] of Object.entries(headers)) {
				expect(response.headers[name.toLowerCase()]).toBe(value ?? undefined);
			}
		}
	});
});

/** What of an answer arrives until it ends or nothing more came for a while. */
async function listenTo(method: string, path: string, body?: object) {
	const headers = { Authorization: `Bearer ${sim.token}`, 'Content-Type': 'application/json' };
	const url = `${sim.baseUrl}/api/v2/${path}`;
	return await new Promise<{ status?: number; length?: number; text: string; end: string }>((resolve) => {
		let answer: IncomingMessage | undefined;
		let text = '';
		let over = false;
		const done = (end: string) => {
			if (over) return;
			over = true;
			const length = answer?.headers['content-length'];
			resolve({ status: answer?.statusCode, length: length === undefined ? undefined : Number(length), text, end });
			sent.destroy();
		};
		const sent = httpRequest(url, { method, headers: body ? headers : { Authorization: headers.Authorization } }, (response) => {
			answer = response;
			response.on('data', (chunk: Buffer) => {
				text += chunk.toString();
				// Long after the real body has arrived.
				if (text.length > 5_000) done('still going on');
			});
			response.on('end', () => done('ended'));
			response.on('error', () => done('broken'));
		});
		sent.on('error', () => done('broken'));
		sent.setTimeout(300, () => done('silent'));
		sent.end(body ? JSON.stringify(body) : undefined);
	});
}

describe('an answer that does not arrive as a whole', () => {
	test('JSON drips for ever', async () => {
		sim.faults.add({ kind: 'drip', everyMs: 1 });
		const { status, length, text, end } = await listenTo('POST', '101/labels', label);
		expect({ status, length, end }).toEqual({ status: 200, length: undefined, end: 'still going on' });
		expect(JSON.parse(text)).toEqual({ label_id: expect.any(Number) });
		expect(created()).toBe(1);
	});

	test('the head drips already', async () => {
		sim.faults.add({ kind: 'drip', everyMs: 5, fromHead: true });
		const socketIsBusy = listenTo('GET', 'users').then(() => 'answered');
		const pause = new Promise((resolve) => setTimeout(() => resolve('nothing yet'), 600));
		expect(await Promise.race([socketIsBusy, pause])).toBe('nothing yet');
	});

	const file = () => `101/messages/attachments/${sim.store.addAttachment(20001, { file_name: 'a', content: 'x'.repeat(1000) }).attachment_id}`;

	test('a file stands still', async () => {
		sim.faults.add({ kind: 'stall', bytes: 300 });
		expect(await listenTo('GET', file())).toEqual({ status: 200, length: 1000, text: 'x'.repeat(300), end: 'silent' });
	});

	test('a file breaks off', async () => {
		sim.faults.add({ kind: 'breakOff' });
		expect(await listenTo('GET', file())).toEqual({ status: 200, length: 1000, text: 'x'.repeat(500), end: 'broken' });
	});

	test.each([['stall', 'silent'], ['breakOff', 'broken']] as const)('without a body the head does: %s', async (kind, end) => {
		sim.faults.add({ kind });
		expect(await listenTo('PUT', '101/labels/3001', { name: 'New' })).toMatchObject({ status: undefined, end });
		expect(sim.store.inbox(101).labels.get(3001)?.name).toBe('New');
	});

	test('stopping ends what still drips', async () => {
		sim.faults.add({ kind: 'drip', everyMs: 1 });
		const end = listenTo('GET', 'users');
		while (sim.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await sim.stop();
		expect(['broken', 'still going on']).toContain((await end).end);
	});
});

test.each([414, 431] as const)('an address that is too long is %i, is not counted and does nothing', async (status) => {
	const short = await startWithClient({ addressLimit: { bytes: 200, status } });
	const contact = async (code: string) => await short.send('DELETE', `customer_groups/11/customers/system_id1/${code}`);
	const refused = await contact('a'.repeat(200));
	expect(refused.status).toBe(status);
	expect(refused.headers).not.toHaveProperty('x-ratelimit-limit');
	expect((await contact('C-001')).headers['x-ratelimit-remaining']).toBe('9999');
	short.sim.expectNoViolations();
	await short.sim.stop();
});

test('a fault may last from one time to another', async () => {
	let now = Date.parse('2026-03-11T10:00:00Z');
	const timed = await startWithClient({ clock: () => now });
	timed.sim.faults.add({ kind: 'status', status: 503, when: { from: '2026-03-11T10:01:00Z', until: '2026-03-11T10:02:00Z', times: 'always' } });
	const statuses = [];
	for (let minute = 0; minute < 4; minute++) {
		statuses.push((await timed.send('GET', 'users')).status);
		now += 30_000;
	}
	now += 30_000;
	statuses.push((await timed.send('GET', 'users')).status);
	expect(statuses).toEqual([200, 200, 503, 503, 200]);
	await timed.sim.stop();
});

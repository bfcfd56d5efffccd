import { RATE_LIMIT_NONSENSE, type Fault, type Simulator } from './index';
import { startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;

beforeEach(async () => {
	({ sim, send } = await startWithClient({ seed: { tickets: 3 } }));
});
afterEach(async () => await sim.stop());

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

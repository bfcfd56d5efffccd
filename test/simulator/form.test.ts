import type { Simulator } from './index';
import { MAIL, MEMO, startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;

beforeAll(async () => ({ sim, send } = await startWithClient()));
afterAll(() => sim.stop());
beforeEach(() => {
	sim.violations.length = 0;
});

describe('what the document forbids or does not show is refused and recorded', () => {
	const table: Array<[string, string, string, unknown, number]> = [
		['unknown parameter', 'POST', '101/tickets/search', { keyword: 'x' }, 400],
		['wrong type', 'POST', '101/tickets/search', { ticket_ids: ['1'] }, 400],
		['number as text', 'PUT', '101/tickets/10001', { pending_reason_id: '201' }, 400],
		['bad enumeration', 'PUT', '101/tickets/10001', { status_cd: 'done' }, 400],
		['null where it is not shown', 'PUT', '101/labels/3001', { parent_id: null }, 400],
		['over-long value', 'PUT', '101/tickets/10001', { snooze_comment: 'あ'.repeat(1001) }, 400],
		['over-long name', 'POST', '101/labels', { name: 'x'.repeat(256) }, 400],
		['too many e-mails', 'POST', 'customer_groups/11/customers/create', { emails: Array(7).fill({ email: 'a@b.c' }) }, 400],
		['wrong entry of a list', 'POST', 'customer_groups/11/customers/create', { tels: ['03'] }, 400],
		['minutes out of range', 'POST', '101/records', { ...MEMO, duration: 1441 }, 400],
		['time without offset', 'POST', '101/tickets/search', { since: '2026-01-01T00:00:00' }, 400],
		['within alone', 'POST', '101/tickets/search', { within: '3days' }, 400],
		['within beyond 99', 'POST', '101/tickets/search', { date: '2026-01-01', within: '100days' }, 400],
		['both snooze times', 'PUT', '101/tickets/10001', { status_cd: 'ongoing', pending_reason_id: 202, snooze_term: 'today', snooze_time: '2099-01-01T00:00:00Z' }, 400],
		['per_page beyond the maximum, body', 'POST', '101/tickets/search', { per_page: 51 }, 400],
		['per_page beyond the maximum, query', 'GET', '101/labels?per_page=101', undefined, 400],
		['paging of an unpaged list', 'GET', 'message_boxes?per_page=10', undefined, 400],
		['paging of pending reasons', 'GET', '101/pending_reasons?page=1', undefined, 400],
		['unknown query parameter', 'GET', 'users?q=a', undefined, 400],
		['page that is no integer', 'GET', 'users?page=one', undefined, 400],
		['page given twice', 'GET', 'users?page=1&page=2', undefined, 400],
		['unknown path', 'GET', '101/nothing', undefined, 404],
		['unknown method', 'DELETE', '101/labels/3001', undefined, 404],
		['id that is no integer', 'GET', '101/tickets/abc', undefined, 404],
		['GET with a body', 'GET', '101/labels', { page: 1 }, 415],
		['body that is no object', 'POST', '101/tickets/search', [1], 400],
	];

	test.each(table)('%s', async (_what, method, path, body, status) => {
		const response = await send(method, path, body);
		expect(response.status).toBe(status);
		expect(response.data).toEqual({ message: expect.any(String) });
		expect(sim.violations).toHaveLength(1);
		expect(() => sim.expectNoViolations()).toThrow(path.split('?')[0]);
	});

	test('missing Content-Type', async () => {
		const response = await send('POST', '101/tickets/search', '{}', { 'Content-Type': 'text/plain' });
		expect(response.status).toBe(415);
		expect(sim.violations[0].message).toContain('Content-Type');
	});

	test('no body and no Content-Type, as an empty body leaves many clients', async () => {
		const response = await fetch(`${sim.baseUrl}/api/v2/101/tickets/search`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${sim.token}` },
		});
		expect(response.status).toBe(415);
	});

	test('JSON that is none', async () => {
		const headers = { 'Content-Type': 'application/json' };
		expect((await send('POST', '101/tickets/search', '{"a"', headers)).status).toBe(400);
		expect(sim.violations).toHaveLength(1);
	});
});

describe('what a correct client can meet is refused and not recorded', () => {
	const table: Array<[string, string, string, unknown, number]> = [
		['unknown inbox', 'GET', '999/labels', undefined, 404],
		['unknown address book', 'GET', 'customer_groups/99/badges', undefined, 404],
		['ticket of another inbox', 'GET', '102/tickets/10001', undefined, 404],
		['unknown label to update', 'PUT', '101/labels/1', { name: 'x' }, 404],
		['unknown parent', 'POST', '101/labels', { name: 'x', parent_id: 1 }, 400],
		['archived parent', 'POST', '101/case_categories', { name: 'x', parent_id: 5006 }, 400],
		['parent below itself', 'PUT', '101/labels/3001', { parent_id: 3003 }, 400],
		['unknown label', 'PUT', '101/tickets/10001', { label_ids: [1] }, 400],
		['unknown assignee', 'PUT', '101/tickets/10001', { assignee: 'nobody' }, 400],
		['pending reason without ongoing', 'PUT', '101/tickets/10001', { status_cd: 'open', pending_reason_id: 201 }, 400],
		['memo of the future', 'POST', '101/records', { ...MEMO, operated_at: '2099-01-01T00:00:00+09:00' }, 400],
		['reply to an unknown message', 'POST', '101/mails/reply', { ...MAIL, message_id: 1 }, 400],
		['duplicate customer code', 'POST', 'customer_groups/11/customers/create', { system_id1: 'C-001' }, 400],
		['duplicate e-mail, archived', 'POST', 'customer_groups/11/customers/create', { emails: [{ email: 'old.hanako.sato@mail.example' }] }, 400],
	];

	test.each(table)('%s', async (_what, method, path, body, status) => {
		expect((await send(method, path, body)).status).toBe(status);
		sim.expectNoViolations();
	});
});

test('lengths are counted in characters, not in UTF-16 units', async () => {
	expect((await send('POST', '101/labels', { name: '😀'.repeat(255) })).status).toBe(200);
	sim.expectNoViolations();
});

test('a missing or wrong token is 401, with rate-limit headers', async () => {
	const response = await send('GET', 'users', undefined, { Authorization: 'Bearer wrong' });
	expect(response.status).toBe(401);
	expect(response.data).toEqual({ message: expect.any(String) });
	expect(response.headers['x-ratelimit-limit']).toBe('10000');
});

test('path parameters are decoded once', async () => {
	sim.store.addContact(11, { system_id1: '%2F..%2F' });
	const path = `customer_groups/11/customers/system_id1/${encodeURIComponent('%2F..%2F')}`;
	expect((await send('GET', path)).data.system_id1).toBe('%2F..%2F');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { handlers } from '../simulator/resources';
import { operationOf, requestProblems, type CheckedRequest } from './check';
import { OPERATIONS, SCHEMAS } from './contract';
import { listNamedBy } from './lists';

const HEADERS = { authorization: 'Bearer x', 'content-type': 'application/json' };

function request(method: string, path: string, body?: unknown, more: Partial<CheckedRequest> = {}): CheckedRequest {
	const rawBody = body === undefined ? '' : JSON.stringify(body);
	return { method, path: `/api/v2/${path}`, query: {}, headers: HEADERS, body, rawBody, ...more };
}

it('has the endpoints of the document, and each transcript by both methods', () => {
	const described = readFileSync(join(__dirname, 'openapi.yaml'), 'utf8').match(/operationId:/g)!;
	expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(described.length);
	expect(OPERATIONS.filter(({ id }) => id.startsWith('post'))).toHaveLength(4);
});

it('each id in the body of a write is one of a list, which the simulator then knows', () => {
	const writes = OPERATIONS.filter(({ segments }) => segments.at(-1) !== 'search');
	const ids = writes.flatMap((operation) => Object.keys(operation.body?.properties ?? {}).filter((name) => /_ids?$/.test(name) && !listNamedBy(name, operation)));
	// A ticket, a message, and the entry above another one.
	expect(new Set(ids)).toEqual(new Set(['message_id', 'parent_id', 'ticket_id']));
});

it('the simulator has every operation, and no other', () => {
	expect(Object.keys(handlers).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
});

it.each([
	['POST', '101/tickets/search', 'searchTickets'],
	['GET', '101/tickets/5', 'getTicket'],
	['POST', 'customer_groups/11/customers/create', 'createCustomer'],
	['GET', 'customer_groups/11/customers/system_id1/create', 'getCustomerByCode'],
	['GET', '101/customers', undefined],
])('%s %s is %s', (method, path, id) => {
	expect(operationOf(request(method, path))?.id).toBe(id);
});

describe('a request that the document allows has no problem', () => {
	it.each([
		['GET', 'users', undefined, { query: { per_page: '100', page: '2' } }],
		['GET', 'customer_groups/11/customers/email/a%2Bb%40example.com', undefined, {}],
		['POST', '101/tickets/search', { label_ids: [-1], color_cds: [''], assignee: '', since: '2026-01-01T00:00:00+09:00', method_cds: ['hologram'] }, {}],
		['POST', '101/tickets/search', { date: '2026-01-01', within: '99months' }, {}],
		['POST', '101/tickets/search', { since: '2026-01-01T00:00:00', until: '2026-01-02' }, {}],
		['POST', '101/tickets/5/messages/6/webchat', {}, { query: { page: '2' } }],
		['POST', '101/tickets/5/messages/6/webchat', undefined, { headers: { authorization: 'Bearer x' } }],
		['PUT', '101/tickets/5', { pending_reason_id: null, color_cd: null, assignee: null, label_ids: [], snooze_comment: '😀'.repeat(1000) }, {}],
	])('%s %s', (method, path, body, more) => {
		expect(requestProblems(request(method, path, body, more))).toEqual([]);
	});
});

describe('a request that the document does not show has a problem', () => {
	const rows: Array<[string, CheckedRequest, RegExp]> = [
		['no token', request('GET', 'users', undefined, { headers: {} }), /access token/],
		['no endpoint', request('GET', '101/users'), /not an endpoint/],
		['an id that is a text', request('GET', '101/tickets/a5'), /path ticket_id must be integer/],
		['an address encoded wrongly', request('GET', 'customer_groups/11/customers/email/%E0%A4%A'), /not percent-encoded/],
		['a page too large', request('GET', '101/templates', undefined, { query: { per_page: '31' } }), /query per_page must be <= 30/],
		['a query that is unknown', request('GET', '101/pending_reasons', undefined, { query: { page: '1' } }), /unknown query parameter page/],
		['a field that is unknown', request('POST', '101/labels', { colour: 'red_01' }), /additional properties: colour/],
		['a number as text', request('PUT', '101/tickets/5', { pending_reason_id: '201' }), /body\/pending_reason_id must be integer,null/],
		['null where it is not shown', request('PUT', '101/labels/5', { parent_id: null }), /body\/parent_id must be integer/],
		['a time that is none', request('POST', '101/tickets/search', { since: '1.1.2026' }), /body\/since must match format "date"/],
		['a blank before the time of day', request('POST', '101/tickets/search', { since: '2026-01-01 00:00:00' }), /body\/since must match pattern/],
		['an empty list of ids', request('POST', '101/tickets/search', { label_ids: [] }), /body\/label_ids must NOT have fewer than 1 items/],
		['a period without its end', request('POST', '101/tickets/search', { within: '3days' }), /must have property date when property within is present/],
		['two return times', request('PUT', '101/tickets/5', { snooze_term: 'today', snooze_time: '2026-01-01T00:00:00Z' }), /must NOT be valid/],
		['a comment too long', request('PUT', '101/tickets/5', { assign_comment: 'x'.repeat(1001) }), /must NOT have more than 1000 characters/],
		['a body that is no JSON', request('POST', '101/tickets/search', undefined, { rawBody: '{"' }), /body must be object/],
		['a body of another type', request('POST', '101/labels', {}, { headers: { ...HEADERS, 'content-type': 'text/plain' } }), /Content-Type/],
		['a GET with a body', request('GET', 'users', {}), /a GET has no body/],
	];

	it.each(rows)('%s', (_what, wrong, problem) => {
		expect(requestProblems(wrong)).toContainEqual(expect.objectContaining({ message: expect.stringMatching(problem) }));
	});
});

it('every object of an answer names its fields and their types', () => {
	for (const name of ['Customer', 'Ticket', 'Message', 'User', 'Template', 'WebchatTranscript']) {
		const { properties = {}, required = [] } = SCHEMAS[name];
		expect({ name, fields: Object.keys(properties).sort() }).toEqual({ name, fields: [...required].sort() });
		for (const schema of Object.values(properties)) expect(schema.type).toBeDefined();
	}
});

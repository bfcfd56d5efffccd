import type { INodeParameters, NodeApiError } from 'n8n-workflow';
import { everythingIn, failureOf } from '../harness/errors';
import type { Fault } from '../simulator';
import { byId, emptyItems, serviceFor } from './service';

const service = serviceFor('label', 'getAll');
/** The update itself: the list that is read before it is answered. */
const always = { method: 'PUT', times: 100 };

/** @returns the error that a run ends with */
async function errorOf(parameters: INodeParameters = {}, token?: string): Promise<NodeApiError> {
	const { simulator } = service;
	const where = { baseUrl: simulator.baseUrl, token: token ?? simulator.token };
	const ofLabel = 'resource' in parameters ? {} : { resource: 'label', labelId: 3001, updateLabelFields: { name: 'x' } };
	return await failureOf(where, { operation: 'update', messageBoxId: byId(101), ...ofLabel, ...parameters });
}

const FAULTS: Array<[string, Fault, RegExp, RegExp]> = [
	['400', { kind: 'status', status: 400, body: { message: 'name is taken' } }, /refused the values: name is taken/, /Check what was sent in: Name/],
	['401', { kind: 'status', status: 401, body: { message: 'revoked' } }, /access token is missing or not valid: revoked/, /Open the Support Inbox credential/],
	['403', { kind: 'status', status: 403, body: { message: 'No' }, headers: { 'X-RateLimit-Remaining': '5' } }, /denied access/, /not the rate limit/],
	['404', { kind: 'status', status: 404, body: { message: 'label not found' } }, /^Not found: Inbox 101, Label 3001 \(label not found\)$/, /Check these fields\.$/],
	['415', { kind: 'status', status: 415, body: { message: 'no charset' } }, /format of the request \(415\): no charset/, /Content-Type/],
	['500', { kind: 'status', status: 500, body: { message: 'Oops' } }, /service failed \(500\): Oops/, /Try again later/],
	['500 of a gateway', { kind: 'status', status: 500, body: '<html><title>Oops</title></html>' }, /gateway before the service failed \(500\)/, /proxies/],
	['503', { kind: 'status', status: 503, body: { message: 'back at 18:00' } }, /under maintenance \(503\): back at 18:00/, /Try again later/],
	['a status of another kind', { kind: 'status', status: 418, body: { message: 'until 18:00' } }, /418.*until 18:00/, /\S/],
	['a web page', { kind: 'html' }, /did not confirm the change/, /the page "Sign in" came.*Base URL/],
	['a redirect', { kind: 'redirect', location: 'http://elsewhere.example/' }, /redirected the request/, /Base URL/],
];

it.each(FAULTS)('%s: what happened and what to do, without the token', async (_what, fault, message, advice) => {
	service.simulator.faults.add({ ...fault, when: always });
	const error = await errorOf();
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(advice);
	expect(everythingIn(error)).not.toContain(service.simulator.token);
});

it.each<[string, INodeParameters, string, RegExp]>([
	['an inbox that does not exist', { messageBoxId: byId(999) }, 'Not found: Inbox 999, Label 3001 (Message box not found)', /Check these fields/],
	['a ticket by a path', { resource: 'ticket', operation: 'get', ticketId: byId('1201/../5') }, 'Ticket: "1201/../5" is not an id.', /whole number such as 1201/],
])('a value that is missing or wrong is named as such: %s', async (_what, parameters, message, advice) => {
	const error = await errorOf(parameters);
	expect(error.message).toBe(message);
	expect(error.description).toMatch(advice);
});

it('names all fields that were sent, also those whose new value depends on the ticket', async () => {
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101 });
	service.simulator.faults.add({ kind: 'status', status: 400, body: { message: 'no' }, when: always });
	const labels = { values: { mode: 'add', labelIds: [3001] } };
	const error = await errorOf({ resource: 'ticket', ticketId: byId(ticket_id), statusCd: 'closed', labels });
	expect(error.description).toBe('Check what was sent in: Status, Labels.');
});

it("quotes up to 100 characters of the service's own words", async () => {
	service.simulator.faults.add({ kind: 'status', status: 400, body: { message: `${'👍'.repeat(100)}${'x'.repeat(20_000)}` } });
	expect((await errorOf()).message).toBe(`The service refused the values: ${'👍'.repeat(100)}…`);
});

it('a wrong token is not shown either', async () => {
	const error = await errorOf({}, 'a-wrong-token');
	expect(error.message).toMatch(/access token/);
	expect(everythingIn(error)).not.toContain('a-wrong-token');
});

it('with Continue On Fail the failing item carries the error and the others go on, each with its pair', async () => {
	const items = await service.run(
		{ messageBoxId: byId('={{ [101, 999, "abc"][$itemIndex] }}'), limit: 2 },
		{ items: emptyItems(3), node: { continueOnFail: true } },
	);
	expect(items.map(({ json, pairedItem }) => [json.label_id ?? json.error, pairedItem])).toEqual([
		[3001, { item: 0 }],
		[3002, { item: 0 }],
		[expect.stringMatching(/^Not found: Inbox 999 \(Message box not found\)\. /), { item: 1 }],
		[expect.stringMatching(/^Inbox: There is no inbox "abc" in this tenant\. /), { item: 2 }],
	]);
});

describe('a 404', () => {
	it.each<[string, Fault]>([
		['a page', { kind: 'status', status: 404, body: '<html><title>Not here</title></html>', withRateLimitHeaders: false }],
		['nothing', { kind: 'status', status: 404, body: '', withRateLimitHeaders: false }],
		['JSON of its own', { kind: 'status', status: 404, body: { error: 'no route' }, withRateLimitHeaders: false }],
	])('of another web server blames the Base URL, not the fields: %s', async (_what, fault) => {
		service.simulator.faults.add(fault);
		const error = await errorOf();
		expect(error.message).toBe('There is no Support Inbox at the Base URL (404)');
		expect(error.description).toMatch(/address of your tenant as the Base URL/);
	});

	it('names the ids that were sent in the body', async () => {
		service.simulator.faults.add({ kind: 'status', status: 404, body: { message: 'not found' }, when: { method: 'POST', times: 100 } });
		const reply = { resource: 'email', operation: 'reply', replyToMessage: 'byId', replyMessageId: 999_999, body: 'x' };
		expect((await errorOf(reply)).message).toMatch(/^Not found: Inbox 101, .*Message ID 999999/);
	});

	const missing = byId(999_999);
	const nobody = { resource: 'contact', customerGroupId: byId(11), findBy: 'systemId1', systemId1: 'nobody' };

	it.each<[string, INodeParameters, string]>([
		['the ticket of a memo', { resource: 'memo', operation: 'create', memoTicketId: missing, memoBody: 'x' }, 'Inbox 101, Ticket 999999 (Ticket not found)'],
		['an attachment', { resource: 'attachment', operation: 'download', source: 'attachment', attachmentId: 999_999 }, 'Inbox 101, Attachment ID 999999 (Attachment not found)'],
		['a contact to read', { ...nobody, operation: 'get' }, 'Address Book 11, Customer Code nobody (Customer not found)'],
		['an address book', { ...nobody, operation: 'upsert', customerGroupId: byId(999), lastName: 'Sato' }, 'Address Book 999, Customer Code nobody (Customer group not found)'],
	])('names %s', async (_what, parameters, named) => {
		expect(await errorOf(parameters)).toMatchObject({ message: `Not found: ${named}`, httpCode: '404' });
	});
});

it.each<[string, INodeParameters]>([
	['a label', { updateLabelFields: {} }],
	['a label, of which fields were left empty', { updateLabelFields: { name: '', parentId: '' } }],
	['a classification', { resource: 'classification', caseCategoryId: 5002, updateClassificationFields: {} }],
	['a contact', { resource: 'contact', customerGroupId: byId(11), findBy: 'systemId1', systemId1: 'K1', updateContactFields: { replaceEmails: {}, clearFields: [] } }],
	['a ticket', { resource: 'ticket', ticketId: byId(1201), updateTicketFields: {} }],
	['a ticket, all of which is left as it is', { resource: 'ticket', ticketId: byId(1201), statusCd: '__keep__', assignee: '__keep__', labels: {} }],
])('an update that changes nothing is refused before a request: %s', async (_what, parameters) => {
	expect((await errorOf(parameters)).message).toMatch(/nothing to update/);
	expect(service.simulator.requests).toEqual([]);
});

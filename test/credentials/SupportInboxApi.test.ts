import type { RequestListener } from 'node:http';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { SupportInboxApi } from '../../credentials/SupportInboxApi.credentials';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { runNode } from '../harness/engine';
import { serversOfEachTest } from '../harness/servers';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';

const REQUEST: IHttpRequestOptions = { url: 'https://tenant.example/api/v2/users', headers: { Accept: 'application/json' } };
const TOKEN = 'tok_5f3a9c_must_not_be_seen';
const NO_ADDRESSES = ['no address', '', 'ftp://tenant.example', 'https://user:pass@tenant.example'];

describe('the credential', () => {
	it.each(['secret', ' secret\n', 'Bearer secret', ' bearer  secret'])('adds the token %j to a request, without blanks, and leaves the rest of it alone', async (accessToken) => {
		expect(await new SupportInboxApi().authenticate({ accessToken, baseUrl: 'tenant.example/inbox' }, REQUEST)).toEqual({
			...REQUEST,
			headers: { ...REQUEST.headers, Authorization: 'Bearer secret' },
		});
	});

	it.each<[string, object, RegExp]>([
		['another host', { url: 'https://evil.example/api/v2/users' }, /is not sent to https:\/\/evil\.example$/],
		['another scheme', { url: 'http://tenant.example/api/v2/users' }, /is not sent to http:\/\/tenant\.example$/],
		['another port', { uri: 'https://tenant.example:8443/' }, /is not sent to https:\/\/tenant\.example:8443$/],
		['a host that begins alike', { uri: 'https://tenant.example.evil.example/' }, /is not sent to https:\/\/tenant\.example\.evil\.example$/],
		['the host as a name', { url: 'https://tenant.example@evil.example/' }, /is not sent to https:\/\/evil\.example$/],
		['an address without a host', { url: '/api/v2/users' }, /is not sent to an address without a host$/],
	])('does not add the token to a request to %s', async (_what, options, refusal) => {
		await expect(new SupportInboxApi().authenticate({ accessToken: TOKEN, baseUrl: 'https://tenant.example' }, options as IHttpRequestOptions)).rejects.toThrow(refusal);
	});

	it.each([{ uri: 'https://tenant.example/api/v2/users' }, { url: '/api/v2/users', baseURL: 'https://tenant.example' }])('adds it to a request of another node: %j', async (options) => {
		expect(await new SupportInboxApi().authenticate({ accessToken: TOKEN, baseUrl: 'https://tenant.example' }, options as IHttpRequestOptions)).toHaveProperty('headers.Authorization');
	});
});

const simulator = simulatorOfEachTest({ token: TOKEN });
const serve = serversOfEachTest();

/** Runs the test of the credential as n8n does: by the name that a node gives for it. */
async function testOf(baseUrl: string, accessToken = TOKEN, node: SupportInbox | SupportInboxTrigger = new SupportInbox(), more = {}) {
	const [{ testedBy }] = node.description.credentials ?? [];
	const test = node.methods.credentialTest[testedBy as 'supportInboxApiTest'];
	const context = new CredentialTestContext({} as never) as unknown as ICredentialTestFunctions;
	return await test.call(context, { id: '1', name: 'A', type: 'supportInboxApi', data: { baseUrl, accessToken, ...more } });
}

describe('the test of the credential', () => {
	it.each([
		['the node', new SupportInbox()],
		['the trigger', new SupportInboxTrigger()],
	])('succeeds with a good credential, by %s', async (_which, node) => {
		expect(await testOf(simulator.baseUrl, TOKEN, node)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(simulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v2/message_boxes']);
	});

	it('takes a token that was copied with the word Bearer', async () => {
		expect(await testOf(simulator.baseUrl, `Bearer ${TOKEN}`)).toMatchObject({ status: 'OK' });
	});

	it.each(['/', '/inbox/101?view=open#top', ' '])('takes an address with %j behind it as its origin', async (more) => {
		expect(await testOf(`${simulator.baseUrl}${more}`)).toMatchObject({ status: 'OK' });
	});

	it.each([
		['an unknown host', 'https://no-such-tenant.invalid', /^The host of the Base URL is not known \((ENOTFOUND|EAI_AGAIN)\): https:\/\/no-such-tenant\.invalid\. Check the spelling/],
		['a closed port', 'http://127.0.0.1:1', /^Nothing answers at the Base URL \(ECONNREFUSED\): http:\/\/127\.0\.0\.1:1\. Check the host and port/],
		...NO_ADDRESSES.map((baseUrl) => [baseUrl, baseUrl, /^The Base URL is not a web address\. Enter/] as const),
	] as const)('says what is wrong with %s', async (_what, baseUrl, message) => {
		expect(await testOf(baseUrl)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});

	it('says so when https meets http, also where the scheme was left out', async () => {
		const host = simulator.baseUrl.replace('http://', '');
		for (const baseUrl of [`https://${host}`, host]) {
			const message = expect.stringMatching(new RegExp(`^The server at the Base URL does not speak https \\(\\w+\\): https://${host}\\. .*http://`));
			expect(await testOf(baseUrl)).toEqual({ status: 'Error', message });
		}
	});

	it.each(['', 'two words', 'tökén'])('says that the token %j cannot be one, without a request', async (token) => {
		expect(await testOf(simulator.baseUrl, token)).toEqual({ status: 'Error', message: expect.stringContaining('The Access Token is empty or holds') });
		expect(simulator.requests).toEqual([]);
	});

	it('says that a token is wrong, and does not show it', async () => {
		const { message } = await testOf(simulator.baseUrl, 'another-token');
		expect(message).toMatch(/^The access token is missing or not valid.*system settings/);
		expect(message).not.toContain('another-token');
	});

	it.each([
		[403, /^The rate limit of 60 requests a minute is used up\. It opens again at/, { 'X-RateLimit-Remaining': '0' }],
		[403, /^The service denied access although requests are left/, { 'X-RateLimit-Remaining': '50' }],
		[404, /^There is no Support Inbox at the Base URL \(404\)/],
		[503, /^The service is under maintenance \(503\)/],
	])('has the words of the node for %d', async (status, message, headers: Record<string, string> = {}) => {
		simulator.faults.add({ kind: 'status', status, headers, body: { message: `back at 18:00, ${simulator.token}` } });
		const result = await testOf(simulator.baseUrl);
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
		expect(result.message).toMatch(/back at 18:00, \*\*\*\./);
	});

	it.each([
		['a login page', (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Login</title>'), /The page "Login" came instead\. Check that the Base URL/],
		['another service', (_request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}'), /something other than a JSON list\. Check that the Base URL/],
		['a list of something else', (_request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{"id":1}]'), /something other than a JSON list/],
		['another site', (_request, response) => response.writeHead(404).end(), /There is no Support Inbox at the Base URL/],
		['a firewall', (_request, response) => response.writeHead(403, { 'Content-Type': 'text/html' }).end('<title>Denied</title>'), /\(403\)\. Check that the Base URL .* no proxy/],
		['a proxy', (_request, response) => response.writeHead(407).end(), /proxy before the service wants a user name/],
	] as Array<[string, RequestListener, RegExp]>)('is not passed by %s', async (_what, listener, message) => {
		expect(await testOf(await serve(listener))).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});

	it.each([
		['https://t.example/101/1201', { status: 'OK', message: 'Connection successful!' }],
		['https://t.example/{ticket_id}', { status: 'OK', message: 'Connection successful!' }],
		['https://t.example/1201/101', { status: 'Error', message: expect.stringMatching(/^The connection works, but the first number of the Sample Ticket URL, 1201, is not an inbox\. Write \{ticket_id\}/) }],
		['https://t.example/tickets', { status: 'Error', message: expect.stringMatching(/^The Sample Ticket URL cannot be used\. It has 0 numbers/) }],
	])('looks at the Sample Ticket URL %s', async (sampleTicketUrl, result) => {
		expect(await testOf(simulator.baseUrl, TOKEN, new SupportInbox(), { sampleTicketUrl })).toEqual(result);
	});

	it.each<[object, RegExp | undefined]>([
		[{ emailLimitPerHour: '30', emailLimitPerRecipientAndDay: 3 }, undefined],
		[{ emailLimitPerHour: '0' }, /^The Email Limit per Hour of the credential is not a whole number from 1 to 10000: "0"\. Open .*leave it empty/],
		[{ emailLimitPerRecipientAndDay: 'three' }, /^The Email Limit per Recipient and Day of the credential is not a whole number .*"three"/],
		[{ emailLimitPerRecipientAndDay: undefined }, /^The Email Limit per Recipient and Day .*: undefined\./],
	])('looks at the email limits %j', async (more, message) => {
		const status = message === undefined ? 'OK' : 'Error';
		expect(await testOf(simulator.baseUrl, TOKEN, new SupportInbox(), more)).toEqual({ status, message: message === undefined ? expect.any(String) : expect.stringMatching(message) });
	});

	it('does not follow a redirect with the token', async () => {
		const received: string[] = [];
		const baseUrl = await serve((request, response) => {
			received.push(request.url ?? '');
			response.writeHead(302, { Location: '/login' }).end();
		});
		expect(await testOf(baseUrl)).toEqual({ status: 'Error', message: expect.stringContaining('The service redirected the request (302). Redirects are not followed') });
		expect(received).toEqual(['/api/v2/message_boxes']);
	});

	it('shows the token in no sentence', async () => {
		const baseUrl = await serve((request, response) => response.writeHead(404).end(request.headers.authorization));
		expect(JSON.stringify(await testOf(baseUrl))).not.toContain(TOKEN);
	});
});

it('an address from the browser works in the node as it does in the test', async () => {
	const labels = { resource: 'label', operation: 'getAll', messageBoxId: byId(101), limit: 1 };
	const items = await runNode({ baseUrl: `${simulator.baseUrl}/inbox/101?view=open`, token: TOKEN }, labels);
	expect(items).toHaveLength(1);
});

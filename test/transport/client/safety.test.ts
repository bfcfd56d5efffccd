import { rejectForeignPath } from '../../../nodes/SupportInbox/transport/connection';
import { runNode } from '../../harness/engine';
import { everythingIn, failureOf } from '../../harness/errors';
import { serversOfEachTest } from '../../harness/servers';
import { simulatorOfEachTest } from '../../harness/simulator';
import { skipTimeouts } from '../../harness/skippedWaits';
import { byId, INBOX } from '../../resources/service';

const TOKEN = 'tok_5f3a9c_must_not_be_seen';
const labels = { resource: 'label', operation: 'getAll', messageBoxId: byId(INBOX) };

skipTimeouts();
const simulator = simulatorOfEachTest({ token: TOKEN });
const serve = serversOfEachTest();

describe('the token', () => {
	it.each([
		['echoed by a web page', { kind: 'html' as const, body: `<p>Authorization: Bearer ${TOKEN}</p>` }],
		['echoed where the excerpt is cut', { kind: 'html' as const, body: `${'x'.repeat(190)}${TOKEN}` }],
		['echoed at the end of a long error', { kind: 'status' as const, status: 400, body: { message: `${'y'.repeat(185)} ${TOKEN}` } }],
		['echoed twice in the title of a page', { kind: 'html' as const, body: `<title>${TOKEN} ${TOKEN}</title>` }],
	])('is in no error: %s', async (_what, fault) => {
		simulator.faults.add({ ...fault, when: { times: 9 } });
		expect(everythingIn(await failureOf(simulator, labels))).not.toContain(TOKEN.slice(0, 10));
	});

	it.each([`${TOKEN}\n`, `${TOKEN}\r\nX-Other: 1`, 'tökén'])('cannot carry a header along: %j', async (token) => {
		// A blank around it is a typing mistake; anything within it is refused before a request.
		await runNode({ baseUrl: simulator.baseUrl, token }, labels).catch((error: unknown) => {
			expect(everythingIn(error)).not.toContain(TOKEN);
		});
		expect(simulator.requests.filter(({ headers }) => headers['x-other'] !== undefined)).toEqual([]);
	});

	it('goes to nobody else: a redirect is not followed', async () => {
		const received: unknown[] = [];
		const location = await serve((request, response) => {
			received.push(request.headers);
			response.end('[]');
		});
		simulator.faults.add({ kind: 'redirect', location });
		const error = await failureOf(simulator, labels);
		expect(error.message).toContain('redirected');
		expect(received).toEqual([]);
	});
});

describe('values in the address', () => {
	it('are checked once more where the request leaves, whatever a field let through', () => {
		const check = (path: string) => rejectForeignPath({ getNode: () => ({ name: 'Node' }) } as never, 'https://tenant.example', path);
		expect(() => check('/api/v2/101/tickets/5')).not.toThrow();
		expect(() => check('/api/v2/customer_groups/11/customers/email/a%2Fb%40c')).not.toThrow();
		for (const path of ['/api/v2/11/..', '/api/v2/%2e%2E/x', '//other.example/x', '/api?x=1', '/a#b', 'https://other.example/']) {
			expect(() => check(path)).toThrow('cannot be part of an address');
		}
	});

	it('a base URL that is no web address is refused', async () => {
		const error = await failureOf({ baseUrl: 'http://user:pass@tenant.example', token: TOKEN }, labels);
		expect(error.message).toBe('The Base URL of the Support Inbox credential is not a web address');
		expect(everythingIn(error)).not.toContain(TOKEN);
	});
});

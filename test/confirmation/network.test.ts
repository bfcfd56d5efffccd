import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { serversOfEachTest } from '../harness/servers';
import { simulatorOfEachTest } from '../harness/simulator';
import { withoutLists } from '../resources/sent';
import { byId, INBOX } from '../resources/service';

const TICKET = 1201;
const simulator = simulatorOfEachTest();
const serve = serversOfEachTest();
beforeEach(() => void simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, label_ids: [3001] }));

const addLabel: INodeParameters = {
	resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET),
	statusCd: 'open', labels: { values: { mode: 'add', labelIds: [3002] } },
};

/** Passes a request on to the simulator. @param path path and query */
function passOn(incoming: IncomingMessage, response: ServerResponse, path: string): void {
	const { port } = new URL(simulator.baseUrl);
	const outgoing = forward({ port, host: '127.0.0.1', path, method: incoming.method, headers: incoming.headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 500, answer.headers);
		answer.pipe(response);
	});
	incoming.pipe(outgoing);
}

describe('through a proxy', () => {
	let passed: string[];
	let requestOptions: { proxy: string };

	beforeEach(async () => {
		passed = [];
		// The service is known to the proxy only, as in many companies.
		const proxy = await serve((incoming, response) => {
			const { pathname, search } = new URL(incoming.url ?? '');
			passed.push(`${incoming.method} ${pathname}`);
			passOn(incoming, response, `${pathname}${search}`);
		});
		requestOptions = { proxy };
	});

	const hidden = () => ({ baseUrl: 'http://inbox.invalid', token: simulator.token });

	it('an update reads as well as it writes', async () => {
		const [item] = await runNode(hidden(), { ...addLabel, requestOptions });
		expect(item.json).toMatchObject({ success: true });
		expect(passed).toEqual(['GET /api/v2/101/labels', 'GET /api/v2/101/labels', `GET /api/v2/101/tickets/${TICKET}`, `PUT /api/v2/101/tickets/${TICKET}`]);
		expect(simulator.store.ticket(TICKET).label_ids).toEqual([3001, 3002]);
	});

	it('what is looked at after a lost answer is looked at the same way', async () => {
		simulator.faults.add({ kind: 'status', status: 500, afterEffect: true, when: { method: 'POST' } });
		const create = { resource: 'ticket', operation: 'create', messageBoxId: byId(INBOX), ticketSubject: 'A call', ticketBody: 'Fresh' };
		const [item] = await runNode(hidden(), { ...create, requestOptions });
		expect(simulator.store.message(item.json.message_id as number).body).toBe('Fresh');
		expect(simulator.requests.filter(({ method }) => method === 'POST').length).toBeGreaterThan(1);
	});
});

describe('a service whose certificate nobody has signed', () => {
	const secured = async () => ({ baseUrl: await serve((incoming, response) => passOn(incoming, response, incoming.url ?? ''), 'https'), token: simulator.token });

	it('is written to with Ignore SSL Issues, and also read from before and after', async () => {
		const more = { return: 'updatedTicket', includeNames: true, requestOptions: { allowUnauthorizedCerts: true } };
		const [item] = await runNode(await secured(), { ...addLabel, ...more });
		expect(item.json).toMatchObject({ label_ids: [3001, 3002] });
		expect(withoutLists(simulator.requests).map(({ method }) => method).slice(0, 3)).toEqual(['GET', 'PUT', 'GET']);
	});

	it.each(['other.example', ''])('is written to where the credential names no scheme and allows the domains "%s"', async (allowedDomains) => {
		const credential = { allowedHttpRequestDomains: 'domains', allowedDomains };
		const { baseUrl, token } = await secured();
		const service = { baseUrl: baseUrl.replace('https://', ''), token, credential };
		const [item] = await runNode(service, { ...addLabel, requestOptions: { allowUnauthorizedCerts: true } });
		expect(item.json).toMatchObject({ success: true });
	});

	it('is not spoken to without it', async () => {
		await expect(runNode(await secured(), addLabel)).rejects.toThrow();
		expect(simulator.requests).toEqual([]);
	});
});

it.each([
	['none', { allowedHttpRequestDomains: 'none' }],
	['a list without the tenant', { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' }],
	['an empty list', { allowedHttpRequestDomains: 'domains', allowedDomains: '' }],
	['all', { allowedHttpRequestDomains: 'all' }],
])('Allowed HTTP Request Domains of the credential, which are about the HTTP Request node: with %s this node works', async (_what, credential) => {
	const [item] = await runNode({ baseUrl: simulator.baseUrl, token: simulator.token, credential }, addLabel);
	expect(item.json).toMatchObject({ success: true });
});

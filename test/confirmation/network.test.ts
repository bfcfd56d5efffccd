import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../harness/engine';
import { byId, INBOX } from '../resources/service';
import { startSimulator, type Simulator } from '../simulator';

const TICKET = 1201;
let simulator: Simulator;

beforeEach(async () => {
	simulator = await startSimulator({ rateLimit: { limit: 10_000 } });
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, label_ids: [3001] });
});

afterEach(async () => {
	simulator.expectNoViolations();
	await simulator.stop();
});

const addLabel: INodeParameters = {
	resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET),
	statusCd: 'open', labels: { values: { mode: 'add', labelIds: [3002] } },
};

describe('Allowed HTTP Request Domains of the credential, which are about the HTTP Request node', () => {
	it.each([
		['none', { allowedHttpRequestDomains: 'none' }],
		['a list without the tenant', { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' }],
		['an empty list', { allowedHttpRequestDomains: 'domains', allowedDomains: '' }],
		['all', { allowedHttpRequestDomains: 'all' }],
	])('%s: this node works', async (_what, credential) => {
		const [item] = await runNode({ ...simulator, baseUrl: simulator.baseUrl, token: simulator.token, credential }, addLabel);
		expect(item.json).toMatchObject({ success: true });
	});
});

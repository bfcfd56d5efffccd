import { randomUUID } from 'node:crypto';
import { failureText, outputItems, outputJson, type Execution } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import { observe } from './observe';
import { byId, chain, rows, start, supportInbox, supportInboxTrigger, type NodeDraft } from './workflows';
import { CREDENTIAL_TYPE, enterWorld, type World } from './world';

const GET = { resource: 'ticket', operation: 'get', messageBoxId: byId(101) };
const NOT_FOUND = /not (be )?found|does not exist|no such/i;

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

async function run(...nodes: NodeDraft[]): Promise<Execution> {
	const id = await world.api.createWorkflow(chain('A run by hand', ...nodes));
	return await world.api.runWorkflow(id, nodes[0]!.name);
}

async function newTicket(ticket: Record<string, unknown>): Promise<number> {
	return (await world.simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: 101, ...ticket })).ticket_id;
}

describe('a workflow run by hand', () => {
	it('says what to do when the ticket does not exist, and keeps no token', async () => {
		const execution = await run(start(), supportInbox('Get', { ...GET, ticketId: byId(999999) }, world.credentials));
		expect(execution.status).toBe('error');
		expect(failureText(execution)).toMatch(NOT_FOUND);
		expect(JSON.stringify(execution)).not.toContain(world.simulator.token);
	});

	it('sends no mail twice with Retry On Fail: one whose answer is lost is found, and those that were sent are not sent again', async () => {
		const { simulator, credentials } = world;
		const when = { method: 'POST', path: '/101/mails$' };
		await simulator.fail({ kind: 'resetAfter', when });
		await simulator.fail({ kind: 'status', status: 400, when: { ...when, nth: 3 } });
		const observation = await observe(simulator);
		const subjects = ['Answer lost', 'Answer heard', 'Refused at first'];
		const mail = { messageBoxId: byId(101), mailAccountId: 'Customer Support', to: 'anna@example.com', subject: '={{ $json.subject }}', body: 'It has arrived.' };
		// n8n runs the whole node again, from its first item.
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
		const send = supportInbox('Send', { resource: 'mail', operation: 'send', ...mail }, credentials, retry);
		const execution = await run(start(), ...rows('Subjects', subjects.map((subject) => ({ subject }))), send);
		expect(failureText(execution)).toBeUndefined();
		const tickets = outputJson(execution, 'Send').map(({ ticket_id }) => ticket_id as number);
		const sent = await Promise.all(tickets.map(async (id) => await simulator.ticket(id)));
		expect(sent.map((ticket) => ticket?.title)).toEqual(subjects);
		const posts = (await observation.requests()).filter(({ path }) => path.endsWith('/mails'));
		expect(posts.map(({ status }) => status)).toEqual(['reset', 200, 400, 200]);
		expect(await observation.violations()).toEqual([]);
	});

	it('sends no mail twice with n8n\'s Retry of a failed execution: those that were sent are found, the others leave', async () => {
		const { simulator, api, credentials } = world;
		const subjects = ['One', 'Two', 'Three', 'Four', 'Five'].map((subject) => `${subject} of a retry`);
		const mail = { messageBoxId: byId(101), mailAccountId: 'Customer Support', to: 'anna@example.com', subject: '={{ $json.subject }}', body: 'It has arrived.' };
		const path = `retry-${randomUUID()}`;
		const hook = { name: 'Call', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters: { path, httpMethod: 'POST' } };
		const send = supportInbox('Send', { resource: 'mail', operation: 'send', ...mail }, credentials);
		// n8n retries no execution that was started by hand.
		const id = await api.createWorkflow(chain('Called from outside', hook, ...rows('Subjects', subjects.map((subject) => ({ subject }))), send));
		await api.activate(id);
		try {
			await simulator.fail({ kind: 'status', status: 400, when: { method: 'POST', path: '/101/mails$', nth: 3 } });
			const observation = await observe(simulator);
			expect((await fetch(`${world.n8nUrl}/webhook/${path}`, { method: 'POST' })).status).toBe(200);
			const failed = await waitFor('the failed run', async () => (await api.executions(id))[0]);
			expect(failureText(failed)).toContain('The service refused');
			const retried = await api.retry(failed.id);
			expect(failureText(retried)).toBeUndefined();
			const items = outputJson(retried, 'Send');
			expect(items.map(({ already_sent }) => already_sent)).toEqual([true, true, undefined, undefined, undefined]);
			const tickets = await Promise.all(items.map(async ({ ticket_id }) => await simulator.ticket(ticket_id as number)));
			expect(tickets.map((ticket) => ticket?.title)).toEqual(subjects);
			const posts = (await observation.requests()).filter(({ path }) => path.endsWith('/mails'));
			// The first run has sent nothing behind the refused one.
			const sent = (answer: number) => posts.filter(({ status }) => status === answer).map(({ body }) => (body as { subject: string }).subject);
			expect([sent(400), sent(200)]).toEqual([['Three of a retry'], ['One', 'Two', 'Three', 'Four', 'Five'].map((subject) => `${subject} of a retry`)]);
			expect(await observation.violations()).toEqual([]);
		} finally {
			await api.deactivate(id);
		}
	});

	it('knows what a trigger of the same n8n has read: the names of labels are asked for once', async () => {
		// What is known belongs to a token: no other test has read anything with this one.
		const accessToken = 'of-two-nodes';
		await world.simulator.changeTokens({ add: accessToken });
		const data = { baseUrl: world.simulator.baseUrl, accessToken };
		const credentials = { [CREDENTIAL_TYPE]: await world.api.createCredential('Of two nodes', CREDENTIAL_TYPE, data) };
		const ticket = await newTicket({ label_ids: [3001] });
		const observation = await observe(world.simulator);
		const triggered = await run(supportInboxTrigger('New ticket', { messageBoxIds: [101] }, credentials));
		const read = await run(start(), supportInbox('Get', { ...GET, ticketId: byId(ticket) }, credentials));
		const items = [...outputItems(triggered, 'New ticket'), ...outputItems(read, 'Get')];
		expect(items.map(({ json }) => json.label_names)).toEqual([['Order'], ['Order']]);
		const labels = (await observation.requests()).filter(({ path }) => path.endsWith('/101/labels')).map(({ query }) => query.page);
		expect(labels).toEqual(['1', '2']);
	});
});

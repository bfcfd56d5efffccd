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
		const send = supportInbox('Send', { resource: 'email', operation: 'send', ...mail }, credentials, retry);
		const execution = await run(start(), ...rows('Subjects', subjects.map((subject) => ({ subject }))), send);
		expect(failureText(execution)).toBeUndefined();
		const tickets = outputJson(execution, 'Send').map(({ ticket_id }) => ticket_id as number);
		const sent = await Promise.all(tickets.map(async (id) => await simulator.ticket(id)));
		expect(sent.map((ticket) => ticket?.title)).toEqual(subjects);
		const posts = (await observation.requests()).filter(({ path }) => path.endsWith('/mails'));
		expect(posts.map(({ status }) => status)).toEqual(['reset', 200, 400, 200]);
		expect(await observation.violations()).toEqual([]);
	});

	/** Runs a workflow from outside, in which a mail is refused, and runs it again as a person does by Retry. @returns the second run, and the mails of both by the answer to them */
	async function retried(nth: number, ...nodes: NodeDraft[]) {
		const { simulator, api } = world;
		const path = `retry-${randomUUID()}`;
		// n8n retries no execution that was started by hand.
		const hook = { name: 'Call', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters: { path, httpMethod: 'POST' } };
		const id = await api.createWorkflow(chain('Called from outside', hook, ...nodes));
		await api.activate(id);
		try {
			await simulator.fail({ kind: 'status', status: 400, when: { method: 'POST', path: '/101/mails(/reply)?$', nth } });
			const observation = await observe(simulator);
			expect((await fetch(`${world.n8nUrl}/webhook/${path}`, { method: 'POST' })).status).toBe(200);
			const failed = await waitFor('the failed run', async () => (await api.executions(id))[0]);
			expect(failureText(failed)).toContain('The service refused');
			const again = await api.retry(failed.id);
			expect(failureText(again)).toBeUndefined();
			expect(await observation.violations()).toEqual([]);
			const posts = (await observation.requests()).filter(({ method, path: to }) => method === 'POST' && /\/mails(\/reply)?$/.test(to));
			const mails = (answer: number) => posts.filter(({ status }) => status === answer).map(({ body }) => body as { subject: string; to: string; body: string });
			return { again, refused: mails(400), sent: mails(200) };
		} finally {
			await api.deactivate(id);
		}
	}

	it('sends no mail twice with n8n\'s Retry of a failed execution, whose subject has the time: those that were sent are known, the others leave', async () => {
		const people = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => `${name}@example.com`);
		const mail = { messageBoxId: byId(101), mailAccountId: 'Customer Support', to: '={{ $json.to }}', subject: '=At {{ $now.toMillis() }}', body: 'It has arrived.' };
		const send = supportInbox('Send', { resource: 'email', operation: 'send', ...mail }, world.credentials);
		const { again, refused, sent } = await retried(3, ...rows('People', people.map((to) => ({ to }))), send);
		// The first run has sent nothing behind the refused one.
		expect([refused.map(({ to }) => to), sent.map(({ to }) => to)]).toEqual([[people[2]], people]);
		const items = outputJson(again, 'Send');
		expect(items.map(({ deduplicated }) => deduplicated)).toEqual([true, true, undefined, undefined, undefined]);
		const tickets = await Promise.all(items.map(async ({ ticket_id }) => await world.simulator.ticket(ticket_id as number)));
		expect(tickets.map((ticket) => ticket?.title)).toEqual(sent.map(({ subject }) => subject));
	});

	it.each([['other words', 'Here is your answer.'], ['the same words', 'We have got your mail.']])('sends the second of two replies with n8n\'s Retry, of which the first has left, with %s', async (_words, answer) => {
		const texts = ['We have got your mail.', answer];
		const ticket = await newTicket({ title: 'Where is it?', messages: [{ from: 'anna@example.com', body: 'Where is it?' }] });
		const replyWith = (name: string, body: string) => supportInbox(name, { resource: 'email', operation: 'reply', messageBoxId: byId(101), replyTicketId: byId(ticket), replyMailAccountId: 'Customer Support', body }, world.credentials);
		const { again, sent } = await retried(2, replyWith('Receipt', texts[0]!), replyWith('Answer', answer));
		expect(sent.map(({ body }) => body)).toEqual(texts);
		const [{ message_id: answered, deduplicated }] = outputJson(again, 'Answer');
		expect([answered === outputJson(again, 'Receipt')[0]!.message_id, deduplicated]).toEqual([false, undefined]);
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

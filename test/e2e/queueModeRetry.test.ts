/** Running mails again with workers: n8n's Retry of a failed execution, and a new run with Deduplicate after a worker was lost. */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import type { SeenRequest } from '../../scripts/simulator-process';
import { inScope } from '../harness/scope';
import { Cluster, QUICK_LOCKS, SLOW_ANSWER_MS } from './cluster';
import { observe } from './observe';
import { byId, chain, rows, supportInbox } from './workflows';

const ITEMS = 12;
const SEND = 'Send';

let cluster: Cluster;

beforeAll(async () => {
	cluster = await Cluster.start({ workers: inScope({ sample: 3, whole: 3, nightly: 5 }), simulator: ['--limit', '6000'], env: QUICK_LOCKS });
});

afterAll(async () => {
	await cluster?.stop();
});

const isMail = ({ method, path }: SeenRequest) => method === 'POST' && path.endsWith('/mails');
const mailOf = ({ body }: SeenRequest) => body as { subject: string; bcc: string };

/** A workflow that sends a mail for each subject; the blind copy says which execution has sent it. */
async function mailRun(subjects: string[], body: string, additionalFields: IDataObject = {}) {
	const { api, credentials, n8n } = cluster;
	const path = `mails-${randomUUID()}`;
	const mail = { messageBoxId: byId(101), mailAccountId: 'Customer Support', to: 'anna@example.com', subject: '={{ $json.subject }}', body };
	// n8n retries no execution that was started by hand.
	const hook = { name: 'Call', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' } };
	const parameters = { resource: 'email', operation: 'send', ...mail, sendEmailFields: { bcc: '={{ $execution.id }}@archive.example', ...additionalFields } };
	const id = await api.createWorkflow(chain(path, hook, ...rows('Subjects', subjects.map((subject) => ({ subject }))), supportInbox(SEND, parameters, credentials)));
	await api.activate(id);
	return { id, call: async () => expect((await fetch(`${n8n.baseUrl}/webhook/${path}`, { method: 'POST' })).status).toBe(200) };
}

/** @returns the mails that arrive from now on */
async function mailsFromNow() {
	const { requests } = await observe(cluster.simulator);
	return async () => (await requests()).filter(isMail).map(mailOf);
}

/** Starts a run and kills its worker while it waits for the answer to a mail, counted from 1. @returns the execution */
async function killAt(nth: number, { call }: Awaited<ReturnType<typeof mailRun>>): Promise<string> {
	const { simulator, api } = cluster;
	const mails = await mailsFromNow();
	await simulator.fail({ kind: 'delay', delayMs: SLOW_ANSWER_MS, when: { method: 'POST', path: '/101/mails$', nth } });
	await call();
	await waitFor('the mails', async () => (await mails()).length >= nth, { everyMs: 100 });
	const [{ bcc }] = await mails();
	const execution = bcc.split('@')[0];
	await cluster.workersOf(execution)[0].kill();
	await simulator.failNoMore();
	expect((await api.waitForExecution(execution)).status).toBe('error');
	return execution;
}

const subjectsOf = (run: string) => Array.from({ length: ITEMS }, (_, item) => `${run}, mail ${item}`);

it('n8n\'s Retry on another worker finds what was sent, and sends the rest', async () => {
	const { api, simulator } = cluster;
	const subjects = subjectsOf('Retried');
	const mails = await mailsFromNow();
	await simulator.fail({ kind: 'status', status: 400, when: { method: 'POST', path: '/101/mails$', nth: 3 } });
	const { id, call } = await mailRun(subjects, '=It has arrived: {{ $now.toMillis() }}');
	await call();
	const failed = await waitFor('the failed run', async () => (await api.executions(id))[0]);
	expect(failureText(failed)).toContain('The service refused');
	await cluster.workersOf(failed.id)[0].kill();
	const retried = await api.retry(failed.id);
	expect(failureText(retried)).toBeUndefined();
	const items = outputJson(retried, SEND);
	expect(items.map(({ deduplicated }) => deduplicated === true)).toEqual(subjects.map((_, item) => item < 2));
	const tickets = await Promise.all(items.map(async ({ ticket_id }) => await simulator.ticket(ticket_id as number)));
	expect(tickets.map((ticket) => ticket?.title)).toEqual(subjects);
	expect(await mails()).toHaveLength(ITEMS + 1);
});

/** Where in a run makes no difference to n8n; test/confirmation/killedRun shows the node at every place. */
it.each(inScope({ sample: [6], whole: [6], nightly: [1, 6, ITEMS] }))('the worker is lost at mail %i of twelve: a new run with Deduplicate leaves twelve, each sent once', async (killedAt) => {
	const subjects = subjectsOf(`Lost at ${killedAt}`);
	const mails = await mailsFromNow();
	const run = await mailRun(subjects, 'It has arrived.', { deduplicateDays: 1 });
	const killed = await killAt(killedAt, run);
	// n8n starts with the error of the lost worker, so its first node throws that.
	const retried = await cluster.api.retry(killed);
	expect(failureText(retried)).toMatch(/processed too many times/);
	expect(await mails()).toHaveLength(killedAt);
	await run.call();
	const isNew = ({ id }: { id: string }) => ![killed, retried.id].includes(id);
	const again = await waitFor('the new run', async () => (await cluster.api.executions(run.id)).find(isNew));
	expect(failureText(again)).toBeUndefined();
	expect((await mails()).map(({ subject }) => subject)).toEqual(subjects);
	expect(outputJson(again, SEND).map(({ deduplicated }) => deduplicated === true)).toEqual(subjects.map((_, item) => item < killedAt));
	expect((await cluster.simulator.state()).violations).toEqual([]);
});

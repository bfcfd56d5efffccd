import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { POLL_TIMES } from '../../scripts/demo/setUp';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import type { FaultOrder } from '../../scripts/simulator-process';
import { Cluster, QUICK_LOCKS, SLOW_ANSWER_MS } from './cluster';
import { emittedBy, expectEmitted } from './emitted';
import { CREATE, createdLabels, isLabelCreation, labelNames, labelRun } from './labelRun';
import { observe, type Observation } from './observe';
import { chain, START, supportInboxTrigger } from './workflows';

const ITEMS = 20;
/** n8n would start a lost execution again within its lock (QUICK_LOCKS) and its next look. */
const WATCHED_MS = 10_000;
const TRIGGER = 'Something happened';

let cluster: Cluster;

beforeAll(async () => {
	cluster = await Cluster.start({ workers: 3, simulator: ['--limit', '6000'], env: QUICK_LOCKS });
});

afterAll(async () => {
	await cluster?.stop();
});

/** Kills the worker that has the execution, and starts another in its place. */
async function killWorkerOf(executionId: string): Promise<void> {
	const [worker, ...others] = cluster.workersOf(executionId);
	expect(others).toEqual([]);
	await worker?.kill();
}

describe('a worker is killed hard in the middle of its writes', () => {
	const names = labelNames('Killed', ITEMS);
	const done = 8;
	let executionId: string;
	let seen: Observation;

	it('ends the execution as failed: n8n does not start it again on another worker', async () => {
		seen = await observe(cluster.simulator);
		const slow: FaultOrder = { kind: 'delay', delayMs: SLOW_ANSWER_MS, when: { method: 'POST', path: '/labels$', nth: done + 1 } };
		await cluster.simulator.fail(slow);
		const id = await cluster.api.createWorkflow(labelRun('Killed', names, cluster.credentials));
		executionId = await cluster.api.startWorkflow(id, START);
		const inTheMiddle = async () => (await seen.requests()).filter(isLabelCreation).length > done;
		await waitFor('the writes', inTheMiddle, { everyMs: 100 });
		await killWorkerOf(executionId);
		await cluster.simulator.failNoMore();
		const execution = await cluster.api.waitForExecution(executionId);
		expect(execution.status).toBe('error');
		expect(failureText(execution)).toMatch(/processed too many times/);
		await delay(WATCHED_MS);
		expect(cluster.workersOf(executionId)).toHaveLength(1);
	});

	it('has done each item before the kill once, and sent none after it', async () => {
		const created = createdLabels(await seen.requests());
		expect(created).toEqual(names.slice(0, done + 1));
		// What the node had put out is gone with the worker: the service alone knows.
		expect(outputJson(await cluster.api.execution(executionId), CREATE)).toEqual([]);
	});

	it('goes on with the other workers', async () => {
		const others = labelNames('After the kill', ITEMS);
		const id = await cluster.api.createWorkflow(labelRun('After the kill', others, cluster.credentials));
		const { requests } = await observe(cluster.simulator);
		expect(failureText(await cluster.api.runWorkflow(id, START))).toBeUndefined();
		expect(createdLabels(await requests())).toEqual(others);
	});
});

describe('Redis is killed and started again under load', () => {
	it('loses no execution and no item', async () => {
		await cluster.addWorkers(1);
		const runs = Array.from({ length: 12 }, (_, run) => labelNames(`Redis ${run}`, ITEMS));
		const ids: string[] = [];
		for (const [run, names] of runs.entries()) {
			ids.push(await cluster.api.createWorkflow(labelRun(`Redis ${run}`, names, cluster.credentials)));
		}
		const { requests } = await observe(cluster.simulator);
		// Half a second for each answer, so that all of it is under way when Redis goes.
		await cluster.simulator.fail({ kind: 'delay', delayMs: 500, when: { method: 'POST', path: '/labels$', times: 240 } });
		const started = await Promise.all(ids.map(async (id) => await cluster.api.startWorkflow(id, START)));
		await waitFor('the writes', async () => (await requests()).length > 20, { everyMs: 100 });
		await cluster.redis.kill();
		await delay(3_000);
		await cluster.redis.restart();
		const executed = await Promise.all(started.map(async (id) => await cluster.api.waitForExecution(id)));
		expect(executed.map(failureText)).toEqual(runs.map(() => undefined));
		expect(createdLabels(await requests()).sort()).toEqual(runs.flat().sort());
	});
});

describe('main is killed hard while its triggers are in the middle of a poll', () => {
	const inboxes = [101, 102, 103];
	const expected: string[] = [];
	const workflows: string[] = [];

	async function createTickets(title: string): Promise<void> {
		for (const inbox of inboxes) {
			const input = { do: 'createTicket', message_box_id: inbox, title, messages: [{ body: title }] };
			const { ticket_id } = await cluster.simulator.act<{ ticket_id: number }>(input);
			expected.push(`${inbox} ${ticket_id}`);
		}
	}

	async function expectAll(): Promise<void> {
		const inWords = ({ message_box_id, ticket_id }: IDataObject) => `${String(message_box_id)} ${String(ticket_id)}`;
		await expectEmitted(expected, async () => (await emittedBy(cluster.api, TRIGGER, ...workflows)).map(inWords));
	}

	it('emits new tickets before it', async () => {
		for (const inbox of inboxes) {
			const parameters = { pollTimes: POLL_TIMES, messageBoxIds: [inbox], events: ['ticketCreated'], options: { includeMessages: false } };
			const trigger = supportInboxTrigger(TRIGGER, parameters, cluster.credentials);
			const id = await cluster.api.createWorkflow(chain(`Watch ${inbox}`, trigger));
			workflows.push(id);
			await cluster.api.activate(id);
		}
		await delay(2_000);
		await createTickets('Before the kill');
		await expectAll();
	});

	it('emits everything once after the restart: what the killed polls had read, and what came meanwhile', async () => {
		// Before the tickets are there: a poll that has them has not been answered yet. Between its end and the start of its
		// execution n8n itself can lose what it gave (docs/trigger.md).
		await cluster.simulator.fail({ kind: 'delay', delayMs: SLOW_ANSWER_MS, when: { method: 'GET', times: 50 } });
		const { requests } = await observe(cluster.simulator);
		await createTickets('Read by a poll that is killed');
		await waitFor('the polls', async () => (await requests()).length >= 1, { everyMs: 100 });
		await cluster.n8n.kill();
		await cluster.simulator.failNoMore();
		await createTickets('Came while main was dead');
		await cluster.n8n.restart();
		await cluster.api.logIn();
		await expectAll();
		expect((await cluster.simulator.state()).violations).toEqual([]);
	});

	it('goes on after it', async () => {
		await createTickets('After the restart');
		await expectAll();
	});
});

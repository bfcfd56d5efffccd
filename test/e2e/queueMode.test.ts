import { randomBytes } from 'node:crypto';
import { N8nApi, type CredentialReference } from '../../scripts/n8n-host/api';
import { type Execution, failureText, outputJson } from '../../scripts/n8n-host/execution';
import { freePort, waitFor } from '../../scripts/n8n-host/net';
import type { OwnProcess } from '../../scripts/n8n-host/process';
import { startN8n, type N8nServer } from '../../scripts/n8n-host/server';
import { startSimulatorProcess, type SeenRequest, type SimulatorProcess } from '../../scripts/simulator-process';
import { startRedis } from './redis';
import { byId, chain, rows, START, start, supportInbox } from './workflows';
import { CREDENTIAL_TYPE, enterWorld } from './world';

const WORKERS = 2;
/** At once on one worker, so that both have to work. */
const CONCURRENCY = 5;
const RUNS = 10;
const ITEMS_OF_A_RUN = 20;
const INBOX = 101;
/** As strict as the service, in a shorter minute: each process knows only what the answers tell it. */
const LIMIT = ['--limit', '60', '--window-ms', '2000'];
const WORKER_TIMEOUT_MS = 60_000;
const MAX_STARTS = 5;

const running: Array<{ stop(): Promise<void> }> = [];
let simulator: SimulatorProcess;
let n8n: N8nServer;
let workers: OwnProcess[];
let api: N8nApi;
let credentials: Record<string, CredentialReference>;

function keep<T extends { stop(): Promise<void> }>(server: T): T {
	running.push(server);
	return server;
}

beforeAll(async () => {
	const { program, tarball } = await enterWorld();
	const redis = keep(await startRedis());
	simulator = keep(await startSimulatorProcess(LIMIT));
	const env = {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
	};
	n8n = keep(await startN8n({ program, tarball, env }));
	workers = [];
	for (let number = 0; number < WORKERS; number++) workers.push(keep(await startWorker()));
	api = new N8nApi(n8n.baseUrl);
	await api.logIn();
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
	credentials = { [CREDENTIAL_TYPE]: await api.createCredential('Support Inbox (queue)', CREDENTIAL_TYPE, data) };
});

async function startWorker(): Promise<OwnProcess> {
	const worker = n8n.spawn(['worker', `--concurrency=${CONCURRENCY}`], { N8N_RUNNERS_BROKER_PORT: String(await freePort()) });
	const isReady = () => {
		worker.assertRunning();
		return worker.findLine(/worker is now ready/i);
	};
	await waitFor('the worker', isReady, { timeoutMs: WORKER_TIMEOUT_MS, detail: () => worker.tail() });
	return worker;
}

afterAll(async () => {
	for (const server of running.reverse()) await server.stop();
});

/** A run creates its labels and puts them all, one after the other, on its ticket. */
async function createRun(run: number, ticketId: number): Promise<string> {
	const names = Array.from({ length: ITEMS_OF_A_RUN }, (_, item) => ({ name: `Run ${run} label ${item}` }));
	const inbox = { messageBoxId: byId(INBOX) };
	const create = { resource: 'label', operation: 'create', ...inbox, name: '={{ $json.name }}', additionalFields: {} };
	const update = {
		resource: 'ticket',
		operation: 'update',
		...inbox,
		ticketId: byId(ticketId),
		labels: { values: { mode: 'add', labelIds: '={{ [$json.label_id] }}' } },
	};
	const nodes = [supportInbox('Create', create, credentials), supportInbox('Update', update, credentials)];
	return await api.createWorkflow(chain(`Run ${run}`, start(), ...rows('Names', names), ...nodes));
}

/** Three n8n processes share one SQLite file here: a start that finds it locked began nothing and is tried again. */
async function startWhenFree(workflowId: string): Promise<string> {
	for (let tries = 1; ; tries++) {
		const started = await api.startWorkflow(workflowId, START).catch((error: Error) => error);
		if (typeof started === 'string') return started;
		if (!started.message.includes('SQLITE_BUSY') || tries === MAX_STARTS) throw started;
	}
}

const isCreated = ({ method, path, status }: SeenRequest) => method === 'POST' && path.endsWith('/labels') && status === 200;
const executionsOf = (worker: OwnProcess) => worker.tail().match(/started execution/gi)?.length ?? 0;

describe('queue mode: one main, two workers, one token', () => {
	it(`does ${RUNS * ITEMS_OF_A_RUN} items under the rate limit, each once`, async () => {
		const before = (await simulator.state()).counts;
		const tickets: number[] = [];
		for (let run = 0; run < RUNS; run++) {
			const act = { do: 'createTicket', message_box_id: INBOX, title: `Run ${run}`, label_ids: [] };
			tickets.push((await simulator.act<{ ticket_id: number }>(act)).ticket_id);
		}
		const ids = await Promise.all(tickets.map(async (ticketId, run) => await createRun(run, ticketId)));
		const executions: Array<Promise<Execution>> = [];
		for (const id of ids) executions.push(api.waitForExecution(await startWhenFree(id)));
		const executed = await Promise.all(executions);

		expect(executed.map(failureText)).toEqual(ids.map(() => undefined));
		const items = executed.flatMap((execution) => outputJson(execution, 'Update'));
		expect(items).toHaveLength(RUNS * ITEMS_OF_A_RUN);

		const { counts, violations } = await simulator.state();
		expect(violations).toEqual([]);
		expect(counts.labels - before.labels).toBe(RUNS * ITEMS_OF_A_RUN);
		const created = (await simulator.requests()).filter(isCreated);
		expect(new Set(created.map(({ rawBody }) => rawBody)).size).toBe(RUNS * ITEMS_OF_A_RUN);
		for (const [run, ticketId] of tickets.entries()) {
			const given = outputJson(executed[run]!, 'Create').map(({ label_id }) => label_id);
			expect((await simulator.ticket(ticketId))?.label_ids.sort()).toEqual(given.sort());
		}
	});

	it('has given work to both workers', () => {
		expect(Math.min(...workers.map(executionsOf))).toBeGreaterThan(0);
	});
});

import { setTimeout as delay } from 'node:timers/promises';
import type { N8nApi } from '../../scripts/n8n-host/api';
import { outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import type { N8nServer } from '../../scripts/n8n-host/server';
import type { SimulatorProcess } from '../../scripts/simulator-process';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { Postgres } from './postgres';
import { chain, supportInboxTrigger } from './workflows';

const TRIGGER = 'Ticket came';
const INBOX = 103;
/** n8n polls once a minute. */
const TWO_POLLS_MS = 130_000;
/** As documented, and so that every window has nothing left for a poll. */
const LIMIT = 60;
const WINDOW_MS = 60_000;

/** n8n's durable mode: it keeps the state with the execution, and holds back from a service that refuses. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

let postgres: Postgres | undefined;
let own: OwnN8n | undefined;
let simulator: SimulatorProcess;
let n8n: N8nServer;
let api: N8nApi;
let workflowId: string;
let created: number[];

async function startOn(database: string): Promise<void> {
	if (database === 'PostgreSQL') postgres = await Postgres.start();
	own = await startOwnN8n({ ...DURABLE, ...postgres?.environment });
	({ simulator, n8n, api } = own);
	const parameters = { messageBoxIds: [INBOX], events: ['ticketCreated'], options: { includeMessages: false } };
	workflowId = await api.createWorkflow(chain('Durable', supportInboxTrigger(TRIGGER, parameters, own.credentials)));
	created = [];
}

async function stopAll(): Promise<void> {
	await own?.stop();
	await postgres?.stop();
	own = undefined;
	postgres = undefined;
}

async function createTicket(title: string): Promise<void> {
	const input = { message_box_id: INBOX, title, messages: [{ body: title }] };
	created.push((await simulator.act<{ ticket_id: number }>({ do: 'createTicket', ...input })).ticket_id);
}

async function told(): Promise<unknown[]> {
	const executions = await api.executions(workflowId);
	return executions.flatMap((one) => outputJson(one, TRIGGER)).map(({ ticket_id }) => ticket_id).sort();
}

async function expectAllTold(timeoutMs: number): Promise<void> {
	await waitFor('all tickets', async () => (await told()).length >= created.length, { timeoutMs, everyMs: 500 }).catch(() => undefined);
	expect(await told()).toEqual(created);
}

describe.each(['SQLite', 'PostgreSQL'])("the trigger in n8n's durable mode on %s", (database) => {
	beforeAll(async () => await startOn(database));
	afterAll(stopAll);

	it('tells a new ticket', async () => {
		await api.activate(workflowId);
		// This mode activates in the background, and what is there when the trigger begins is not new.
		await waitFor('the first poll', async () => (await simulator.requests()).length > 0, { timeoutMs: TWO_POLLS_MS, everyMs: 200 });
		await delay(2_000);
		await createTicket('Came first');
		await expectAllTold(TWO_POLLS_MS);
	});

	it('polls again as soon as a used up limit opens, not after half an hour', async () => {
		const refused = async () => (await simulator.requests()).filter(({ status }) => status === 403).length;
		const useUp = setInterval(() => void simulator.consumeQuota(LIMIT), 500);
		await createTicket('Came while the limit was used up');
		await waitFor('a refused poll', async () => (await refused()) > 0, { timeoutMs: TWO_POLLS_MS, everyMs: 200 }).finally(() => clearInterval(useUp));
		await expectAllTold(WINDOW_MS + TWO_POLLS_MS);
		expect(await refused()).toBe(1);
	});

	it('tells what happened while n8n was dead, and nothing twice', async () => {
		await n8n.kill();
		await createTicket('Came while n8n was dead');
		await n8n.restart();
		await api.logIn();
		await expectAllTold(TWO_POLLS_MS);
		expect((await simulator.state()).violations).toEqual([]);
	});
});

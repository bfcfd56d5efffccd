import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { DropdownRequest } from '../../scripts/n8n-host/api';
import { failureText, outputJson, type Execution } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import type { KeptTicket } from '../../scripts/simulator-process';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { byId, chain, rows, START, start, supportInbox, supportInboxTrigger } from './workflows';
import { NODE_TYPE } from './world';

const INBOX = 103;
/** As documented. */
const LIMIT = 60;
const WINDOW_MS = 60_000;
const TRIGGER = 'Something happened';
const UPDATE = 'Label them';
/** What the workflows on the inbox listen to. */
const LISTENERS = [['ticketCreated', 'newMessage', 'ticketChanged'], ['ticketCreated'], ['newMessage'], ['ticketChanged']];
/** When they poll, a second of each minute, which n8n draws otherwise. At the last one of them a bulk run has used the window up. */
const SECONDS = [7, 27, 42, 57];
/** More than the limit lets pass in a minute. */
const UPDATES = 75;
/** The tickets that are updated came before the start. The details of those of its very seconds are fetched, for each of them. */
const OLD_MS = 3_600_000;
/** In the first minute after its start the package does not know yet what the triggers will need. */
const BULK_AFTER_MS = 65_000;
/** In turn a new ticket and a message in an old one. */
const ARRIVALS = 12;
const ARRIVAL_EVERY_MS = 10_000;
const DROPDOWNS = 8;
const DROPDOWN_EVERY_MS = 15_000;
/** What the trigger promises a person who waits for a dropdown, whatever else uses the limit. */
const LONGEST_WAIT_MS = 10_000;
const BULK_MS = 180_000;
/** n8n polls once a minute. */
const TWO_POLLS_MS = 130_000;
const SCENE_MS = 420_000;

let own: OwnN8n;
/** by workflow of LISTENERS */
let workflows: string[];
let bulk: Execution;
/** each dropdown that was opened: at which ms of a window, its entries, and the ms that it took */
const dropdowns: Array<{ at: number; entries: number; ms: number }> = [];
/** what happened at the service, as `inWords` has it */
const happened: string[] = [];

async function createTicket(title: string, created_at = Date.now()): Promise<KeptTicket> {
	return await own.simulator.act({ do: 'createTicket', message_box_id: INBOX, title, created_at, messages: [{ body: title }] });
}

/** A workflow that labels tickets, and a trigger for each kind of listener. */
async function prepare(ticketIds: number[], labelId: number): Promise<string> {
	const { api, credentials } = own;
	workflows = await Promise.all(
		LISTENERS.map(async (events, place) => {
			const pollTimes = { item: [{ mode: 'custom', cronExpression: `${SECONDS[place]} * * * * *` }] };
			const parameters = { pollTimes, messageBoxIds: [INBOX], events, simplify: false, addNames: false, options: { includeMessages: false } };
			return await api.createWorkflow(chain(`Listener ${place}`, supportInboxTrigger(TRIGGER, parameters, credentials)));
		}),
	);
	const labels = { values: { mode: 'add', labelIds: [labelId] } };
	const update = { resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId('={{ $json.id }}'), labels };
	const items = rows('Tickets', ticketIds.map((id) => ({ id })));
	return await api.createWorkflow(chain('Bulk run', start(), ...items, supportInbox(UPDATE, update, credentials)));
}

/** Customers write. */
async function receive(ticketIds: number[]): Promise<void> {
	for (let place = 0; place < ARRIVALS; place++) {
		if (place % 2 === 0) {
			const { ticket_id, messages } = await createTicket(`Arrival ${place}`);
			happened.push(`ticketCreated ${ticket_id}`, ...messages.map(({ message_id }) => `newMessage ${message_id}`));
		} else {
			const message = { do: 'addMessage', ticketId: ticketIds[place], body: 'Any news?' };
			const { message_id } = await own.simulator.act<{ message_id: number }>(message);
			happened.push(`newMessage ${message_id}`);
		}
		await delay(ARRIVAL_EVERY_MS);
	}
}

/** A person opens dropdowns of all inboxes, so that none is known from the one before. */
async function openDropdowns(): Promise<void> {
	const methods = ['getLabels', 'getPendingReasons', 'getUsers'];
	for (let place = 0; place < DROPDOWNS; place++) {
		const messageBoxId = { __rl: true, mode: 'id', value: 101 + (place % 3) } as const;
		const parameters: INodeParameters = { resource: 'ticket', operation: 'update', messageBoxId };
		const methodName = methods[Math.floor(place / 3)] ?? '';
		const request: DropdownRequest = { nodeType: NODE_TYPE, path: 'parameters.any', methodName, parameters, credentials: own.credentials };
		const at = Date.now() % WINDOW_MS;
		const begun = performance.now();
		const entries = await own.api.options(request).catch(() => []);
		dropdowns.push({ at, entries: entries.length, ms: performance.now() - begun });
		await delay(DROPDOWN_EVERY_MS);
	}
}

function inWords({ event, ticket_id, message }: IDataObject): string {
	return `${String(event)} ${String(event === 'newMessage' ? (message as IDataObject).message_id : ticket_id)}`;
}

/** @returns what a workflow has been started with, sorted */
async function emitted(workflowId: string): Promise<string[]> {
	const executions = await own.api.executions(workflowId);
	return executions.flatMap((one) => outputJson(one, TRIGGER)).map(inWords).sort();
}

function expectedOf(events: string[]): string[] {
	return happened.filter((one) => events.includes(one.split(' ')[0] ?? '')).sort();
}

async function isAllTold(): Promise<boolean> {
	const counts = await Promise.all(workflows.map(async (id) => (await emitted(id)).length));
	return counts.every((count, place) => count >= expectedOf(LISTENERS[place] ?? []).length);
}

beforeAll(async () => {
	own = await startOwnN8n();
	const { api, simulator } = own;
	const { id } = await simulator.act<{ id: number }>({ do: 'addLabel', inboxId: INBOX, name: 'Of the bulk run' });
	const ticketIds: number[] = [];
	for (let place = 0; place < UPDATES; place++) ticketIds.push((await createTicket(`Old ${place}`, Date.now() - OLD_MS)).ticket_id);
	const bulkRun = await prepare(ticketIds, id);
	// The service's times are whole seconds.
	await delay(2_000);
	await Promise.all(workflows.map(async (one) => await api.activate(one)));

	happened.push(...ticketIds.map((one) => `ticketChanged ${one}`));
	const runBulk = async () => {
		await delay(BULK_AFTER_MS);
		return await api.waitForExecution(await api.startWorkflow(bulkRun, START), BULK_MS);
	};
	[bulk] = await Promise.all([runBulk(), receive(ticketIds), openDropdowns()]);
	await waitFor('all events', isAllTold, { timeoutMs: TWO_POLLS_MS, everyMs: 1_000 }).catch(() => undefined);
}, SCENE_MS);

afterAll(async () => {
	await own?.stop();
});

describe(`${LISTENERS.length} workflows on one inbox at the limit of ${LIMIT}, a bulk run and a person beside them`, () => {
	it('does every item of the bulk run', () => {
		expect(failureText(bulk)).toBeUndefined();
		expect(outputJson(bulk, UPDATE)).toEqual(Array.from({ length: UPDATES }, () => expect.objectContaining({ success: true })));
	});

	it('fills every dropdown, none of them later than after 10 s', () => {
		expect(dropdowns.filter(({ entries }) => entries > 0)).toHaveLength(DROPDOWNS);
		expect(dropdowns.filter(({ ms }) => ms >= LONGEST_WAIT_MS)).toEqual([]);
	});

	it('fails no poll', async () => {
		const executions = await Promise.all(workflows.map(async (id) => await own.api.executions(id)));
		expect(executions.flat().filter(({ status }) => status !== 'success').map(failureText)).toEqual([]);
	});

	it.each(LISTENERS.map((events, place) => [events.join(', '), events, place] as const))(
		'emits everything once for %s',
		async (_events, events, place) => {
			expect(await emitted(workflows[place] ?? '')).toEqual(expectedOf(events));
		},
	);

	it('has used the limit up, and was never refused', async () => {
		const requests = (await own.simulator.requests()).filter(({ path }) => path.startsWith('/api/'));
		const perWindow = new Map<number, number>();
		for (const { at } of requests) {
			const window = Math.floor(at / WINDOW_MS);
			perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
		}
		// One request of a window stays for a poll in its last seconds.
		expect(Math.max(...perWindow.values())).toBeGreaterThanOrEqual(LIMIT - 1);
		expect(requests.filter(({ status }) => status === 403)).toEqual([]);
		expect((await own.simulator.state()).violations).toEqual([]);
	});
});

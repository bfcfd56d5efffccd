/** How long a run of many items keeps a real n8n from answering anybody else, beside n8n's own HTTP Request node with the same columns. */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { N8nApi, type CredentialReference } from '../n8n-host/api';
import { failureText } from '../n8n-host/execution';
import { provisionN8n } from '../n8n-host/provision';
import { type N8nServer, PACKAGE_NAME, startN8n } from '../n8n-host/server';
import { withPackedPackage } from '../pack';
import { startSimulatorProcess, type SimulatorProcess } from '../simulator-process';
import { median, type Row } from './processor';

const ASKED_EVERY_MS = 30;
const ADDRESS_BOOK = 11;
/** n8n's process has been running for long, and what V8 has not compiled yet costs twice. */
const WARM_UP_ROWS = 100;
const REPEATS = 3;
/** Of the processor's time in /proc, as Linux has it on every machine. */
const MS_PER_TICK = 10;

/** The columns of the table by their names in n8n, and those of the API. */
const FIRST = { lastName: 'last_name', firstName: 'first_name', companyName: 'company_name' };
const FURTHER = {
	address1: 'address1',
	address2: 'address2',
	city: 'city',
	department: 'department',
	note: 'note',
	postalCode: 'postal_code',
	region: 'region',
	title: 'title',
};
const COLUMNS = ['code', ...Object.keys(FIRST), ...Object.keys(FURTHER)];
const valueOf = (name: string) => `={{ $json.${name} }}`;
const valuesOf = (columns: object) => Object.fromEntries(Object.keys(columns).map((name) => [name, valueOf(name)]));

type Pause = { batchSize: number; batchInterval: number };

interface World {
	n8n: N8nServer;
	api: N8nApi;
	simulator: SimulatorProcess;
	credential: CredentialReference;
}

/** How a run went: the longest time in which n8n answered nobody, and its processor's time, in ms. */
interface Run {
	silence: number;
	processor: number;
}

type NodeOf = (world: World) => { type: string; typeVersion: number; parameters: IDataObject; credentials?: IDataObject };

const own = (batch?: Pause): NodeOf => ({ credential }) => ({
	type: `${PACKAGE_NAME}.supportInbox`,
	typeVersion: 1,
	credentials: { supportInboxApi: credential },
	parameters: {
		resource: 'contact',
		operation: 'upsert',
		customerGroupId: { __rl: true, mode: 'id', value: ADDRESS_BOOK },
		findBy: 'systemId1',
		systemId1: valueOf('code'),
		...valuesOf(FIRST),
		upsertContactFields: valuesOf(FURTHER),
		requestOptions: batch === undefined ? {} : { batching: { batch } },
	},
});

const httpRequest: NodeOf = ({ simulator, credential }) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	credentials: { supportInboxApi: credential },
	parameters: {
		method: 'POST',
		url: `${simulator.baseUrl}/api/v2/customer_groups/${ADDRESS_BOOK}/customers/create`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'supportInboxApi',
		sendBody: true,
		bodyParameters: {
			parameters: Object.entries({ code: 'system_id1', ...FIRST, ...FURTHER }).map(([column, name]) => ({ name, value: valueOf(column) })),
		},
		options: {},
	},
});

/** Each row is a contact that is not there yet. */
let contacts = 0;
const rowOf = (): IDataObject => {
	contacts += 1;
	return { ...Object.fromEntries(COLUMNS.map((name) => [name, `${name} ${contacts}`])), code: `C-${contacts}` };
};

async function measured(world: World, nodeOf: NodeOf, rows: number): Promise<Run> {
	const { api, n8n } = world;
	const nodes = [
		{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
		{ id: 'write', name: 'Write', position: [200, 0], ...nodeOf(world) },
	];
	const workflow = await api.createWorkflow({
		name: `Import ${contacts}`,
		nodes,
		connections: { Start: { main: [[{ node: 'Write', type: 'main', index: 0 }]] } },
		pinData: { Start: Array.from({ length: rows }, () => ({ json: rowOf() })) },
	});
	const [silence, before] = [new Silence(n8n.baseUrl), processorMs(n8n)];
	const execution = await api.runWorkflow(workflow, 'Start');
	const processor = processorMs(n8n) - before;
	const failure = failureText(execution);
	if (failure !== undefined) throw new Error(failure);
	return { silence: await silence.longest(), processor };
}

/** Asks n8n whether it is there, again and again, and keeps the longest time until an answer. */
class Silence {
	private isOver = false;
	private readonly asking: Promise<number>;

	constructor(baseUrl: string) {
		this.asking = this.ask(`${baseUrl}/healthz`);
	}

	async longest(): Promise<number> {
		this.isOver = true;
		return await this.asking;
	}

	private async ask(url: string): Promise<number> {
		// n8n ends a connection that was idle for five seconds.
		const httpAgent = new Agent({ keepAlive: false });
		let most = 0;
		while (!this.isOver) {
			const asked = performance.now();
			await axios.get(url, { httpAgent });
			most = Math.max(most, performance.now() - asked);
			await delay(ASKED_EVERY_MS);
		}
		return most;
	}
}

/** @throws where there is no /proc */
function processorMs({ pid }: N8nServer): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

let world: Promise<World> | undefined;

async function begin(): Promise<World> {
	return await withPackedPackage(async ({ tarball }) => {
		const simulator = await startSimulatorProcess(['--limit', '1000000']);
		const n8n = await startN8n({ program: await provisionN8n(), tarball });
		const api = new N8nApi(n8n.baseUrl);
		await api.logIn();
		const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
		const begun = { n8n, api, simulator, credential: await api.createCredential('Support Inbox API', 'supportInboxApi', data) };
		await measured(begun, own(), WARM_UP_ROWS);
		await measured(begun, httpRequest, WARM_UP_ROWS);
		return begun;
	});
}

/** The rows of this part share one n8n. */
async function inN8n<T>(measure: (world: World) => Promise<T>): Promise<T> {
	return await measure(await (world ??= begin()));
}

/** Ends the n8n that the rows share. */
export async function endOfFreeze(): Promise<void> {
	const begun = await world;
	await begun?.n8n.stop();
	await begun?.simulator.stop();
}

/** @returns the processor's time for an item, as a ratio to HTTP Request; both are measured in turn, so that a busy moment hits both */
async function ratio(rows: number): Promise<number> {
	return await inN8n(async (begun) => {
		const ratios: number[] = [];
		for (let time = 0; time < REPEATS; time++) {
			const ours = await measured(begun, own(), rows);
			const other = await measured(begun, httpRequest, rows);
			ratios.push(ours.processor / other.processor);
		}
		return median(ratios);
	});
}

/** @returns the longest silence in s, in the quietest of some runs: it depends on the machine, and on what else runs on it */
async function silence(rows: number, nodeOf: NodeOf): Promise<number> {
	return await inN8n(async (begun) => {
		const silences: number[] = [];
		for (let time = 0; time < REPEATS; time++) silences.push((await measured(begun, nodeOf, rows)).silence);
		return Math.min(...silences) / 1_000;
	});
}

export const freeze: Row[] = [
	{ name: 'processor for an item of 100 with 12 columns, times that of HTTP Request', most: 2.2, measure: async () => await ratio(100) },
	{ name: '100 items with 12 columns: longest silence of n8n, s', most: 2, measure: async () => await silence(100, own()) },
	{ name: '300 items with 12 columns: longest silence of n8n, s', most: 5.5, measure: async () => await silence(300, own()) },
	{
		name: '300 items with 12 columns, Batching 10 / 10 ms: longest silence of n8n, s',
		most: 0.5,
		measure: async () => await silence(300, own({ batchSize: 10, batchInterval: 10 })),
	},
	{ name: '300 items, HTTP Request: longest silence of n8n, s', least: 0, measure: async () => await silence(300, httpRequest) },
];

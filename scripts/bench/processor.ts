/** What the package costs the processor of n8n: an item beside a plain declarative node, and a poll in which nothing happens. */
import { Expression, NodeConnectionTypes, type INodeParameters, type INodeProperties, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import { runOnce } from '../../nodes/SupportInbox/trigger/phases/run';
import type { Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import { runNode, type RunSettings } from '../../test/harness/engine';
import { sessionAt } from '../../test/harness/session';
import { startSimulator } from '../../test/simulator';
import { SimulatedService } from '../../test/trigger/longRun/service';
import { SETTINGS as ONE_INBOX } from '../../test/trigger/scene';
import { startSimulatorProcess, type SimulatorProcess } from '../simulator-process';

/** A figure that the package promises: `most` is the limit, or `least` where more is better. */
export interface Row {
	name: string;
	most?: number;
	least?: number;
	measure(): Promise<number>;
}

/** As n8n evaluates expressions; it is prebuilt for Node 22 and 24. */
const ENGINE = {
	engine: 'vm',
	poolSize: 1,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 5_000,
	bridgeMemoryLimit: 128,
	lazyAcquire: false,
	compileCache: false,
} as const;

const ITEMS = 100;
const TIMES = 25;
/** n8n's process has been running for long, and what V8 has not compiled yet costs twice. */
const WARM_UP = 20;

const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });

/** Both read a ticket for each item, which names it, as in a workflow. */
const TICKET = '={{ $json.id }}';
const OWN: INodeParameters = { resource: 'ticket', operation: 'get', messageBoxId: byId(101), ticketId: byId(TICKET), simplify: false };
const PLAIN: INodeParameters = { resource: 'ticket', operation: 'get', ticketId: TICKET };

const WATCHED = 2_000;
const SETTINGS: Settings = { ...ONE_INBOX, events: ['ticketCreated', 'newMessage', 'ticketFieldChanged'] };

/** @returns the one in the middle */
export function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Properties of a declarative node of this size: an operation, and fields of which only some are shown. */
const PROPERTIES = 30;

const others: INodeProperties[] = Array.from({ length: PROPERTIES - 3 }, (_, number) => ({
	displayName: `Field ${number}`,
	name: `field${number}`,
	type: 'string',
	default: '',
	displayOptions: { show: { resource: ['other'], operation: [`operation${number % 20}`] } },
	routing: { send: { type: 'body', property: `field_${number}` } },
}));

/** A declarative node as it is usually written: no dispatcher, no retries, no checks. The rival that n8n's own engine makes. */
class PlainNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plain',
		name: 'plain',
		group: ['transform'],
		version: 1,
		description: 'A rival in the bench',
		defaults: { name: 'Plain' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'supportInboxApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'options', default: 'ticket', options: [{ name: 'Ticket', value: 'ticket' }] },
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				default: 'get',
				displayOptions: { show: { resource: ['ticket'] } },
				options: [
					{
						name: 'Get',
						value: 'get',
						routing: { request: { method: 'GET', url: '=/api/v2/101/tickets/{{ $parameter.ticketId }}' } },
					},
					{
						name: 'Update',
						value: 'update',
						routing: { request: { method: 'PUT', url: '=/api/v2/101/tickets/{{ $parameter.ticketId }}', body: { status_cd: 'open', label_ids: [3001, 3002] } } },
					},
				],
			},
			{
				displayName: 'Ticket ID',
				name: 'ticketId',
				type: 'string',
				default: '',
				displayOptions: { show: { resource: ['ticket'], operation: ['get', 'update'] } },
			},
			...others,
		],
	};
}

function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

/** @returns ms of processor for an item */
async function costOf(simulator: SimulatorProcess, id: number, parameters: INodeParameters, more: RunSettings): Promise<number> {
	// Or one pays for what the other has left behind.
	globalThis.gc?.();
	const before = processorMs();
	const items = Array.from({ length: ITEMS }, () => ({ json: { id } }));
	const done = await runNode(simulator, parameters, { items, ...more });
	const spent = processorMs() - before;
	if (done.length !== ITEMS) throw new Error(`${done.length} of ${ITEMS} items came out`);
	return spent / ITEMS;
}

/** @returns how often the cost of a plain declarative node an item costs; both are measured in turn, so that a busy moment hits both */
async function besidePlainNode(): Promise<number> {
	await Expression.initExpressionEngine(ENGINE);
	const simulator = await startSimulatorProcess(['--limit', '1000000']);
	try {
		const { ticket_id: id } = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: 101, title: 'A ticket' });
		const ratios: number[] = [];
		for (let time = 0; time < WARM_UP + TIMES; time++) {
			const own = await costOf(simulator, id, OWN, {});
			const plain = await costOf(simulator, id, PLAIN, { nodeType: new PlainNode() });
			if (time >= WARM_UP) ratios.push(own / plain);
		}
		return median(ratios);
	} finally {
		await simulator.stop();
	}
}

/**
 * Triggers that watch tickets in which nothing happens, on a clock of their own.
 *
 * @param tickets in all inboxes together
 * @param polls of each trigger that count, after as many that get to know the tickets
 * @returns ms of processor time of a poll, which is how long it keeps the event loop on a machine that does nothing else:
 *   the median; the simulated service is not counted
 */
export async function idlePoll(triggers: number, { inboxes = [101], tickets = WATCHED, polls = 60 } = {}): Promise<number> {
	let now = Date.parse('2026-03-02T08:00:00Z');
	const simulator = await startSimulator({ clock: () => now, http: false, rateLimit: { limit: 100_000 }, seed: { tickets: 0 } });
	for (const id of [...simulator.store.tickets.keys()]) simulator.store.removeTicket(id);
	for (const id of inboxes.filter((id) => !simulator.store.inboxes.has(id))) simulator.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	for (let place = 0; place < tickets; place++) {
		simulator.store.createTicket({ message_box_id: inboxes[place % inboxes.length], created_at: now - 23 * HOUR + place * 15 * SECOND, title: `Question ${place} about order ${place * 7}` });
	}
	let elsewhere = 0;
	const simulated = new SimulatedService(simulator, { travel: () => void (now += 50), hostNow: () => now, now: () => now });
	const service = new Proxy(simulated, {
		get: (target, name: 'search' | 'get' | 'ask' | 'serverTime') => name === 'serverTime' ? (local: number) => target.serverTime(local) : async (...args: never[]) => {
			const started = processorMs();
			const answer = await (target[name] as (...given: never[]) => Promise<unknown>)(...args);
			elsewhere += processorMs() - started;
			return answer;
		},
	});
	const session = sessionAt(() => now);
	const nodes = Array.from({ length: triggers }, (_, place) => ({ key: `idle ${triggers} ${inboxes.length} ${place}`, memory: {} }));
	const costs: number[] = [];
	for (let minute = 0; minute < 2 * polls; minute++) {
		if (minute === polls) costs.length = 0;
		for (const { key, memory } of nodes) {
			now += MINUTE / triggers;
			elsewhere = 0;
			const started = processorMs();
			const needs = { key, session, service, settings: { ...SETTINGS, inboxes }, origin: simulator.baseUrl, budget: 26 * SECOND, hashOf: (text: string) => text };
			await runOnce({ ...needs, memory: () => memory });
			costs.push(processorMs() - started - elsewhere);
		}
	}
	await simulator.stop();
	return median(costs);
}

export const processor: Row[] = [
	{ name: `processor for an item of ${ITEMS}, times that of a plain declarative node`, most: 1.5, measure: besidePlainNode },
	...[1, 10].map((triggers) => ({
		name: `idle poll of 2,000 watched tickets, ${triggers} triggers: ms of processor`,
		most: 15,
		measure: async () => await idlePoll(triggers),
	})),
];

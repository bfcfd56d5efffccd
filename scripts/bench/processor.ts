/** What the package costs the processor of n8n: an item beside a plain declarative node, and a poll in which nothing happens. */
import '../../test/harness/ownFolder';
import type { INodeParameters } from 'n8n-workflow';
import { runNode, type RunSettings } from '../../test/harness/engine';
import { startSimulatorProcess, type SimulatorProcess } from '../simulator-process';
import { idlePoll } from './idlePoll';
import { PlainNode } from './plainNode';
import { measureRows, median } from './rows';

const ITEMS = 100;
const TIMES = 25;
/** n8n's process has been running for long, and what V8 has not compiled yet costs twice. */
const WARM_UP = 20;

const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });

/** Both read a ticket for each item, which names it, as in a workflow. */
const TICKET = '={{ $json.id }}';
const OWN: INodeParameters = { resource: 'ticket', operation: 'get', messageBoxId: byId(101), ticketId: byId(TICKET), simplify: false };
const PLAIN: INodeParameters = { resource: 'ticket', operation: 'get', ticketId: TICKET };

/** @returns ms of processor for an item */
async function costOf(simulator: SimulatorProcess, id: number, parameters: INodeParameters, more: RunSettings): Promise<number> {
	// Or one pays for what the other has left behind.
	globalThis.gc?.();
	const before = process.cpuUsage();
	const items = Array.from({ length: ITEMS }, () => ({ json: { id } }));
	const done = await runNode(simulator, parameters, { items, ...more });
	const { user, system } = process.cpuUsage(before);
	if (done.length !== ITEMS) throw new Error(`${done.length} of ${ITEMS} items came out`);
	return (user + system) / 1_000 / ITEMS;
}

/** @returns how often the cost of a plain declarative node an item costs; both are measured in turn, so that a busy moment hits both */
async function besidePlainNode(): Promise<number> {
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

void measureRows([
	{ name: `processor for an item of ${ITEMS}, times that of a plain declarative node`, most: 1.5, measure: besidePlainNode },
	...[1, 10].map((triggers) => ({
		name: `idle poll of 2,000 watched tickets, ${triggers} triggers: ms of processor`,
		most: 15,
		measure: async () => await idlePoll(triggers),
	})),
]);

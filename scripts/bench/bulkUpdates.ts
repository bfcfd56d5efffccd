import type { INodeParameters } from 'n8n-workflow';

import { startSimulator } from '../../test/simulator';

import { plainNode, thisNode } from './contestants';
import type { Contestant } from './engine';
import { run } from './engine';

const ITEMS = 100;
const TICKET = 10_001;

/**
 * Adds a label to 100 tickets that have others: by this node, by a plain declarative node, which has to be told all
 * labels and would replace them, and by two of those, a read and then a write for each ticket.
 *
 * @returns how many requests each takes
 */
export async function bulkUpdates(): Promise<{ own: number; plain: number; readAndWrite: number }> {
	const labels = { values: { mode: 'add', labelIds: [3002] } };
	const own = await requestsOf([[thisNode(), { operation: 'update', simplify: true, statusCd: 'open', labels }]]);
	const write: [Contestant, INodeParameters] = [plainNode(), { operation: 'update' }];
	return { own, plain: await requestsOf([write]), readAndWrite: await requestsOf([[plainNode(), { operation: 'get' }], write]) };
}

async function requestsOf(steps: Array<[Contestant, INodeParameters]>): Promise<number> {
	const simulator = await startSimulator({ rateLimit: { limit: 10_000 } });
	try {
		for (let id = TICKET; id < TICKET + ITEMS; id++) {
			if (simulator.store.ticket(id) === undefined) simulator.store.createTicket({ id, message_box_id: 101, label_ids: [3001] });
		}
		for (const [contestant, parameters] of steps) {
			const out = await run(contestant, simulator, ITEMS, parameters, (item) => ({ id: TICKET + item }));
			const failed = out.find(({ json, error }) => json.error !== undefined || error !== undefined);
			if (failed) throw new Error(`${contestant.name} failed: ${JSON.stringify(failed)}`);
		}
		return simulator.requests.length;
	} finally {
		await simulator.stop();
	}
}

import { runNode, type Service } from '../../test/harness/engine';
import { PlainNode } from '../bench/plainNode';
import type { SimulatorClient } from '../simulator-process';
import { EventLoopWatch } from './measure';
import { INBOXES } from './service';

/** A token of its own, so that the triggers begin with a fresh window. */
const TOKEN = 'soak-warm-up';
const ITEMS = 20;

/**
 * Runs a plain declarative node, with nothing of this package in it. The first expressions of a process cost n8n's
 * engine a parser, a code printer and a time zone that are not compiled yet, whichever node has them. What this package
 * loads and compiles when it is first used is left for the measured run.
 *
 * @returns for how long n8n's engine held up the event loop, in ms
 */
export async function warmUpEngine(simulator: SimulatorClient): Promise<number> {
	const ticket = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: INBOXES[0], title: 'Warm-up' });
	await simulator.changeTokens({ add: TOKEN });
	const service: Service = { baseUrl: simulator.baseUrl, token: TOKEN };
	const loop = new EventLoopWatch();
	loop.run();
	const parameters = { resource: 'ticket', operation: 'get', ticketId: '={{ $json.id }}' };
	const items = Array.from({ length: ITEMS }, () => ({ json: { id: ticket.ticket_id } }));
	await runNode(service, parameters, { items, nodeType: new PlainNode() });
	loop.pause();
	await simulator.changeTokens({ revoke: TOKEN });
	return loop.longest();
}

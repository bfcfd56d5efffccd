import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from './service';

const simulator = simulatorOfEachTest();
beforeEach(() => void simulator.store.createTicket({ id: 1201, message_box_id: INBOX }));

/** Counts how often an expression reads the value: by this package itself, and by n8n's engine. */
async function evaluations(parameters: INodeParameters, value: unknown) {
	const counts = { ours: 0, engine: 0 };
	const json = Object.defineProperty({}, 'value', {
		get: () => {
			// The evaluation is ours when the first of the two below it is a file of this package.
			const [caller] = stack().filter((line) => /nodes\/SupportInbox\/|routing-node/.test(line));
			counts[caller?.includes('nodes/SupportInbox/') ? 'ours' : 'engine'] += 1;
			return value;
		},
	});
	await runNode(simulator, parameters, { items: [{ json } as INodeExecutionData] });
	return counts;
}

function stack(): string[] {
	const { stackTraceLimit } = Error;
	Error.stackTraceLimit = 100;
	const lines = new Error().stack!.split('\n');
	Error.stackTraceLimit = stackTraceLimit;
	return lines;
}

const VALUE = '={{ $json.value }}';
const ticket = (more: INodeParameters): INodeParameters => ({ resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(1201), ...more });
const contact = (more: INodeParameters): INodeParameters => ({ resource: 'contact', operation: 'create', customerGroupId: byId(11), ...more });

it.each<[string, INodeParameters, unknown, { ours: number; engine: number }]>([
	['a path value', { ...ticket({ ticketId: byId(VALUE) }), operation: 'get' }, 1201, { ours: 1, engine: 2 }],
	['a path value of a write, which comes out as well', ticket({ ticketId: byId(VALUE), statusCd: 'closed' }), 1201, { ours: 1, engine: 2 }],
	['a body field', ticket({ statusCd: VALUE }), 'closed', { ours: 0, engine: 4 }],
	['a text with two parts', contact({ lastName: `=${'{{ $json.value }}'} and more` }), 'a', { ours: 1, engine: 4 }],
	['a body field in a collection', contact({ lastName: 'a', createContactFields: { note: VALUE } }), 'a note', { ours: 1, engine: 2 }],
	['a filter', { resource: 'ticket', operation: 'getAll', messageBoxId: byId(INBOX), limit: 1, getAllTicketFilters: { colorCds: VALUE } }, ['red'], { ours: 1, engine: 2 }],
])('%s is evaluated as often as n8n does, and by this package once at most', async (_what, parameters, value, expected) => {
	const { ours, engine } = await evaluations(parameters, value);
	expect(ours).toBe(expected.ours);
	// n8n 1.101 evaluates the parameter of a property's name once for an item, a newer one twice.
	expect([expected.engine, expected.engine / 2]).toContain(engine);
});

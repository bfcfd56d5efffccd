import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { resources } from '../../nodes/SupportInbox/resources';
import type { Operation } from '../../nodes/SupportInbox/resources/defineResource';
import { runNode } from '../harness/engine';
import { startSimulator, type Simulator } from '../simulator';

import { ENTRIES } from './entries';
import { fastNow, speedUp } from './fastTime';
import { FAULTS, type TableFault } from './faults';

speedUp();

const TOKEN = 'a-token-that-must-not-be-seen';
/** Time-out of a try in real ms; roomy where the fault is another, because the machine may be busy. */
const timeoutOf = ({ name }: TableFault) => (name.startsWith('time-out') ? 800 : 6_000);

const operations = resources.flatMap(({ value, operations: all }) =>
	all.map((operation) => ({ name: `${value}.${operation.value}`, resource: value, operation })),
);

/** What came of an operation that a fault hit. */
interface Result {
	items?: INodeExecutionData[];
	error?: NodeApiError;
	sent: number;
	effect?: number;
	newest?: Record<string, unknown>;
}

const ownPath = (operation: Operation) => new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`);

async function hit(name: string, resource: string, operation: Operation, fault: TableFault): Promise<Result> {
	const entry = ENTRIES[name];
	const simulator: Simulator = await startSimulator({ token: TOKEN, clock: fastNow, seed: { tickets: 3 }, rateLimit: { limit: 10_000 } });
	const parameters = {
		resource,
		operation: operation.value,
		...entry.parameters(simulator),
		requestOptions: { timeout: timeoutOf(fault) },
	};
	const own = { method: operation.method, path: ownPath(operation) };
	simulator.faults.add({ ...fault.fault(), when: own });
	const end = await runNode(simulator, parameters).then(
		(items) => ({ items }),
		(error: NodeApiError) => ({ error }),
	);
	const sent = simulator.requests.filter(({ method, path }) => method === own.method && own.path.test(path)).length;
	const effect = entry.effect?.(simulator);
	simulator.expectNoViolations();
	await simulator.stop();
	return { ...end, sent, effect, newest: effect ? entry.newest?.(simulator) : undefined };
}

const semanticsOf = ({ method, semantics }: Operation) =>
	semantics ?? (method === 'GET' ? 'safe' : method === 'POST' ? 'nonIdempotent' : 'idempotent');

it('has an entry for every operation', () => {
	expect(Object.keys(ENTRIES).sort()).toEqual(operations.map(({ name }) => name).sort());
});

describe.each(FAULTS)('$name', (fault) => {
	const results = new Map<string, Result>();

	beforeAll(async () => {
		const known = operations.filter(({ name }) => ENTRIES[name] !== undefined);
		const ends = known.map(async ({ name, resource, operation }) => {
			results.set(name, await hit(name, resource, operation, fault));
		});
		await Promise.all(ends);
	});

	it.each(operations)('$name', ({ name, operation }) => {
		const { items, error, sent, effect, newest } = results.get(name)!;
		const kind = semanticsOf(operation);
		// An answer without a body is what these promise.
		const isDone = fault.name === 'empty body' && operation.answer.shape === 'nothing';
		// Half a file is no beginning of JSON: it might be anything.
		const isAnything = fault.name === 'cut-off JSON' && operation.answer.shape === 'file';
		const again = !isDone && !isAnything && (kind === 'nonIdempotent' ? fault.once : fault.repeated) === 'again';
		const unknown = !isDone && kind === 'nonIdempotent' && fault.once === 'uncertain';
		const fails = !isDone && !again && !(unknown && fault.took);

		expect({ sent, effect }).toEqual({ sent: again ? 2 : 1, effect: effectOf(kind, fails) });
		if (!fails) {
			expect(error).toBeUndefined();
			expect(items?.length).toBeGreaterThan(0);
			if (newest !== undefined) expect(items?.[0].json).toMatchObject(newest);
			return;
		}
		expect(error?.message).toMatch(fault.says);
		if (kind !== 'safe') expect(error?.description).toContain('may have done it nevertheless');
		if (unknown) expect(error?.description).toMatch(/Checked .* (before|again)/);
		expect(everything(error)).not.toContain(TOKEN);
	});
});

/** Whatever else happens: what was asked is done exactly once or not at all. */
function effectOf(kind: string, fails: boolean): number | undefined {
	if (kind === 'safe') return undefined;
	return fails ? 0 : 1;
}

/** Every text that hangs on an error, whoever prints it. */
function everything(error: unknown, depth = 0): string {
	if (typeof error !== 'object' || error === null || depth > 6) return String(error);
	const own = Object.getOwnPropertyNames(error).map((name) => everything((error as Record<string, unknown>)[name], depth + 1));
	return [JSON.stringify(error), String(error), ...own].join('\n');
}

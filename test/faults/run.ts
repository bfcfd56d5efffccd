import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { resources } from '../../nodes/SupportInbox/resources';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { runNode } from '../harness/engine';
import { skippingNow } from '../harness/skippedWaits';
import { hasEndpoint, startSimulator, type DoneRequest, type Fault, type RequestMatch, type Simulator } from '../simulator';
import { entryOf, type Entry } from './entries';

/** Each service has a token that begins so: what is known of one is not known of the next at the same port. No error may show it. */
export const TOKEN = 'a-token-that-must-not-be-seen';

/** Of a try (ms). Tests of what never answers skip it, and no other request comes near it on a busy machine either. */
const TIMEOUT = 20_000;

/** Ends a run that would never end: its row is red, and the other rows are still shown. It is no limit on speed. */
const NEVER_ENDS_MS = 5 * 60_000;

/** An operation of the node, as the fault tables run it. */
export interface Row {
	/** `resource.operation` */
	name: string;
	resource: string;
	operation: Operation;
	entry: Entry;
}

/** Every operation of the node that can be run; test/resources/complete.test.ts shows which has no endpoint. */
export const ROWS: Row[] = resources.flatMap(({ value, operations: all }) =>
	all.filter(({ method, path, sendsNothing }) => sendsNothing !== true && hasEndpoint(method, path)).map((operation) => {
		const name = `${value}.${operation.value}`;
		return { name, resource: value, operation, entry: entryOf(name, operation) };
	}),
);

export type OwnRequest = RequestMatch & { method: string; path: RegExp };

/** Arranges what happens to an operation. @param own the operation's own request */
export type Arrange = (simulator: Simulator, own: OwnRequest) => void;

/** A fault of any request, without saying of which. */
export type AnyFault = Omit<Fault, 'when'>;

/** What came of it. */
export interface Result {
	items?: INodeExecutionData[];
	error?: NodeApiError;
	/** how often the operation's own request arrived */
	sent: number;
	effect?: number;
	newest?: Record<string, unknown>;
	/** it would not have ended by itself */
	hung: boolean;
}

let tokens = 0;

/** Runs an operation once against a service of its own. */
export async function runIn(arrange: Arrange, { resource, operation, entry }: Row): Promise<Result> {
	const simulator = await startSimulator({ token: `${TOKEN}-${++tokens}`, clock: skippingNow, seed: { tickets: 3 }, rateLimit: { limit: 10_000 } });
	const parameters = {
		resource,
		operation: operation.value,
		...entry.parameters(simulator),
		requestOptions: { timeout: TIMEOUT },
	};
	const own = ownRequest(operation);
	const abort = new AbortController();
	arrange(simulator, own);
	let hung = false;
	const guard = setTimeout(() => {
		hung = true;
		abort.abort();
		void simulator.stop();
	}, NEVER_ENDS_MS);
	const end = await runNode(simulator, parameters, { signal: abort.signal }).then(
		(items) => ({ items }),
		(error: NodeApiError) => ({ error }),
	);
	clearTimeout(guard);
	const isOwn = ({ method, path }: { method: string; path: string }) => method === own.method && own.path.test(path);
	const sent = simulator.requests.filter(isOwn).length;
	const effect = effectOf(simulator, operation);
	simulator.expectNoViolations();
	if (!hung) await simulator.stop();
	return { ...end, sent, effect, newest: effect ? (entry.newest ?? shownIn(simulator.done.filter(isOwn).at(-1)!)) : undefined, hung };
}

/** @returns how often a write was done, by the service's own count: what is the same the second time counts once. Of a read undefined */
export function effectOf({ done }: Simulator, operation: Operation): number | undefined {
	const own = ownRequest(operation);
	const count = done.filter(({ method, path }) => method === own.method && own.path.test(path)).length;
	const kind = semanticsOf(operation);
	if (kind === 'safe') return undefined;
	return kind === 'idempotent' ? Math.min(count, 1) : count;
}

/** @returns what the service says of what it has created: its ids */
function shownIn({ answer: { body } }: DoneRequest): Record<string, unknown> | undefined {
	return body.length === 0 ? undefined : (JSON.parse(body.toString()) as Record<string, unknown>);
}

/** Runs operations at once, each arranged the same way. @returns the results by name */
export async function runAll(arrange: Arrange, rows: Row[]): Promise<Map<string, Result>> {
	return new Map(await Promise.all(rows.map(async (row) => [row.name, await runIn(arrange, row)] as const)));
}

/** @returns the request of an operation that is not only read for it */
export function ownRequest({ method, path }: Pick<Operation, 'method' | 'path'>): OwnRequest {
	return { method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
}

/**
 * @returns what sending the request twice would mean; `onceThere`: it would be there twice, but it is looked for before it is
 * created, so that a lost answer is an error and the next run finds it
 */
export function semanticsOf({ method, semantics }: Operation): 'safe' | 'idempotent' | 'onceThere' | 'nonIdempotent' {
	// Where it depends on the body: the entries of the table send none that people would see twice.
	if (typeof semantics === 'function') return method === 'POST' ? 'onceThere' : 'idempotent';
	return semantics ?? (method === 'GET' ? 'safe' : method === 'POST' ? 'nonIdempotent' : 'idempotent');
}

/** @returns whether it is sent once, whatever was answered */
export function isSentOnce(kind: ReturnType<typeof semanticsOf>): boolean {
	return kind === 'onceThere' || kind === 'nonIdempotent';
}

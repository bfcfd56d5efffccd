import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Expected, Reply } from './answer';
import { readAnswer } from './answer';
import type { Connection } from './connection';
import { connect } from './connection';
import type { Asked } from './errors';
import { toNodeApiError } from './errors';
import type { Headers } from './failure';
import { ServiceFailure } from './failure';
import type { Pass } from './pass';
import { ExecutionStopped } from './pass';
import type { ServiceAnswer, ServiceRequest } from './request';
import { commonOptions, sendThrough } from './request';
import type { Repeat } from './retry';
import { PATIENCE_MS, TRY_TIMEOUT_MS } from './retry';

type EngineRequest = DeclarativeRestApiSettings.ResultOptions;

/**
 * One item's turn in the gate: what a {@link Plan} works with.
 * - `send`: the operation's own request, through the engine and its output hooks; `change` replaces parts of
 *   the body or query for this time; `keep` drops rows of a list before they are shaped.
 * - `read`: a request besides it, in the same turn.
 */
export interface Turn {
	context: IExecutePaginationFunctions;
	itemIndex: number;
	request: EngineRequest;
	send(change?: Change, keep?: (row: IDataObject) => boolean): Promise<Sent>;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** Parts of the engine's request that a plan replaces: a key with `undefined` is left out. */
export interface Change {
	method?: EngineRequest['options']['method'];
	url?: string;
	body?: IDataObject;
	qs?: IDataObject;
	/** How often this request may be sent, where that differs from the operation's own. */
	repeat?: Repeat;
}

/** What a request gave: the shaped items, how many rows the service sent, and its headers. */
export interface Sent {
	items: INodeExecutionData[];
	rows: number;
	headers: Headers;
}

/** How an operation goes through the gate: once, page by page, read and then write ... */
export type Plan = (turn: Turn) => Promise<INodeExecutionData[]>;

/** The plan of most operations: their one request. */
export const once: Plan = async (turn) => (await turn.send()).items;

/** What the gate has to know of an operation. */
export interface Passage {
	repeat: Repeat;
	expected: Expected;
	plan: Plan;
	/** Fills the path and checks the values, before a request is spent. @throws NodeOperationError */
	prepare: (context: IExecutePaginationFunctions, request: EngineRequest) => Asked;
}

/**
 * Makes the declarative engine's pagination hook, which is where every request of the node passes the gate.
 * The engine starts all items at once, sets no pairing and knows no 403 for a rate limit: that is done here.
 */
export function throughGate(passage: Passage) {
	return async function (
		this: IExecutePaginationFunctions,
		request: EngineRequest,
	): Promise<INodeExecutionData[]> {
		const pairedItem = { item: this.getItemIndex() };
		const items = await takeTurn(this, request, passage).catch((error) => failedItem(this, error));
		return items.map((item) => ({ ...item, pairedItem }));
	};
}

/** With Continue On Fail the error becomes the item. @throws the error otherwise, or when the execution was stopped */
function failedItem(context: IExecutePaginationFunctions, error: Error): INodeExecutionData[] {
	if (!context.continueOnFail() || error instanceof ExecutionStopped) throw error;
	const told =
		error instanceof NodeApiError
			? error
			: new NodeOperationError(context.getNode(), error, { itemIndex: context.getItemIndex() });
	return [{ json: { error: told.message }, error: told }];
}

async function takeTurn(context: IExecutePaginationFunctions, request: EngineRequest, passage: Passage) {
	const asked = passage.prepare(context, request);
	const connection = await connect(context);
	const timeout = userTimeout(context);
	const pass = passOf(context, passage.repeat, timeout);
	Object.assign(request.options, commonOptions(connection.origin, timeout ?? TRY_TIMEOUT_MS));
	const send = sender(context, request, passage, connection, pass);
	const read = async (other: ServiceRequest) =>
		await sendThrough(context, connection, pass, 'read', { timeout, ...other });
	const turn = { context, itemIndex: context.getItemIndex(), request, send, read };
	return await connection.gate
		.enter(pass, async () => await passage.plan(turn))
		.catch((error) => {
			if (!(error instanceof ServiceFailure)) throw error;
			throw toNodeApiError(context.getNode(), error.failure, asked, error.uncertain);
		});
}

function sender(
	context: IExecutePaginationFunctions,
	request: EngineRequest,
	{ repeat, expected }: Passage,
	{ gate, hide }: Connection,
	pass: Pass,
): Turn['send'] {
	// The engine hands the answer to the output hooks only, so a hook in front of them takes it in.
	let takeIn: (reply: Reply) => Promise<INodeExecutionData[]>;
	request.postReceive.unshift({
		data: { parameterValue: undefined },
		actions: [async (_items, reply) => await takeIn(reply as Reply)],
	});
	return async ({ repeat: howOften = repeat, ...change } = {}, keep = () => true) =>
		await gate.send(pass, howOften, async ({ earlierUncertain, seen }) => {
			let rows = 0;
			let headers: Headers = {};
			takeIn = async (reply) => {
				headers = reply.headers;
				seen(headers);
				// A DELETE whose first answer was lost finds nothing the second time: it is done.
				const gone = request.options.method === 'DELETE' && reply.statusCode === 404 && earlierUncertain;
				const items = gone ? [{ json: {} }] : await readAnswer(reply, expected, hide);
				rows = items.length;
				return expected.shape === 'list' ? items.filter(({ json }) => keep(json)) : items;
			};
			const options = { ...request.options, ...change, headers: { ...request.options.headers } };
			const items = await context.makeRoutingRequest.call(context, { ...request, options });
			return { items, rows, headers };
		});
}

/** The engine's own "Timeout" under "Request Options"; undefined when the user did not set it. */
function userTimeout(context: IExecutePaginationFunctions): number | undefined {
	const options = context.getNodeParameter('requestOptions', {}) as { timeout?: number };
	return typeof options.timeout === 'number' && options.timeout > 0 ? options.timeout : undefined;
}

function passOf(context: IExecutePaginationFunctions, repeat: Repeat, timeout?: number): Pass {
	const node = context.getNode();
	return {
		lane: `${context.getExecutionId()}/${node.id}`,
		order: context.getItemIndex(),
		writes: repeat !== 'read',
		// Someone sits in front of an agent's tool call, as in front of a dropdown.
		purpose: node.type.endsWith('Tool') ? 'person' : 'bulk',
		signal: context.getExecutionCancelSignal?.(),
		patience: timeout === undefined ? PATIENCE_MS : Math.max(PATIENCE_MS, timeout * 2),
		onWait: (until) =>
			context.logger.info(
				`"${node.name}" waits for the rate limit of the Support Inbox until ${new Date(until).toISOString()}`,
			),
	};
}

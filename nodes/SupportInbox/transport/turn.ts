import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Expected } from './answer';
import type { Asked } from './errors';
import type { Headers } from './failure';
import type { LookUp } from './lookUp';
import type { ServiceAnswer, ServiceRequest } from './request';
import type { Repeat } from './retry';

export type EngineRequest = DeclarativeRestApiSettings.ResultOptions;

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

/**
 * What the gate has to know of an operation.
 * - `prepare`: fills the path and checks the values, before a request is spent; throws NodeOperationError.
 * - `lookUp`: how to see whether a write that is sent once was done although its answer was lost.
 */
export interface Passage {
	repeat: Repeat;
	expected: Expected;
	plan: Plan;
	lookUp?: LookUp;
	prepare: (context: IExecutePaginationFunctions, request: EngineRequest) => Asked;
}

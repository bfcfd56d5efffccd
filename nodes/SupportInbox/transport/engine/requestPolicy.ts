import type { DeclarativeRestApiSettings, IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Connection } from '../connection';
import type { Read, ServiceList } from '../client/lists';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import type { Expected } from '../client/answer';
import type { Asked, Headers } from '../errors/failure';
import type { Finder } from '../idempotency/reconciliation';
import type { QueueView } from '../order/itemQueue';
import type { Semantics } from '../retry/policy';

export type EngineRequest = DeclarativeRestApiSettings.ResultOptions;

/** The checked values of a path, by the name of their slot: ids are numbers, everything else is text. */
export type PathValues = Readonly<Record<string, string | number>>;

/**
 * What the check of an item's parameters gave.
 * - `resolveNames`: puts ids in place of the names that fields hold, into the request and `values`; throws NodeOperationError.
 * - `unread`: fields of an id that have null, as a rehearsed write gives it, and why that is refused otherwise, if it is.
 * - `missing`: the names that were found nowhere, after `resolveNames`, as a sentence names them.
 * - `inInbox`: where all inboxes were chosen: the same for one of them, with a request of its own.
 * - `applied`: the filters that have a value, by their names on screen; undefined where the output does not say them.
 */
export interface Prepared {
	asked: Asked;
	values: PathValues;
	applied?: IDataObject;
	resolveNames?: (rowsOf: (list: ServiceList) => Promise<IDataObject[]>) => Promise<void>;
	unread?: { fields: string[]; refusal?: Error };
	missing?: ReadonlySet<string>;
	inInbox?: (messageBoxId: number) => { request: EngineRequest; prepared: Prepared };
}

/**
 * One item's request: what a {@link Plan} works with, at its place in the item queue.
 * - `request`: what the engine made of the parameters, checked.
 * - `values`: the checked values of its path.
 * - `queue`: the item queue that it is in.
 * - `signal`: comes when the execution is stopped.
 * - `send`: the operation's own request, through the engine and its output hooks; `change` replaces parts of
 *   it for this time; `keep` drops rows of a list before they are shaped.
 * - `read`: a request besides it.
 * - `inInbox`: where all inboxes were chosen: the item in one of them, and the names of its filters that this one does not have.
 */
export interface ItemRequest {
	context: IExecutePaginationFunctions;
	itemIndex: number;
	request: EngineRequest;
	values: PathValues;
	connection: Connection;
	queue: QueueView;
	signal?: AbortSignal;
	send(change?: RequestChange, keep?: (row: IDataObject) => boolean): Promise<Sent>;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	inInbox(messageBoxId: number): Promise<{ item: ItemRequest; missing: ReadonlySet<string> }>;
}

/** Parts of the engine's request that a plan replaces: a key with `undefined` is left out. */
export type RequestChange = ChangedParts & ChangedSemantics;

/**
 * What sending this request twice does, where that differs from the operation's own. A non-idempotent one has to say
 * how it is found; an idempotent one may, where it moves the thing away from its path: a 404 after an unknown outcome.
 */
type ChangedSemantics =
	| { semantics?: Exclude<Semantics, 'nonIdempotent'>; finder?: Finder }
	| { semantics: 'nonIdempotent'; finder: Finder };

interface ChangedParts {
	method?: EngineRequest['options']['method'];
	url?: string;
	body?: IDataObject;
	qs?: IDataObject;
	/** What the answer must be, where more rests on it than on the operation's usual one. */
	expected?: Expected;
	/** Reads what the body rests on, see Gate.send; the body is asked for each time it leaves. */
	readFirst?: () => Promise<void>;
	bodyAtSending?: () => IDataObject;
	/** The reading that the body rests on, asked for when the first try leaves. */
	precondition?: () => IDataObject | undefined;
}

/**
 * What a request gave.
 * - `items`: shaped; `rows`: how many the service sent.
 * - `sentAt`: when the first try left that may have had an effect, in ms of the gate's clock.
 */
export interface Sent {
	items: INodeExecutionData[];
	rows: number;
	headers: Headers;
	sentAt: number;
}

/** An item that has sent nothing yet. */
export type GivenItem = Pick<ItemRequest, 'context' | 'itemIndex' | 'request' | 'values'>;

/**
 * Refuses fields that do not go together, each right by itself. It sees ids in place of names and reads nothing else.
 *
 * @throws NodeOperationError
 */
export type Check = (item: GivenItem) => void;

/** An item that has sent nothing yet, with a way to read. */
export type CheckedItem = GivenItem & { read: Read };

/** A check that may read, where it would refuse the item otherwise. */
export type ReadingCheck = (item: CheckedItem) => void | Promise<void>;

/** The requests of an operation for one item: a single one, page by page, a read and then a write ... */
export type Plan = (item: ItemRequest) => Promise<INodeExecutionData[]>;

/**
 * What an item does after it has left its place in the item queue, such as reading what it has written, together with
 * other items.
 *
 * @param items what the plan gave
 * @returns what comes out of the item
 */
export type Afterwards = (item: ItemRequest, items: INodeExecutionData[]) => Promise<INodeExecutionData[]>;

/** What sending an item's request twice does, where that depends on its body or on what the user has chosen. */
export type SemanticsOf = (body: IDataObject, request: Pick<EngineRequest, 'options'>) => Semantics;

/**
 * What the gate has to know of an operation.
 * - `semantics`: what sending it twice does.
 * - `prepare`: fills the path and checks the values, before a request is spent; `asTool`: an AI agent gave them; throws
 *   NodeOperationError.
 * - `check`: comes next, before any item of the run leaves.
 * - `finder`: how to find out whether a non-idempotent write was done although its answer was lost.
 * - `unread`: the row of a read that a rehearsal has nothing to read for.
 */
export interface RequestPolicy {
	semantics: Semantics | SemanticsOf;
	expected: Expected;
	plan: Plan;
	afterwards?: Afterwards;
	finder?: Finder;
	unread?: IDataObject;
	prepare: (context: IExecutePaginationFunctions, request: EngineRequest, asTool: boolean) => Prepared;
	check?: ReadingCheck;
}

/** The same for one item, whose body is known. */
export type ItemPolicy = RequestPolicy & { semantics: Semantics };

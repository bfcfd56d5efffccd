import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { EngineRequest, StartedItem } from '../../adapter/routing';
import type { Expected } from '../client/answer';
import type { DryRunRequest } from '../client/dryRun';
import type { RowsOf } from '../client/listCache';
import type { ConnectionOptions, PlannedRequest, PlannedWrite, ServiceAnswer, ServiceRequest } from '../client/request';
import type { Connection } from '../connection';
import type { Email } from '../emailLimit/permits';
import type { RequestFields } from '../errors/failure';
import type { ItemQueue } from '../queue/itemQueue';
import type { RequestContext } from '../queue/requestContext';
import type { Semantics } from '../retry/retryPolicy';
import type { Reconciliation } from '../writes/reconciliation';
import type { Write, WriteLog } from '../writes/writeLog';
import type { Writer } from '../writes/writer';

/** The checked values of a path, by the name of their slot: ids are numbers, all others are text. */
export type PathValues = Readonly<Record<string, string | number>>;

/**
 * The fields of an item as they are sent.
 * - `path`: the path of the operation's request, with its values encoded; `values`: the same values by the name of their slot.
 * - `body`: its body, in the API's names.
 * - `changes`: how properties of a record change, by the API's names: what is sent depends on what the record has.
 * - `settings`: the values that only the node itself reads, by the names of their fields; those without a value are left out.
 */
export interface SentFields {
	path: string;
	values: PathValues;
	body: IDataObject;
	changes: Readonly<Record<string, unknown>>;
	settings: Readonly<Record<string, unknown>>;
}

/**
 * What the rules have made of an item's fields. It is made again after each list of names that was read.
 * - `asked`: the fields for the text of an error.
 * - `applied`: the filters that have a value, by their names on screen; undefined where the output does not show them.
 * - `unread`: id fields with the value null, which the write of a dry run returns, and the error for them outside a dry run, if any.
 */
export interface CheckedFields extends SentFields {
	asked: RequestFields;
	applied?: IDataObject;
	unread?: { fields: string[]; rejection?: Error };
}

/**
 * The checked fields of an item, with what makes them anew.
 * - `fromModel`: what an AI agent has given, without the text of the workflow around it; with the names of the fields on screen.
 * - `withGaps`: the fields with a gap in place of each `{{ }}` that the clock or the execution makes, see writes/comparison.ts.
 * - `resolveNames`: replaces names by ids, and looks whether ids exist, unless it is asked for `either`: texts that may be names; for
 *   `path` also ids in the path. Throws NodeOperationError. Undefined where all inboxes were chosen.
 * - `missing`: after `resolveNames`, the names that were not found, as text for a sentence.
 * - `inOneInbox`: where all inboxes were chosen: makes the same for one of them.
 */
export interface PreparedFields extends CheckedFields {
	fromModel: ReadonlyArray<[label: string, argument: string]>;
	withGaps: () => Pick<SentFields, 'body' | 'settings'>;
	resolveNames?: (rowsOf: RowsOf, least?: 'path' | 'id' | 'either') => Promise<CheckedFields>;
	missing: ReadonlySet<string>;
	inOneInbox?: (messageBoxId: number) => PreparedFields;
}

/**
 * One item of an operation, from its check to its output. Each step of `runItem` takes it, and adds what it finds out.
 *
 * The check makes:
 * - the fields, see {@link PreparedFields}; `policy`: its operation's; `semantics`: what sending its request twice does.
 * - `connection`, `options`, `requestContext`: by what its requests are sent, and how they wait.
 * - `read`: sends a request that only reads; `rowsOf`: reads a list of the service, or returns the cached one.
 * - `log`: what this process has written; `writer`: under whom it keeps what the item sends; undefined where nobody asks.
 * - `email`: what acquires permits from the email limits.
 *
 * Its turn in the item queue adds `queue`, and for a dry run, which writes nothing, a `log` of this queue alone. Its plan adds:
 * - `hides`: what hides personal data in its output and its errors, and in the write that a dry run shows.
 * - `write`: the non-idempotent write that was done, or may have been: from when it departs until it is known that it was not.
 * - `dryRunRequest`: the write that a dry run did not send.
 */
export interface Item extends StartedItem, PreparedFields {
	itemIndex: number;
	policy: RequestPolicy;
	semantics: Semantics;
	connection: Connection;
	options: ConnectionOptions;
	requestContext: RequestContext;
	read: (request: ServiceRequest) => Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	log: WriteLog;
	writer?: Writer;
	email?: Email;
	queue?: ItemQueue;
	hides?: Hides;
	write?: Write;
	dryRunRequest?: DryRunRequest;
}

/**
 * Puts tokens in place of personal data, in a text and in all texts of a record. `valueOf` returns what a token stands for, in a form;
 * undefined: nothing.
 */
export interface Hides {
	text(text: string): string;
	record<T>(record: T): T;
	valueOf(token: string, form: (value: string) => string): string | undefined;
}

/** Parts of the operation's request that a plan replaces; undefined: as it is. */
export type RequestChange = ChangedParts & ChangedSemantics;

/**
 * What sending this request twice does, where that differs from the operation's own. A non-idempotent request needs a reconciliation.
 * An idempotent one may have a reconciliation if it changes the path of the record: sent again it then gets a 404.
 */
type ChangedSemantics =
	| { semantics?: Exclude<Semantics, 'nonIdempotent'>; reconciliation?: Reconciliation | undefined }
	| { semantics: 'nonIdempotent'; reconciliation: Reconciliation };

interface ChangedParts {
	method?: EngineRequest['options']['method'];
	url?: string;
	body?: IDataObject;
	qs?: IDataObject;
	/**
	 * Makes the output of an item, by what the operation knows besides: called with each row of the answer, or with the row of a write
	 * that was found after a lost answer, also when n8n runs the node again. A row with `deduplicated` is of a write that was sent before.
	 */
	notes?: PlannedWrite['notes'];
	/** For an answer that is a file: the row for the output hooks. */
	row?: IDataObject;
	/** Which rows of a list are kept, before they are shaped; undefined: all. */
	isWantedRow?: (row: IDataObject) => boolean;
	/** What the answer must contain, where the plan needs more than the operation's usual answer. */
	expected?: Expected;
	/** Reads what the write is computed from, and decides it: the body, and the notes in place of those above. */
	plan?: PlannedRequest['plan'];
	/** Adds to the body of each attempt what depends on the moment of sending. */
	stamp?: (body: IDataObject) => IDataObject;
	/** Returns the values by which n8n's Retry finds a message in the service; by default the body `withGaps`. */
	like?: () => IDataObject | Promise<IDataObject>;
}

/**
 * Rejects fields that are valid alone but contradict each other. Names are replaced by ids already. It sends reads only where it
 * would otherwise have to reject the item.
 *
 * @throws NodeOperationError
 */
export type Validate = (item: Item) => void | Promise<void>;

/**
 * A limit on the items of a run with the same names, such as the message that they answer, the keys of a new contact, or
 * the recipients of a mail.
 * - `amount`: how much the item adds to the count of each name in its run; 1 if it is left out.
 * - `countOnceBy`: items that are alike in it count once.
 * - `max`: the highest count; 1 if it is left out. `reject` throws above it; undefined: it only counts.
 */
export interface RunConstraint {
	names: readonly string[];
	amount?: number;
	countOnceBy?: string;
	max?: number;
	reject?: (count: number, name: string) => void;
}

/** @returns the constraints of an item */
export type RunConstraintsOf = (item: Item) => RunConstraint[];

/** The requests of an operation for one item: a single one, page by page, a read and then a write ... */
export type Plan = (item: Item) => Promise<INodeExecutionData[]>;

/**
 * The work of an item after it has left its place in the item queue, such as reading the written ticket together with
 * other items.
 *
 * @param items the items of the plan
 * @returns the item's output
 */
export type After = (item: Item, items: INodeExecutionData[]) => Promise<INodeExecutionData[]>;

/** What sending an item's request twice does, where that depends on its body or on the user's choice. */
export type SemanticsOf = (fields: SentFields) => Semantics;

/** @returns within how many ms an equal write is sent once; 0: it is not looked for */
export type DeduplicateWithin = (fields: SentFields) => number;

/**
 * How the dispatcher handles the requests of an operation.
 * - `semantics`: what sending it twice does.
 * - `prepare`: checks the values, before a request is spent; `asTool`: the values are an AI agent's; throws NodeOperationError.
 * - `validate`: is called next, before any item of the run is sent.
 * - `runConstraints`: rejects items of a run with the same names, before any item is sent.
 * - `perCall`: whether two equal calls of an agent within one execution are two writes; else the second gets the outcome of the first.
 * - `reconciliation`: how to find out whether a non-idempotent write was done although its answer was lost.
 * - `deduplicateWithinMs`: the time of Deduplicate.
 * - `dryRunRow`: the row for a read in a dry run, where the record was written in a dry run only and cannot be read.
 */
export interface RequestPolicy {
	semantics: Semantics | SemanticsOf;
	expected: Expected;
	plan: Plan;
	after?: After;
	reconciliation?: Reconciliation;
	deduplicateWithinMs?: DeduplicateWithin;
	dryRunRow?: IDataObject;
	prepare: (context: IExecutePaginationFunctions, options: EngineRequest['options'], asTool: boolean) => PreparedFields;
	validate?: Validate;
	runConstraints?: RunConstraintsOf;
	perCall?: boolean;
}

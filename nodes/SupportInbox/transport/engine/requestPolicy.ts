import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { EngineRequest, StartedItem } from '../../adapter/routing';
import type { Expected } from '../client/answer';
import type { RowsOf } from '../client/listCache';
import type { ConnectionOptions, PlannedRequest, PlannedWrite, Read, ServiceAnswer, ServiceRequest } from '../client/request';
import type { Rows } from '../client/response';
import type { Connection } from '../connection';
import type { Email } from '../emailLimit/permits';
import type { RequestFields } from '../errors/failure';
import type { ItemQueue } from '../queue/itemQueue';
import type { RequestContext } from '../queue/requestContext';
import type { Semantics } from '../retry/retryPolicy';
import type { Reconciliation } from '../writes/reconciliation';

/** The checked values of a path, by the name of their slot: ids are numbers, all others are text. */
export type PathValues = Readonly<Record<string, string | number>>;

/**
 * The fields of an item as they are sent.
 * - `path`: the path of the operation's request, with its values encoded; `values`: the same values by the name of their slot.
 * - `body`: its body, in the API's names.
 * - `settings`: the values that only the node itself reads, by the names of their fields; those without a value are left out.
 */
export interface SentFields {
	path: string;
	values: PathValues;
	body: IDataObject;
	settings: Readonly<Record<string, unknown>>;
}

/**
 * The result of the check of an item's fields.
 * - `asked`: the fields for the text of an error.
 * - `applied`: the filters that have a value, by their names on screen; undefined where the output does not show them.
 * - `fromModel`: what an AI agent has given, without the text of the workflow around it; with the names of the fields on screen.
 * - `unread`: id fields with the value null, which the write of a dry run returns, and the error for them outside a dry run, if any.
 * - `resolveNames`: replaces names by ids in all of this, and looks whether ids exist, unless it is asked for `either`: texts that may
 *   be names; for `path` also ids in the path. Throws NodeOperationError.
 * - `missing`: after `resolveNames`, the names that were not found, as text for a sentence.
 * - `inInbox`: where all inboxes were chosen: makes the same for one of them.
 */
export interface Prepared extends SentFields, WithGaps {
	asked: RequestFields;
	applied?: IDataObject;
	fromModel: ReadonlyArray<[label: string, argument: string]>;
	unread?: { fields: string[]; rejection?: Error };
	resolveNames?: (rowsOf: RowsOf, least?: 'path' | 'id' | 'either') => Promise<void>;
	missing: ReadonlySet<string>;
	inInbox?: (messageBoxId: number) => Prepared;
}

/** `withGaps` returns the fields with a gap in place of each `{{ }}` that the clock or the execution makes, see writes/comparison.ts. */
interface WithGaps {
	withGaps: () => Pick<SentFields, 'body' | 'settings'>;
}

/** An item that has sent nothing yet. */
export interface GivenItem extends SentFields, WithGaps {
	context: IExecutePaginationFunctions;
	itemIndex: number;
}

/**
 * An item at its place in the item queue; a {@link Plan} works with it.
 * - `queue`: the item queue that it is in.
 * - `signal`: is aborted when the execution is stopped.
 * - `send`: the operation's own request, through the engine and its output hooks; `change` replaces parts of
 *   it for this time; `isWantedRow` drops rows of a list before they are shaped.
 * - `read`: sends another request, which only reads.
 * - `hideBy`: hides personal data in the errors of this item and in the write that a dry run shows.
 * - `inInbox`: where all inboxes were chosen: makes the item for one of them, and the names in its filters that this inbox
 *   lacks; `again`: lists do not count that were read before this item.
 */
export interface ItemRequest extends GivenItem {
	connection: Connection;
	queue: ItemQueue;
	signal?: AbortSignal;
	send(change?: RequestChange, isWantedRow?: (row: IDataObject) => boolean): Promise<Rows>;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	hideBy(hides: Hides): void;
	inInbox(messageBoxId: number, again?: boolean): Promise<{ item: ItemRequest; missing: ReadonlySet<string> }>;
}

/** Puts tokens in place of personal data, in a text and in all texts of a record. */
export interface Hides {
	text(text: string): string;
	record<T>(record: T): T;
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
	/** What the answer must contain, where the plan needs more than the operation's usual answer. */
	expected?: Expected;
	/** Reads what the write is computed from, and decides it: the body, and the notes in place of those above. */
	plan?: PlannedRequest['plan'];
	/** Adds to the body of each attempt what depends on the moment of sending. */
	stamp?: (body: IDataObject) => IDataObject;
	/** Returns the values by which n8n's Retry finds a message in the service; by default the body `withGaps`. */
	like?: () => IDataObject | Promise<IDataObject>;
}

/** An item that has sent nothing yet, with a way to read. */
export type ValidatedItem = GivenItem & { read: Read };

/**
 * Rejects fields that are valid alone but contradict each other. Names are replaced by ids already. It sends reads only where it
 * would otherwise have to reject the item.
 *
 * @throws NodeOperationError
 */
export type Validate = (item: ValidatedItem & Pick<Prepared, 'fromModel'>) => void | Promise<void>;

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
export type RunConstraintsOf = (item: GivenItem) => RunConstraint[];

/** The requests of an operation for one item: a single one, page by page, a read and then a write ... */
export type Plan = (item: ItemRequest) => Promise<INodeExecutionData[]>;

/**
 * The work of an item after it has left its place in the item queue, such as reading the written ticket together with
 * other items.
 *
 * @param items the items of the plan
 * @returns the item's output
 */
export type After = (item: ItemRequest, items: INodeExecutionData[]) => Promise<INodeExecutionData[]>;

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
	prepare: (context: IExecutePaginationFunctions, options: EngineRequest['options'], asTool: boolean) => Prepared;
	validate?: Validate;
	runConstraints?: RunConstraintsOf;
	perCall?: boolean;
}

/**
 * An item that can enter its item queue: its values are checked, and its names are ids. `email`: what has the permits that it acquired from
 * the email limits. `hides`: see ItemRequest.
 */
export interface ReadyItem extends StartedItem {
	policy: RequestPolicy;
	semantics: Semantics;
	prepared: Prepared;
	connection: Connection;
	options: ConnectionOptions;
	requestContext: RequestContext;
	email?: Email;
	hides?: Hides;
}

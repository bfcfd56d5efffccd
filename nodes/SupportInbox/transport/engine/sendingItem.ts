import type { IDataObject, IExecutePaginationFunctions, IHttpRequestMethods, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import type { StartedItem } from '../../adapter/routing';
import { type SentWrite, Store } from '../../store/store';
import { type DryRunRequest, emptyRow } from '../client/dryRun';
import { type RowsOf, listsFor } from '../client/listCache';
import type { ConnectionOptions, ServiceAnswer, ServiceRequest } from '../client/request';
import type { Response, Rows } from '../client/response';
import type { Connection } from '../connection';
import type { Email } from '../emailLimit/permits';
import { hasStatus, ServiceFailure } from '../errors/failure';
import type { ItemQueue } from '../queue/itemQueue';
import type { RequestContext } from '../queue/requestContext';
import type { Semantics } from '../retry/retryPolicy';
import { sendThrough } from '../send';
import { RECONCILIATION_TIMEOUT_MS } from '../timing';
import { type DedupeItem, needsDeduplication, dedupeKeysOf, findEarlierWrite } from '../writes/deduplication';
import { type Reconciliation, reconcile } from '../writes/reconciliation';
import { type Write, WriteLog } from '../writes/writeLog';
import { type Writer, writerOf } from '../writes/writer';
import type { Hides, ItemRequest, PathValues, Prepared, RequestChange, RequestPolicy, SentFields } from './requestPolicy';

/** An item that can enter its item queue: its values are checked, and its names are ids. `email`: what has the permits that it acquired from the email limits. `hides`: see ItemRequest. */
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

/** An item at its turn in the item queue: it sends its requests, and runs the operation's output hooks on the answers. */
export class SendingItem implements ItemRequest {
	readonly context: IExecutePaginationFunctions;
	readonly itemIndex: number;
	readonly path: string;
	readonly values: PathValues;
	readonly body: IDataObject;
	readonly settings: SentFields['settings'];
	readonly withGaps: Prepared['withGaps'];
	readonly connection: Connection;
	readonly signal?: AbortSignal;
	readonly rowsOf: RowsOf;
	readonly writer?: Writer;
	/** What this process has written; a dry run writes nothing, so it remembers for its own items only. */
	readonly log: WriteLog;
	/** The non-idempotent write that may have been done. */
	inFlightWrite?: Write;
	/** The write that a dry run did not send. */
	dryRunRequest?: DryRunRequest;

	constructor(
		readonly ready: ReadyItem,
		readonly queue: ItemQueue,
	) {
		({ context: this.context, connection: this.connection } = ready);
		({ order: this.itemIndex, signal: this.signal } = ready.requestContext);
		({ path: this.path, values: this.values, body: this.body, settings: this.settings, withGaps: this.withGaps } = ready.prepared);
		this.rowsOf = listsFor(this.connection, this.read);
		this.writer = ready.semantics === 'nonIdempotent' || ready.node.retryOnFail === true ? writerOf(this.context, ready.node) : undefined;
		this.log = (this.connection.isDryRun ? queue : this.connection.session).of(WriteLog);
	}

	/**
	 * Sends the operation's request, unless it was sent before, see {@link findEarlierWrite}. A non-idempotent write of unknown outcome is
	 * reconciled.
	 *
	 * @throws ServiceFailure, ExecutionStopped, NodeOperationError for a path that would leave the service
	 */
	async send(change: RequestChange = {}, isWantedRow: (row: IDataObject) => boolean = () => true): Promise<Rows> {
		const { semantics = this.ready.semantics, reconciliation = this.ready.policy.reconciliation, readPrecondition, makeBody, precondition, complete = (json: IDataObject) => json } = change;
		const dedupeItem = this.dedupeItemOf(semantics, reconciliation);
		if (dedupeItem === undefined || !needsDeduplication(dedupeItem)) return await this.sendNow(change, isWantedRow, dedupeItem);
		// The body is made of what is read.
		await readPrecondition?.();
		const write = { ...this.writeOf(change), ...(makeBody !== undefined && { body: makeBody() }) };
		const keys = dedupeKeysOf(dedupeItem, write);
		const like = (await change.like?.()) ?? this.withGaps().body;
		// An equal write of another execution waits, and finds this one.
		return await this.connection.dispatcher.withLock(`once ${keys.join()}`, async () => {
			const before = await findEarlierWrite(dedupeItem, write, keys, like, precondition?.());
			if (before === undefined) return await this.sendNow(change, isWantedRow, dedupeItem);
			if ('unknown' in before) return { items: await this.reconcile(before.write, before.unknown, reconciliation), rows: 1 };
			const response = { statusCode: 200, headers: {}, body: before.done };
			return { items: await this.shaped([{ json: before.done }], response, (json) => complete({ ...json, deduplicated: true })), rows: 1 };
		}, this.signal);
	}

	private async sendNow(change: RequestChange, isWantedRow: (row: IDataObject) => boolean, dedupeItem?: DedupeItem): Promise<Rows> {
		const { policy } = this.ready;
		const { expected = policy.expected, semantics = this.ready.semantics, reconciliation = policy.reconciliation, qs, readPrecondition, makeBody, precondition, complete, row } = change;
		const sent = this.writeOf(change);
		const { method, path } = sent;
		const write: Write = { ...sent, sentAt: 0, keys: [], complete };
		const isDryRun = this.connection.isDryRun && semantics !== 'safe';
		const isNonIdempotent = semantics === 'nonIdempotent' && !isDryRun;
		if (isNonIdempotent) this.inFlightWrite = write;
		let received: INodeExecutionData[] = [];
		const shape = async (rows: INodeExecutionData[], response: Response) => {
			received = rows;
			if (isNonIdempotent) write.answer = rows[0].json;
			// For a write that is answered with 204 the item contains the values of its path.
			const items = expected.shape === 'nothing' ? [{ json: { ...this.values } }] : rows.filter(({ json }) => isWantedRow(json));
			return await this.shaped(row === undefined ? items : [{ json: row }], response, complete);
		};
		const bodyNow = () => {
			write.sentAt ||= this.connection.dispatcher.clock.now();
			// Keep the first: a later attempt may already have read the effect of an earlier one.
			write.precondition ??= precondition?.();
			write.body = makeBody?.() ?? write.body;
			write.keys = dedupeItem === undefined ? [] : dedupeKeysOf(dedupeItem, write);
			return write.body;
		};
		const request = { method, path, qs, body: write.body, expected, readPrecondition, makeBody: bodyNow, shape, connection: this.ready.options, email: this.ready.email };
		const isWrite = semantics !== 'safe' && !isDryRun;
		return await sendThrough(this.context, this.connection, this.ready.requestContext, semantics, request).then(
			({ items, rows, sentAt }) => {
				write.sentAt = sentAt;
				if (isWrite) this.recordWrite(write, received[0]?.json);
				else if (isDryRun) this.dryRunRequest = { method, path, body: write.body };
				if (semantics === 'nonIdempotent') this.log.recordOutcome(write, { endedAt: this.connection.dispatcher.clock.now(), done: received[0].json }, this.writer);
				return { items, rows };
			},
			async (error) => {
				// Once a write was sent, only a failure of the service can show that it was not done.
				const isNotDone = error instanceof ServiceFailure ? !error.outcomeUnknown : write.sentAt === 0;
				if (isNotDone && isNonIdempotent) this.inFlightWrite = undefined;
				if (!(error instanceof ServiceFailure) || error.unknownSince === undefined) throw error;
				write.sentAt = error.unknownSince;
				if (isWrite) this.recordWrite(write);
				// An update that changes a record's key gets a 404 under the old key when it is sent again.
				if (!isNonIdempotent && !hasStatus(error, 404)) throw error;
				return { items: await this.reconcile(write, error, reconciliation), rows: 1 };
			},
		);
	}

	/**
	 * Finds out whether a write of unknown outcome was done, unless an answer has confirmed it.
	 *
	 * @returns the items that its answer would have led to
	 * @throws ServiceFailure with what was checked, when it was not found or cannot be seen
	 */
	async reconcile(write: Write, failure: ServiceFailure, reconciliation = this.ready.policy.reconciliation): Promise<INodeExecutionData[]> {
		const { sentAt, answer, complete } = write;
		const { requestContext, semantics, policy: { expected } } = this.ready;
		const { dispatcher, session } = this.connection;
		if (reconciliation === undefined) throw failure;
		if (semantics === 'nonIdempotent') this.inFlightWrite = write;
		const withTimeout: RequestContext = { ...requestContext, requestTimeoutMs: RECONCILIATION_TIMEOUT_MS };
		const read = async (request: ServiceRequest) => await this.ask(withTimeout, request);
		const unknown = { ...write, startedAt: () => dispatcher.serverTime(sentAt)?.earliest ?? sentAt, read, rowsOf: listsFor(this.connection, read), session };
		const pause = async (ms: number) => await dispatcher.pause(ms, requestContext.signal);
		const found = answer ?? (await reconcile(reconciliation, unknown, failure, pause));
		write.answer = found;
		this.recordWrite(write, found);
		this.log.recordOutcome(write, { endedAt: dispatcher.clock.now(), done: found }, this.writer);
		const json = expected.shape === 'nothing' ? { ...this.values } : found;
		return await this.shaped([{ json }], { statusCode: 200, headers: {}, body: found }, complete);
	}

	/** @returns the item as one whose message may have been sent before; undefined for anything else */
	private dedupeItemOf(semantics: Semantics, reconciliation?: Reconciliation): DedupeItem | undefined {
		if (semantics !== 'nonIdempotent' || reconciliation?.channel === undefined) return undefined;
		const { policy: { deduplicateWithinMs, perCall }, prepared, attempt } = this.ready;
		const { context, itemIndex, body, log, writer, read, rowsOf, connection: { session } } = this;
		return { channel: reconciliation.channel, context, itemIndex, attempt, body, session, log, writer, deduplicateWithinMs: deduplicateWithinMs?.(prepared) ?? 0, perCall, read, rowsOf };
	}

	/**
	 * Handles a request that needs an id that a dry run did not get: without the id it cannot be sent.
	 *
	 * @returns the items for an answer whose fields are all null
	 */
	async unread(): Promise<INodeExecutionData[]> {
		const { semantics, policy: { expected, dryRunRow } } = this.ready;
		this.dryRunRequest = { method: this.method, path: this.path, body: this.body };
		const row = { ...emptyRow(expected), ...dryRunRow };
		// An item with a ticket also has its inbox, because the next node may take it from here.
		if ('ticket_id' in row) row.message_box_id = Number(this.values.messageBoxId);
		const json = expected.shape === 'nothing' ? { ...this.values } : row;
		return semantics === 'safe' ? [{ json }] : await this.shaped([{ json }], { statusCode: 200, headers: {}, body: json });
	}

	/** @throws ServiceFailure when there is no usable answer */
	readonly read = async (request: ServiceRequest): Promise<ServiceAnswer> => await this.ask(this.ready.requestContext, request);

	hideBy(hides: Hides): void {
		this.ready.hides = hides;
	}

	/** @throws ServiceFailure when a list of names cannot be read, NodeOperationError when several rows have a name */
	async inInbox(messageBoxId: number, again = false): Promise<{ item: ItemRequest; missing: ReadonlySet<string> }> {
		const prepared = this.ready.prepared.inInbox!(messageBoxId);
		await prepared.resolveNames?.(async (list, how) => await this.rowsOf(list, again ? 'again' : how));
		return { item: new SendingItem({ ...this.ready, prepared }, this.queue), missing: prepared.missing };
	}

	/** @returns the operation's write, with what differs */
	private writeOf({ method = this.method, url = this.path, body = this.body }: RequestChange): SentWrite & Pick<ServiceRequest, 'method'> {
		return { method, path: url, values: this.values, body };
	}

	private get method(): IHttpRequestMethods {
		return this.ready.request.options.method ?? 'GET';
	}

	/** Records a write, for the triggers and for the next writes. @param answer the first row of the answer; undefined where the outcome is unknown */
	private recordWrite(write: Write, answer?: IDataObject): void {
		const { dispatcher, session } = this.connection;
		const answeredAt = dispatcher.clock.now();
		const [atStart, atEnd] = [dispatcher.serverTime(write.sentAt), dispatcher.serverTime(answeredAt)];
		const onService = atStart === undefined || atEnd === undefined ? null : { earliest: atStart.earliest, latest: atEnd.latest };
		const workflowId = this.context.getWorkflow().id;
		this.log.recordWrite(write, answeredAt, answer?.ticket_id);
		session.of(Store).recordWrite({ ...write, answer: answer ?? {}, answeredAt, onService, confirmed: answer !== undefined, workflowId, executionId: this.context.getExecutionId() });
	}

	private async ask(requestContext: RequestContext, request: ServiceRequest): Promise<ServiceAnswer> {
		const connection = { ...this.ready.options, ...request.connection };
		return await sendThrough(this.context, this.connection, requestContext, 'safe', { ...request, connection });
	}

	/** The items after the operation's output hooks. @param complete see RequestChange */
	private async shaped(items: INodeExecutionData[], response: Response, complete?: (json: IDataObject) => IDataObject): Promise<INodeExecutionData[]> {
		let shapedItems = items;
		for (const action of this.ready.request.postReceive.flatMap(({ actions }) => actions)) {
			if (typeof action === 'function') shapedItems = await action.call(this.context, shapedItems, response as IN8nHttpFullResponse);
		}
		return complete === undefined ? shapedItems : shapedItems.map((one) => ({ ...one, json: complete(one.json) }));
	}
}

import type { IDataObject, IExecutePaginationFunctions, IHttpRequestMethods, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import { type SentWrite, Store } from '../../store/store';
import { type DryRunRequest, emptyRow } from '../client/dryRun';
import { type RowsOf, listsFor } from '../client/listCache';
import type { PlannedWrite, ServiceAnswer, ServiceRequest } from '../client/request';
import type { Response, Rows } from '../client/response';
import type { Connection } from '../connection';
import { type ServiceFailure, hasStatus } from '../errors/failure';
import type { ItemQueue } from '../queue/itemQueue';
import type { RequestContext } from '../queue/requestContext';
import { sendThrough } from '../send';
import { RECONCILIATION_TIMEOUT_MS } from '../timing';
import { type DedupeItem, needsDeduplication, dedupeKeysOf, findEarlierWrite } from '../writes/deduplication';
import { reconcile } from '../writes/reconciliation';
import { type Write, WriteLog } from '../writes/writeLog';
import { type Writer, writerOf } from '../writes/writer';
import { type ItemSend, type RequestingItem, attempt } from './attempt';
import type { Hides, ItemRequest, PathValues, Prepared, ReadyItem, RequestChange, SentFields } from './requestPolicy';

/** An item at its turn in the item queue: it sends its requests, and runs the operation's output hooks on the answers. */
export class SendingItem implements ItemRequest, RequestingItem {
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
	/** The non-idempotent write that was done, or may have been: from when it departs until it is known that it was not. */
	write?: Write;
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
	async send(change: RequestChange = {}, isWantedRow?: (row: IDataObject) => boolean): Promise<Rows> {
		const request = this.requestWith(change, isWantedRow);
		const dedupeItem = this.dedupeItemOf(request);
		return dedupeItem !== undefined && needsDeduplication(dedupeItem)
			? await this.sendUnlessSent(request, dedupeItem)
			: await this.sendNow(request, dedupeItem);
	}

	private requestWith(change: RequestChange, isWantedRow: ItemSend['isWantedRow'] = () => true): ItemSend {
		const { ready: { semantics: own, policy } } = this;
		const {
			method = this.method,
			url = this.path,
			body = this.body,
			expected = policy.expected,
			semantics = own,
			reconciliation = policy.reconciliation,
		} = change;
		return { ...change, method, url, body, expected, semantics, reconciliation, isWantedRow };
	}

	private async sendUnlessSent(request: ItemSend, dedupeItem: DedupeItem): Promise<Rows> {
		const { body, precondition, notes = request.notes } = (await request.plan?.()) ?? { body: request.body };
		const write = { ...this.writeOf(request), body };
		const keys = dedupeKeysOf(dedupeItem, write);
		const like = (await request.like?.()) ?? this.withGaps().body;
		// An equal write of another execution waits, and finds this one.
		return await this.connection.dispatcher.withLock(`once ${keys.join()}`, async () => {
			const before = await findEarlierWrite(dedupeItem, write, keys, like, precondition);
			if (before === undefined) return await this.sendNow(request, dedupeItem);
			if ('unknown' in before) return { items: await this.reconcile(before.write, before.unknown, request.reconciliation), rows: 1 };
			return { items: await this.shaped([{ json: { ...before.done, deduplicated: true } }], answerWith(before.done), notes), rows: 1 };
		}, this.signal);
	}

	private async sendNow(request: ItemSend, dedupeItem?: DedupeItem): Promise<Rows> {
		const { semantics, reconciliation } = request;
		const write: Write = { ...this.writeOf(request), sentAt: 0, keys: [], notes: request.notes };
		const isDryRun = this.connection.isDryRun && semantics !== 'safe';
		const end = await attempt(this, request, write, dedupeItem);
		switch (end.kind) {
			case 'notSent':
				this.write = undefined;
				throw end.error;
			case 'unknown':
				this.recordWrite(write);
				// An update that changes a record's key gets a 404 under the old key when it is sent again.
				if (semantics !== 'nonIdempotent' && !hasStatus(end.failure, 404)) throw end.failure;
				return { items: await this.reconcile(write, end.failure, reconciliation), rows: 1 };
			case 'done':
				if (isDryRun) this.dryRunRequest = { method: write.method, path: write.path, body: write.body };
				else if (semantics !== 'safe') this.recordWrite(write, write.answer);
				if (semantics === 'nonIdempotent') this.recordDone(write, write.answer!);
				return end.answer;
		}
	}

	/**
	 * Finds out whether a write of unknown outcome was done, unless an answer has confirmed it.
	 *
	 * @returns the items that its answer would have led to
	 * @throws ServiceFailure with what was checked, when it was not found or cannot be seen
	 */
	async reconcile(write: Write, failure: ServiceFailure, reconciliation = this.ready.policy.reconciliation): Promise<INodeExecutionData[]> {
		const { sentAt, answer, notes } = write;
		const { requestContext, semantics, policy: { expected } } = this.ready;
		const { dispatcher, session } = this.connection;
		if (reconciliation === undefined) throw failure;
		if (semantics === 'nonIdempotent') this.write = write;
		const withTimeout: RequestContext = { ...requestContext, requestTimeoutMs: RECONCILIATION_TIMEOUT_MS };
		const read = async (request: ServiceRequest) => await this.ask(withTimeout, request);
		const unknown = {
			...write,
			startedAt: () => dispatcher.serverTime(sentAt)?.earliest ?? sentAt,
			read,
			rowsOf: listsFor(this.connection, read),
			session,
		};
		const pause = async (ms: number) => await dispatcher.pause(ms, requestContext.signal);
		const found = answer ?? (await reconcile(reconciliation, unknown, failure, pause));
		write.answer = found;
		this.recordWrite(write, found);
		this.recordDone(write, found);
		const json = expected.shape === 'nothing' ? { ...this.values } : found;
		return await this.shaped([{ json }], answerWith(found), notes);
	}

	/** @returns the item as one whose message may have been sent before; undefined for anything else */
	private dedupeItemOf({ semantics, reconciliation }: ItemSend): DedupeItem | undefined {
		if (semantics !== 'nonIdempotent' || reconciliation?.channel === undefined) return undefined;
		const { policy: { deduplicateWithinMs, perCall }, prepared, attempt } = this.ready;
		const { context, itemIndex, body, log, writer, read, rowsOf, connection: { session } } = this;
		return {
			channel: reconciliation.channel,
			context,
			itemIndex,
			attempt,
			body,
			session,
			log,
			writer,
			deduplicateWithinMs: deduplicateWithinMs?.(prepared) ?? 0,
			perCall,
			read,
			rowsOf,
		};
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
		return semantics === 'safe' ? [{ json }] : await this.shaped([{ json }], answerWith(json));
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

	private writeOf({ method, url, body }: ItemSend): SentWrite & Pick<ServiceRequest, 'method'> {
		return { method, path: url, values: this.values, body };
	}

	private get method(): IHttpRequestMethods {
		return this.ready.request.options.method ?? 'GET';
	}

	/**
	 * Records a write, for the triggers and for the next writes.
	 *
	 * @param answer the first row of the answer; undefined where the outcome is unknown
	 */
	private recordWrite(write: Write, answer?: IDataObject): void {
		const { dispatcher, session } = this.connection;
		const answeredAt = dispatcher.clock.now();
		const [atStart, atEnd] = [dispatcher.serverTime(write.sentAt), dispatcher.serverTime(answeredAt)];
		const onService = atStart === undefined || atEnd === undefined ? null : { earliest: atStart.earliest, latest: atEnd.latest };
		const workflowId = this.context.getWorkflow().id;
		this.log.recordWrite(write, answeredAt, answer?.ticket_id);
		session
			.of(Store)
			.recordWrite({
				...write,
				answer: answer ?? {},
				answeredAt,
				onService,
				confirmed: answer !== undefined,
				workflowId,
				executionId: this.context.getExecutionId(),
			});
	}

	private recordDone(write: Write, done: IDataObject): void {
		this.log.recordOutcome(write, { endedAt: this.connection.dispatcher.clock.now(), done }, this.writer);
	}

	private async ask(requestContext: RequestContext, request: ServiceRequest): Promise<ServiceAnswer> {
		const connection = { ...this.ready.options, ...request.connection };
		return await sendThrough(this.context, this.connection, requestContext, 'safe', { ...request, connection });
	}

	/** The items after the operation's output hooks, with the notes. */
	async shaped(items: INodeExecutionData[], response: Response, notes?: PlannedWrite['notes']): Promise<INodeExecutionData[]> {
		let shapedItems = items;
		for (const action of this.ready.request.postReceive.flatMap(({ actions }) => actions)) {
			if (typeof action === 'function') shapedItems = await action.call(this.context, shapedItems, response as IN8nHttpFullResponse);
		}
		return notes === undefined ? shapedItems : shapedItems.map((one) => ({ ...one, json: notes(one.json) }));
	}
}

/** An answer of the service that came at another time. */
const answerWith = (body: IDataObject): Response => ({ statusCode: 200, headers: {}, body });

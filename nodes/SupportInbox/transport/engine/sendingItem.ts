import type { IDataObject, IExecutePaginationFunctions, IHttpRequestMethods, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import type { StartedItem } from '../../adapter/routing';
import { type SentWrite, Ledgers } from '../../ledger/ledgers';
import { type RowsOf, listsFor } from '../client/keptLists';
import { type Rehearsal, emptyRow } from '../client/rehearsal';
import type { ConnectionOptions, ServiceAnswer, ServiceRequest } from '../client/request';
import type { Response, Rows } from '../client/response';
import type { Connection } from '../connection';
import { hasStatus, ServiceFailure } from '../errors/failure';
import { RecentWrites } from '../idempotency/recentWrites';
import { type Departed, reconcile } from '../idempotency/reconciliation';
import { isLookedFor, Lookup } from '../idempotency/sentBefore';
import type { Caller } from '../order/caller';
import type { QueueView } from '../order/itemQueue';
import type { Semantics } from '../retry/policy';
import { sendThrough } from '../send';
import { RECONCILIATION_TRIES_MS } from '../timing';
import type { ItemRequest, PathValues, Prepared, RequestChange, RequestPolicy, SentFields } from './requestPolicy';

/** An item that can enter its item queue: its values are checked, and its names are ids. */
export interface ReadyItem extends StartedItem {
	policy: RequestPolicy;
	semantics: Semantics;
	prepared: Prepared;
	connection: Connection;
	options: ConnectionOptions;
	caller: Caller;
}

/** An item at its place in the item queue: it sends its requests, and runs the operation's output hooks on the answers. */
export class SendingItem implements ItemRequest {
	readonly context: IExecutePaginationFunctions;
	readonly itemIndex: number;
	readonly path: string;
	readonly values: PathValues;
	readonly body: IDataObject;
	readonly settings: SentFields['settings'];
	readonly connection: Connection;
	readonly signal?: AbortSignal;
	/** The execution and node, whose items look together for what was sent before. */
	readonly run: string;
	readonly onceWithin: number;
	readonly rowsOf: RowsOf;
	/** The non-idempotent write that may have been done. */
	departed?: Departed;
	/** The write that a rehearsal did not send. */
	rehearsal?: Rehearsal;

	constructor(
		readonly ready: ReadyItem,
		readonly queue: QueueView,
	) {
		({ context: this.context, connection: this.connection } = ready);
		({ order: this.itemIndex, signal: this.signal, queue: this.run } = ready.caller);
		({ path: this.path, values: this.values, body: this.body, settings: this.settings } = ready.prepared);
		this.onceWithin = ready.policy.onceWithin?.(ready.prepared) ?? 0;
		this.rowsOf = listsFor(this.connection, this.read);
	}

	/**
	 * Sends the operation's request, unless it was sent before, see {@link Lookup}. A non-idempotent write of unknown outcome is
	 * reconciled.
	 *
	 * @throws ServiceFailure, ExecutionStopped, NodeOperationError for a path that would leave the service
	 */
	async send(change: RequestChange = {}, keep: (row: IDataObject) => boolean = () => true): Promise<Rows> {
		const { semantics = this.ready.semantics, finder = this.ready.policy.finder, readFirst, bodyAtSending, precondition, complete = (json: IDataObject) => json } = change;
		const { sentBefore } = semantics === 'nonIdempotent' ? finder! : {};
		if (sentBefore === undefined || !isLookedFor(this)) return await this.sendNow(change, keep);
		// The body is made of what is read.
		await readFirst?.();
		const write = this.writeOf(change);
		const lookup = new Lookup(this, sentBefore, { ...write, body: { ...write.body, ...bodyAtSending?.() }, precondition: precondition?.() });
		// An equal write of another execution waits, and finds this one.
		return await this.connection.gate.alone(`once ${lookup.key}`, async () => {
			const before = await lookup.find();
			if (before === undefined) return await this.sendNow(change, keep, (answer) => lookup.note(answer));
			const response = { statusCode: 200, headers: {}, body: before };
			return { items: await this.shaped([{ json: before }], response, (json) => complete({ ...json, already_sent: true })), rows: 1 };
		}, this.signal);
	}

	/** @param note is called with the answer of the write */
	private async sendNow(change: RequestChange, keep: (row: IDataObject) => boolean, note?: (answer: IDataObject) => void): Promise<Rows> {
		const { policy } = this.ready;
		const { expected = policy.expected, semantics = this.ready.semantics, finder = policy.finder, qs, readFirst, bodyAtSending, precondition, complete, row } = change;
		const write = this.writeOf(change);
		const { method, path } = write;
		const isRehearsed = this.connection.rehearses && semantics !== 'safe';
		const isNonIdempotent = semantics === 'nonIdempotent' && !isRehearsed;
		const departed: Departed = { sent: write, sentAt: 0, complete, note };
		if (isNonIdempotent) this.departed = departed;
		let received: INodeExecutionData[] = [];
		const shape = async (rows: INodeExecutionData[], response: Response) => {
			received = rows;
			if (isNonIdempotent) departed.answer = rows[0].json;
			// For a write that is answered with 204 the item contains the values of its path.
			const items = expected.shape === 'nothing' ? [{ json: { ...this.values } }] : rows.filter(({ json }) => keep(json));
			return await this.shaped(row === undefined ? items : [{ json: row }], response, complete);
		};
		const bodyNow = () => {
			departed.sentAt ||= this.connection.gate.clock.now();
			// Keep the first: a later try may already have read the effect of an earlier one.
			write.precondition ??= precondition?.();
			return (write.body = bodyAtSending?.() ?? write.body);
		};
		const request = { method, path, qs, body: write.body, expected, readFirst, bodyAtSending: bodyNow, shape, connection: this.ready.options };
		const isWrite = semantics !== 'safe' && !isRehearsed;
		return await sendThrough(this.context, this.connection, this.ready.caller, semantics, request).then(
			({ items, rows, sentAt }) => {
				departed.sentAt = sentAt;
				if (isWrite) this.report(write, sentAt, received[0]?.json);
				note?.(received[0].json);
				if (isRehearsed) this.rehearsal = { method, path, body: write.body };
				return { items, rows };
			},
			async (error) => {
				// Once a write has left, only a failure of the service can show that it was not done.
				const isNotDone = error instanceof ServiceFailure ? !error.outcomeUnknown : departed.sentAt === 0;
				if (isNotDone && isNonIdempotent) this.departed = undefined;
				if (!(error instanceof ServiceFailure) || error.unknownSince === undefined) throw error;
				departed.sentAt = error.unknownSince;
				if (isWrite) this.report(write, departed.sentAt);
				// An update that changes a record's key gets a 404 under the old key when it is sent again.
				if (!isNonIdempotent && !hasStatus(error, 404)) throw error;
				return { items: await this.reconcile(departed, error, finder), rows: 1 };
			},
		);
	}

	/**
	 * Finds out whether a write of unknown outcome was done, unless an answer has confirmed it.
	 *
	 * @returns the items that its answer would have led to
	 * @throws ServiceFailure with what was checked, when it was not found or cannot be seen
	 */
	async reconcile(departed: Departed, failure: ServiceFailure, finder = this.ready.policy.finder): Promise<INodeExecutionData[]> {
		const { sent, sentAt, answer, complete, note } = departed;
		const { caller, semantics, policy: { expected } } = this.ready;
		const { gate, session } = this.connection;
		if (finder === undefined) throw failure;
		if (semantics === 'nonIdempotent') this.departed = departed;
		const patient: Caller = { ...caller, allTriesMs: RECONCILIATION_TRIES_MS };
		const read = async (request: ServiceRequest) => await this.ask(patient, request);
		const write = { ...sent, startedAt: () => gate.serverTime(sentAt)?.earliest ?? sentAt, read, rowsOf: listsFor(this.connection, read), session };
		const found = answer ?? (await reconcile(finder, write, failure, async (ms) => await gate.pause(ms, caller.signal)));
		departed.answer = found;
		this.report(sent, sentAt, found);
		note?.(found);
		const json = expected.shape === 'nothing' ? { ...this.values } : found;
		return await this.shaped([{ json }], { statusCode: 200, headers: {}, body: found }, complete);
	}

	/**
	 * Handles a request that needs an id of a rehearsed write: without the id it cannot be sent.
	 *
	 * @returns the items for an answer whose fields are all null
	 */
	async unread(): Promise<INodeExecutionData[]> {
		const { semantics, policy: { expected, unread } } = this.ready;
		this.rehearsal = { method: this.method, path: this.path, body: this.body };
		const row = { ...emptyRow(expected), ...unread };
		// An item with a ticket also has its inbox, because the next node may take it from here.
		if ('ticket_id' in row) row.message_box_id = Number(this.values.messageBoxId);
		const json = expected.shape === 'nothing' ? { ...this.values } : row;
		return semantics === 'safe' ? [{ json }] : await this.shaped([{ json }], { statusCode: 200, headers: {}, body: json });
	}

	/** @throws ServiceFailure when there is no usable answer */
	readonly read = async (request: ServiceRequest): Promise<ServiceAnswer> => await this.ask(this.ready.caller, request);

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

	/** Notes a write, for the triggers and for the writes that come next. @param answer the first row of the answer; undefined where the outcome is unknown */
	private report(write: SentWrite, sentAt: number, answer?: IDataObject): void {
		const { gate, session } = this.connection;
		const answeredAt = gate.clock.now();
		const [atStart, atEnd] = [gate.serverTime(sentAt), gate.serverTime(answeredAt)];
		const onService = atStart === undefined || atEnd === undefined ? null : { earliest: atStart.earliest, latest: atEnd.latest };
		const workflowId = this.context.getWorkflow().id;
		session.of(RecentWrites).note(write, answeredAt, answer?.ticket_id);
		session.of(Ledgers).takeWrite({ ...write, answer: answer ?? {}, sentAt, answeredAt, onService, confirmed: answer !== undefined, workflowId, executionId: this.context.getExecutionId() });
	}

	private async ask(caller: Caller, request: ServiceRequest): Promise<ServiceAnswer> {
		const connection = { ...this.ready.options, ...request.connection };
		return await sendThrough(this.context, this.connection, caller, 'safe', { ...request, connection });
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

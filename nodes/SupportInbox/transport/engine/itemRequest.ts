import type { IDataObject, IExecutePaginationFunctions, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';

import type { SentWrite } from '../../ledger/ledgers';
import { Ledgers } from '../../ledger/ledgers';
import { wholeListOf } from '../client/lists';
import type { ConnectionOptions, ServiceAnswer, ServiceRequest } from '../client/request';
import type { Response } from '../client/response';
import type { Connection } from '../connection';
import type { Departed, Finder } from '../idempotency/reconciliation';
import { reconcile } from '../idempotency/reconciliation';
import type { Caller } from '../order/caller';
import type { QueueView } from '../order/itemQueue';
import { hasStatus, ServiceFailure } from '../errors/failure';
import type { Rehearsal } from '../client/rehearsal';
import { emptyRow } from '../client/rehearsal';
import { sendThrough } from '../send';
import { RECONCILIATION_TRIES_MS } from '../timing';
import type { EngineRequest, ItemPolicy, ItemRequest, PathValues, Prepared, RequestChange, Sent } from './requestPolicy';

/** Sends what an item asks for, and runs the operation's output hooks on the answer. */
export class EngineItemRequest implements ItemRequest {
	readonly itemIndex: number;
	readonly values: PathValues;
	/** The non-idempotent write that may have been done. */
	departed?: Departed;
	/** What a rehearsal would have sent. */
	rehearsal?: Rehearsal;

	constructor(
		readonly context: IExecutePaginationFunctions,
		readonly request: EngineRequest,
		private readonly prepared: Prepared,
		readonly connection: Connection,
		readonly queue: QueueView,
		private readonly policy: ItemPolicy,
		private readonly caller: Caller,
		private readonly options: ConnectionOptions,
	) {
		this.itemIndex = context.getItemIndex();
		this.values = prepared.values;
	}

	get signal(): AbortSignal | undefined {
		return this.caller.signal;
	}

	/**
	 * A non-idempotent write whose outcome is unknown is reconciled.
	 *
	 * @throws ServiceFailure, ExecutionStopped, NodeOperationError for a path that would leave the service
	 */
	async send(change: RequestChange = {}, keep: (row: IDataObject) => boolean = () => true): Promise<Sent> {
		const { expected = this.policy.expected, semantics = this.policy.semantics, finder = this.policy.finder, readFirst, bodyAtSending, precondition, ...parts } = change;
		const { method = 'GET', url: path = '', body, qs } = { ...this.request.options, ...parts };
		const write: SentWrite = { method, path, values: this.values, body: (body ?? {}) as IDataObject };
		const isRehearsed = this.connection.rehearses && semantics !== 'safe';
		const isNonIdempotent = semantics === 'nonIdempotent' && !isRehearsed;
		const departed: Departed = { sent: write, sentAt: 0 };
		if (isNonIdempotent) this.departed = departed;
		let received: INodeExecutionData[] = [];
		const shape = async (rows: INodeExecutionData[], response: Response) => {
			received = rows;
			if (isNonIdempotent) {
				departed.answer = rows[0].json;
				this.remember(finder, departed.answer);
			}
			// A write without an answer gives the values of its path.
			const items = expected.shape === 'nothing' ? [{ json: { ...this.values } }] : rows.filter(({ json }) => keep(json));
			return await this.shaped(items, response);
		};
		const bodyNow = () => {
			departed.sentAt ||= this.connection.gate.clock.now();
			// A later try may have read what an earlier one has done.
			write.precondition ??= precondition?.();
			return (write.body = bodyAtSending?.() ?? write.body);
		};
		const request = { method, path, qs, expected, readFirst, bodyAtSending: bodyNow, shape, connection: this.options };
		const isWrite = semantics !== 'safe' && !isRehearsed;
		return await sendThrough(this.context, this.connection, this.caller, semantics, request).then(
			({ items, rows, headers, sentAt }) => {
				departed.sentAt = sentAt;
				if (isWrite) this.report(write, sentAt, received[0]?.json);
				if (isRehearsed) this.rehearsal = { method, path, body: write.body };
				return { items, rows, headers, sentAt };
			},
			async (error) => {
				// Only the service shows that what has left was not done: anything else may be thrown at any time.
				const isNotDone = error instanceof ServiceFailure ? !error.outcomeUnknown : departed.sentAt === 0;
				if (isNotDone && isNonIdempotent) this.departed = undefined;
				if (isNotDone || !(error instanceof ServiceFailure)) throw error;
				departed.sentAt = error.sentAt;
				if (isWrite) this.report(write, error.sentAt);
				// An update that gives a thing another key finds nothing under the old one the second time.
				if (!isNonIdempotent && !hasStatus(error, 404)) throw error;
				return { items: await this.reconcile(departed, error, finder), rows: 1, headers: {}, sentAt: error.sentAt };
			},
		);
	}

	/**
	 * Of a request that a rehearsed write should have given an id for: nothing can be read or sent.
	 *
	 * @returns the items that an answer without values gives
	 */
	async unread(): Promise<INodeExecutionData[]> {
		const { method = 'GET', url: path = '', body } = this.request.options;
		const { expected, semantics } = this.policy;
		this.rehearsal = { method, path, body: (body ?? {}) as IDataObject };
		const row = { ...emptyRow(expected), ...this.policy.unread };
		// Whatever names a ticket names its inbox, which the next node may take from here.
		if ('ticket_id' in row) row.message_box_id = Number(this.values.messageBoxId);
		const json = expected.shape === 'nothing' ? { ...this.values } : row;
		return semantics === 'safe' ? [{ json }] : await this.shaped([{ json }], { statusCode: 200, headers: {}, body: json });
	}

	/** @throws ServiceFailure when there is no usable answer */
	readonly read = async (request: ServiceRequest): Promise<ServiceAnswer> => await this.ask(this.caller, request);

	/** @throws ServiceFailure when a list of names cannot be read, NodeOperationError when a name stands for several */
	async inInbox(messageBoxId: number): Promise<{ item: ItemRequest; missing: ReadonlySet<string> }> {
		const { request, prepared } = this.prepared.inInbox!(messageBoxId);
		await prepared.resolveNames?.(async (list) => await wholeListOf(this.connection, this.read, list));
		const { context, connection, queue, policy, caller, options } = this;
		return { item: new EngineItemRequest(context, request, prepared, connection, queue, policy, caller, options), missing: prepared.missing! };
	}

	/**
	 * Finds out whether a write whose outcome is unknown was done, unless an answer has said so.
	 *
	 * @returns the items that its answer would have given
	 * @throws ServiceFailure with what was checked, when it is not there or cannot be seen
	 */
	async reconcile(departed: Departed, failure: ServiceFailure, finder = this.policy.finder): Promise<INodeExecutionData[]> {
		const { sent, sentAt, answer } = departed;
		const { caller } = this;
		const { gate, session } = this.connection;
		if (finder === undefined) throw failure;
		if (this.policy.semantics === 'nonIdempotent') this.departed = departed;
		const patient: Caller = { ...caller, allTriesMs: RECONCILIATION_TRIES_MS };
		const write = {
			...sent,
			startedAt: () => gate.serverTime(sentAt)?.earliest ?? sentAt,
			read: async (request: ServiceRequest) => await this.ask(patient, request),
			session,
		};
		const found = answer ?? (await reconcile(finder, write, failure, async (ms) => await gate.pause(ms, caller.signal)));
		departed.answer = found;
		this.remember(finder, found);
		this.report(sent, sentAt, found);
		const json = this.policy.expected.shape === 'nothing' ? { ...this.values } : found;
		return await this.shaped([{ json }], { statusCode: 200, headers: {}, body: found });
	}

	/** Contacts are created without an answer that has their id. */
	private remember(finder: Finder | undefined, created: IDataObject): void {
		if (finder === undefined || created[finder.idField] === undefined) return;
		this.connection.session.of(Ledgers).noteCreated(finder.idField, created[finder.idField], this.context.getWorkflow().id);
	}

	/** @param answer the first row of the answer; undefined where the outcome is unknown */
	private report(write: SentWrite, sentAt: number, answer?: IDataObject): void {
		const { gate, session } = this.connection;
		const answeredAt = gate.clock.now();
		const [from, to] = [gate.serverTime(sentAt), gate.serverTime(answeredAt)];
		const onService = from === undefined || to === undefined ? null : { earliest: from.earliest, latest: to.latest };
		const workflowId = this.context.getWorkflow().id;
		session.of(Ledgers).takeWrite({ ...write, answer: answer ?? {}, sentAt, answeredAt, onService, confirmed: answer !== undefined, workflowId });
	}

	private async ask(caller: Caller, request: ServiceRequest): Promise<ServiceAnswer> {
		const ours = { ...request, connection: { ...this.options, ...request.connection } };
		return await sendThrough(this.context, this.connection, caller, 'safe', ours);
	}

	/** The items after the operation's output hooks. */
	private async shaped(items: INodeExecutionData[], response: Response): Promise<INodeExecutionData[]> {
		let shapedItems = items;
		for (const action of this.request.postReceive.flatMap(({ actions }) => actions)) {
			if (typeof action === 'function') shapedItems = await action.call(this.context, shapedItems, response as IN8nHttpFullResponse);
		}
		return shapedItems;
	}
}

import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Connection } from '../client/connection';
import { refuseForeignPath } from '../client/connection';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import { withDeadline } from '../client/deadline';
import { commonOptions, sendThrough } from '../client/request';
import type { Response } from '../client/response';
import { readResponse } from '../client/response';
import { createdIdsOf } from '../idempotency/createdIds';
import type { Finder, SentWrite } from '../idempotency/reconciliation';
import { reconcile } from '../idempotency/reconciliation';
import type { Caller } from '../order/caller';
import type { QueueView } from '../order/itemQueue';
import type { Headers } from '../retry/failure';
import { ServiceFailure } from '../retry/failure';
import { RECONCILIATION_TRIES_MS, TRY_TIMEOUT_MS } from '../timing';
import type { EngineRequest, ItemRequest, PathValues, RequestChange, RequestPolicy, Sent } from './requestPolicy';

/** Sends what an item asks for: through the engine, so that its output hooks run, and through the gate. */
export class EngineItemRequest implements ItemRequest {
	readonly itemIndex: number;
	/** The non-idempotent write that was sent last, for reconciling it later. */
	lastWrite?: SentWrite;
	private readResponse: (response: Response) => Promise<INodeExecutionData[]> = async () => [];
	private follow: (stream: unknown) => void = () => {};
	private lastSend: Promise<unknown> = Promise.resolve();

	/** @param timeout of one try in ms, when the user set one */
	constructor(
		readonly context: IExecutePaginationFunctions,
		readonly request: EngineRequest,
		readonly values: PathValues,
		readonly connection: Connection,
		readonly queue: QueueView,
		private readonly policy: RequestPolicy,
		private readonly caller: Caller,
		private readonly timeout = TRY_TIMEOUT_MS,
	) {
		this.itemIndex = context.getItemIndex();
		Object.assign(request.options, commonOptions(connection.origin, timeout));
		// "Allowed HTTP Request Domains" of the credential are about other nodes: this one speaks to the tenant, and to nobody else.
		if (request.options.allowedDomains !== undefined) request.options.allowedDomains = new URL(connection.origin).hostname;
		// The engine hands the response to the output hooks only, so a hook in front of them reads it.
		request.postReceive.unshift({
			data: { parameterValue: undefined },
			actions: [async (_items, response) => await this.readResponse(response as Response)],
		});
	}

	get signal(): AbortSignal | undefined {
		return this.caller.signal;
	}

	/**
	 * A non-idempotent write whose outcome is unknown is reconciled.
	 *
	 * @throws ServiceFailure, ExecutionStopped, NodeOperationError for a path that would leave the service
	 */
	readonly send = async (change: RequestChange = {}, keep: (row: IDataObject) => boolean = () => true): Promise<Sent> => {
		// The engine does not tell which request a response belongs to, so they go one after the other.
		const sent = this.lastSend.then(async () => await this.sendNext(change, keep));
		this.lastSend = sent.catch(() => {});
		return await sent;
	};

	private async sendNext(
		{ semantics = this.policy.semantics, finder = this.policy.finder, basis, bodyAtSending, ...change }: RequestChange,
		keep: (row: IDataObject) => boolean,
	): Promise<Sent> {
		const { context, request, caller, connection } = this;
		const options = { ...request.options, ...change };
		refuseForeignPath(context, connection.origin, options.url);
		const write: SentWrite = { path: String(options.url), values: this.values, body: options.body as IDataObject };
		const isNonIdempotent = semantics === 'nonIdempotent';
		if (isNonIdempotent) this.lastWrite = write;
		return await connection.gate
			.send(caller, semantics, async ({ sentAt, unknownSince, seen }): Promise<Sent> => {
				let rows = 0;
				let headers: Headers = {};
				this.readResponse = async (response) => {
					headers = response.headers;
					seen(headers);
					// A DELETE whose first answer was lost finds nothing the second time: it is done.
					const gone = options.method === 'DELETE' && response.statusCode === 404 && unknownSince !== undefined;
					const items = gone ? [{ json: {} }] : await this.accepted(response);
					rows = items.length;
					if (isNonIdempotent && finder !== undefined) items.forEach(({ json }) => this.remember(finder, json));
					return this.policy.expected.shape === 'list' ? items.filter(({ json }) => keep(json)) : items;
				};
				const own = { ...options, headers: { ...request.options.headers } };
				if (bodyAtSending !== undefined) own.body = write.body = bodyAtSending();
				const items = await withDeadline(own, { ms: this.timeout, stop: caller.signal }, async (follow) => {
					this.follow = follow;
					return await context.makeRoutingRequest.call(context, { ...request, options: own });
				});
				return { items, rows, headers, sentAt: unknownSince ?? sentAt };
			}, basis)
			.catch(async (error) => {
				if (!(error instanceof ServiceFailure) || !error.outcomeUnknown || !(isNonIdempotent || isGone(error))) throw error;
				return { items: await this.reconcile(write, error, finder), rows: 1, headers: {}, sentAt: error.sentAt };
			});
	}

	/** @throws ServiceFailure when there is no usable answer */
	readonly read = async (request: ServiceRequest): Promise<ServiceAnswer> => await this.ask(this.caller, request);

	async enterAgain<T>(work: () => Promise<T>): Promise<T> {
		return await this.connection.gate.enter(this.caller, work);
	}

	/**
	 * Finds out whether a write whose outcome is unknown was done.
	 *
	 * @returns the items that its answer would have given
	 * @throws ServiceFailure with what was checked, when it is not there or cannot be seen
	 */
	async reconcile(write: SentWrite, failure: ServiceFailure, finder = this.policy.finder): Promise<INodeExecutionData[]> {
		const { caller } = this;
		const { gate } = this.connection;
		if (finder === undefined) throw failure;
		const createdIds = createdIdsOf(gate);
		const patient: Caller = { ...caller, allTriesMs: RECONCILIATION_TRIES_MS };
		const found = await reconcile(
			finder,
			{
				...write,
				startedAt: () => gate.serverTime(failure.sentAt)?.earliest ?? failure.sentAt,
				read: async (request) => await this.ask(patient, request),
				isCreatedElsewhere: (id) => createdIds.has(finder.idField, id),
			},
			failure,
			async (ms) => await gate.pause(ms, caller.signal),
		);
		this.remember(finder, found);
		return await this.shaped(found);
	}

	/** Contacts are created without an answer that tells their id. */
	private remember({ idField }: Finder, created: IDataObject): void {
		if (created[idField] !== undefined) createdIdsOf(this.connection.gate).add(idField, created[idField]);
	}

	private async ask(caller: Caller, request: ServiceRequest): Promise<ServiceAnswer> {
		const { proxy, skipSslCertificateValidation } = this.request.options;
		const connection = { proxy, skipSslCertificateValidation: Boolean(skipSslCertificateValidation), timeout: this.timeout };
		return await sendThrough(this.context, this.connection, caller, 'safe', { connection, ...request });
	}

	private async accepted(response: Response): Promise<INodeExecutionData[]> {
		const items = await readResponse(response, this.policy.expected, this.connection.hide);
		if (this.policy.expected.shape === 'file') this.follow(response.body);
		// The output hooks of a write without an answer tell what it was about; the values of its path were read once.
		return this.policy.expected.shape === 'nothing' ? [{ json: { ...this.values } }] : items;
	}

	/** The operation's output hooks on an answer that the engine never saw. */
	private async shaped(found: IDataObject): Promise<INodeExecutionData[]> {
		let items: INodeExecutionData[] = [{ json: found }];
		const response = { statusCode: 200, headers: {}, body: found };
		// The first hook is our own, which reads responses.
		for (const action of this.request.postReceive.slice(1).flatMap(({ actions }) => actions)) {
			if (typeof action === 'function') items = await action.call(this.context, items, response);
		}
		return items;
	}
}

/** An update that gives a thing another key finds nothing under the old one the second time. */
function isGone({ failure }: ServiceFailure): boolean {
	return failure.kind === 'status' && failure.status === 404;
}

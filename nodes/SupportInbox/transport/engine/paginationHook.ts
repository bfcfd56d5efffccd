import { type IDataObject, type IExecutePaginationFunctions, type INode, type INodeExecutionData } from 'n8n-workflow';
import { KeptLists, listsFor } from '../client/keptLists';
import type { ConnectionOptions } from '../client/request';
import { type Connection, connect } from '../connection';
import { ServiceFailure, stillUnknown } from '../errors/failure';
import { toNodeApiError } from '../errors/nodeApiError';
import { type Caller, Denials, isTool, nodeKey } from '../order/caller';
import { type QueueView, arriveTogether } from '../order/itemQueue';
import { queuedRead } from '../send';
import { ALL_TRIES_MS, SHOWN_WAIT_MS } from '../timing';
import { alreadySent, failedItem, isErrorItem, withFields } from './failedItem';
import { EngineItemRequest } from './itemRequest';
import { outcomeEntryOf } from './outcomeCache';
import type { EngineRequest, ItemPolicy, Prepared, RequestPolicy } from './requestPolicy';
import { runSize } from './runSize';
import { subjectsOf } from './subjects';

/**
 * Makes the declarative engine's pagination hook, where every request of the node passes the gate. The engine starts all
 * items at once, does not set `pairedItem` and does not know 403 as a rate limit, so all this is done here.
 */
export function throughGate(policy: RequestPolicy) {
	return async function (
		this: IExecutePaginationFunctions,
		request: EngineRequest,
	): Promise<INodeExecutionData[]> {
		const pairedItem = { item: this.getItemIndex() };
		const items = await queued(this, request, policy).catch((error) => failedItem(this, error));
		return items.map((item) => ({ ...item, pairedItem }));
	};
}

/** All items come here at once, so an item's objects are made when it is next and not while it waits. */
async function queued(context: IExecutePaginationFunctions, request: EngineRequest, ofOperation: RequestPolicy) {
	// n8n copies the whole node each time it is asked for.
	const node = context.getNode();
	let waitedMs = 0;
	const place: Place = { queue: `${context.getExecutionId()}/${nodeKey(node)}`, order: context.getItemIndex(), onWaited: (ms) => (waitedMs += ms) };
	const { ready, last, areReady } = await arriveTogether(place, async () => await readyItem(context, node, request, ofOperation, place));
	const { prepared, policy, options, caller, connection } = ready;
	const areTwo = ofOperation.subjectOf !== undefined && subjectsOf(context).check(place.order);
	// A node that writes and stops on error sends all its items or none: otherwise the items before a refused one would be sent again
	// when the user corrects it and runs the node again. The engine throws the error of the refused item, and nobody waits for the
	// others. Each call of a tool is a run of its own.
	const stops = ofOperation.semantics !== 'safe' && !context.continueOnFail() && !isTool(node);
	if (stops && (areTwo || !(areReady && haveAllBegun(context, node, last)))) return [];
	const begin = async (queue: QueueView) => {
		const item = new EngineItemRequest(context, request, prepared, connection, queue, policy, { ...caller, denials: queue.of(Denials) }, options);
		return await outcomeOf(item, node, policy, prepared);
	};
	const items = await connection.gate
		.enter(caller, begin)
		.then(async ({ rest }) => await rest())
		.catch(failed(node, prepared, caller));
	const { applied } = prepared;
	return withWait(applied === undefined ? items : [{ json: { applied_filters: applied } }, ...items], waitedMs);
}

type Place = Pick<Caller, 'queue' | 'order' | 'onWaited'>;

/** An item that can enter its item queue: its values are checked, and its names are ids. */
interface ReadyItem {
	prepared: Prepared;
	policy: ItemPolicy;
	options: ConnectionOptions;
	caller: Caller;
	connection: Connection;
}

/** @throws NodeOperationError for an item that is refused; NodeApiError when what it needs cannot be read */
async function readyItem(context: IExecutePaginationFunctions, node: INode, request: EngineRequest, ofOperation: RequestPolicy, place: Place): Promise<ReadyItem> {
	const prepared = ofOperation.prepare(context, request, isTool(node));
	const { values, resolveNames, unread } = prepared;
	const policy = policyOf(ofOperation, request);
	const options = connectionOptionsOf(context, node, request);
	const { timeout = 0 } = options;
	const caller: Caller = {
		...place,
		writes: policy.semantics !== 'safe',
		// A person waits for an agent's tool call, as for a dropdown.
		purpose: isTool(node) ? 'person' : 'bulk',
		signal: context.getExecutionCancelSignal?.(),
		allTriesMs: Math.max(ALL_TRIES_MS, timeout * 2),
		item: unread === undefined ? { values, body: request.options.body } : undefined,
		onWait: (until) => context.logger.info(`"${node.name}" waits for the rate limit of the Support Inbox until ${new Date(until).toISOString()}`),
	};
	const connection = await connect(context);
	if (unread?.refusal !== undefined && !connection.rehearses) throw unread.refusal;
	const check = async () => {
		// Lists that an item needs are read before it enters its item queue: the items of a run share them.
		const read = queuedRead(context, connection, { ...caller, queue: `${caller.queue} names`, writes: false }, options);
		const rowsOf = listsFor(connection, read);
		await resolveNames?.(rowsOf, 'either');
		const item = { context, itemIndex: caller.order, request, values, read };
		await policy.check?.(item);
		const subject = isTool(node) ? undefined : policy.subjectOf?.(item);
		if (subject !== undefined) subjectsOf(context).note(caller.order, subject);
		// Fields that contradict each other are refused before ids cost a request.
		await resolveNames?.(rowsOf, connection.rehearses && caller.writes ? 'path' : 'id');
	};
	await check().catch(failed(node, prepared, caller));
	return { prepared, policy, options, caller, connection };
}

/** For `catch`: makes n8n's error of a failure of the service. */
function failed(node: INode, { asked }: Prepared, { writes }: Pick<Caller, 'writes'>): (error: unknown) => never {
	return (error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		throw toNodeApiError(node, error.failure, { ...asked, writes }, error);
	};
}

/**
 * The engine begins with all items at once, or with the items of a batch. At an item whose expression throws it stops: the
 * items before it have begun, those after it never come.
 *
 * @param last the index of the last item that has begun
 */
function haveAllBegun(context: IExecutePaginationFunctions, node: INode, last: number): boolean {
	const { batchSize = 0, batchInterval = 0 } = requestOptionsOf(context, node).batching?.batch ?? {};
	const atOnce = batchInterval > 0 ? Math.max(1, batchSize) : Infinity;
	return last + 1 === runSize(context, node) || (last + 1) % atOnce === 0;
}

/** @returns the items; after a long wait for the rate limit the first that did not fail contains its length in seconds */
function withWait(items: INodeExecutionData[], waitedMs: number): INodeExecutionData[] {
	if (waitedMs <= SHOWN_WAIT_MS) return items;
	const waited_seconds = Math.round(waitedMs / 1000);
	const first = items.findIndex((one) => !isErrorItem(one));
	return items.map((one, place) => (place === first ? withFields(one, (json) => ({ ...json, waited_seconds })) : one));
}

/**
 * Runs the item's plan, unless an earlier run of the node, or an equal call of an agent, has done so: then its outcome is used.
 *
 * @returns `rest`: the work after the item's place in the queue, which returns the item's output
 */
async function outcomeOf(
	item: EngineItemRequest,
	node: INode,
	policy: ItemPolicy,
	{ unread }: Prepared,
): Promise<{ rest: () => Promise<INodeExecutionData[]> }> {
	const { context, connection, request } = item;
	const { plan, afterwards, semantics, isAnother } = policy;
	// Asked before the write, since a throw after it would not be remembered.
	const asTool = isTool(node);
	if (unread !== undefined && connection.rehearses) return { rest: async () => inRehearsal(item, node, await item.unread(), unread.fields) };
	// A rehearsal sends nothing, so it needs no protection against sending twice.
	const entry = connection.rehearses ? undefined : outcomeEntryOf(context, node, connection, policy, request.options);
	const known = entry?.get();
	const done = known !== undefined && 'items' in known && known.whole ? known.items : undefined;
	if (done !== undefined && !(asTool && (await isAnother?.(item, done[0].json)))) {
		return { rest: async () => (asTool ? alreadySent(done) : done) };
	}
	const earlier = done === undefined ? known : undefined;
	const planned = async () => {
		if (earlier === undefined) return await plan(item);
		return 'items' in earlier ? earlier.items : await item.reconcile(earlier.departed, earlier.unknown);
	};
	const made = await planned().catch((error) => {
		const { departed } = item;
		if (semantics !== 'nonIdempotent' || departed === undefined) throw error;
		const unknown = stillUnknown(error, departed.sentAt);
		entry?.set({ unknown, departed });
		throw unknown;
	});
	// An agent's call that was skipped has sent nothing, and may have to send the next time.
	const kept = asTool && earlier === undefined && item.departed === undefined ? undefined : entry;
	// The work after the write may fail, and n8n may run the node again.
	kept?.set({ items: made, whole: false });
	// The next dropdown that is opened must show the created row.
	if (semantics !== 'safe' && !connection.rehearses) connection.session.of(KeptLists).forget(String(request.options.url));
	const rest = async () => {
		const items = afterwards === undefined ? made : await afterwards(item, made);
		kept?.set({ items, whole: true });
		return connection.rehearses && semantics !== 'safe' ? inRehearsal(item, node, items) : items;
	};
	return { rest };
}

const NOTHING_SENT = 'Nothing was sent or changed.';

/**
 * @param unread the fields without an id, because an earlier node only rehearsed the write that creates it
 * @returns the items; each one begins with the note that nothing was sent, and the write that would have left
 */
function inRehearsal({ context, itemIndex, rehearsal }: EngineItemRequest, node: INode, items: INodeExecutionData[], unread?: string[]): INodeExecutionData[] {
	// The list of executions can be searched for it.
	context.evaluateExpression("{{ $execution.customData.set('rehearsal', 'true') }}", itemIndex);
	// For an item that is skipped, or that finds the record it would create, no write would have left.
	const note = rehearsal === undefined ? NOTHING_SENT : `${NOTHING_SENT} The following would have been sent.`;
	const first = { rehearsal: true, ...(isTool(node) && { note }), ...rehearsal, ...(unread !== undefined && { not_checked: unread }) };
	return items.map((one) => withFields(one, (json) => ({ ...first, ...json })));
}

function policyOf(policy: RequestPolicy, request: EngineRequest): ItemPolicy {
	const { semantics } = policy;
	return { ...policy, semantics: typeof semantics === 'function' ? semantics((request.options.body ?? {}) as IDataObject, request) : semantics };
}

interface RequestOptions {
	timeout?: unknown;
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
}

/** The user's "Request Options"; without `timeout` when the user set none. */
function connectionOptionsOf(context: IExecutePaginationFunctions, node: INode, { options }: EngineRequest): ConnectionOptions {
	const { proxy, skipSslCertificateValidation } = options;
	const way = { proxy, skipSslCertificateValidation: Boolean(skipSslCertificateValidation) };
	const { timeout } = requestOptionsOf(context, node);
	return typeof timeout === 'number' && timeout > 0 ? { ...way, timeout } : way;
}

/** Most nodes have none, and n8n goes through all properties to read a parameter. */
function requestOptionsOf(context: IExecutePaginationFunctions, { parameters }: INode): RequestOptions {
	return Object.keys(parameters.requestOptions ?? {}).length === 0 ? {} : (context.getNodeParameter('requestOptions', {}) as RequestOptions);
}

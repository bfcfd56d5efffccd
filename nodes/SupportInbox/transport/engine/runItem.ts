import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { isTool, nodeKey } from '../../adapter/node';
import { connectionOptionsOf } from '../../adapter/options';
import type { StartedItem } from '../../adapter/routing';
import { recordInExecution } from '../../adapter/run';
import type { RunAttempt } from '../../adapter/runAttempt';
import { ListCache, listsFor } from '../client/listCache';
import type { ServiceRequest } from '../client/request';
import { connect } from '../connection';
import { ServiceFailure, stillUnknown } from '../errors/failure';
import { toNodeApiError } from '../errors/nodeApiError';
import { rejectUnlessAllowed } from '../permissions';
import type { RequestContext } from '../queue/requestContext';
import { queuedRead } from '../send';
import { REQUEST_TIMEOUT_MS, SHOWN_WAIT_MS } from '../timing';
import type { Writer } from '../writes/writer';
import { alreadySent, errorItemOf, failedItem, goesOn, isErrorItem, isOfNode, withFields } from './failedItem';
import { limitOf } from './plans';
import type { ReadyItem, RequestPolicy } from './requestPolicy';
import { cachedResultsOf } from './resultCache';
import { constraintsOfRun } from './runConstraints';
import { emailOf, releasePermits, hasPermits } from './runEmails';
import { SendingItem } from './sendingItem';

/** @returns what happens to each item of an operation, see {@link runItem} */
export function runWith(policy: RequestPolicy) {
	return async function (item: StartedItem): Promise<INodeExecutionData[]> {
		const { context, attempt } = item;
		return await runItem(item, policy).catch(async (error) => {
			// n8n awaits an item when it has started all. An error of one that it never awaits would be handled by nobody.
			const isAwaited = await attempt.passBarrier();
			return isAwaited ? failedItem(context, error) : [errorItemOf(context, error)];
		});
	};
}

/**
 * The way of an item. The functions below are the steps, in this order.
 * 1. It is checked, and waits at the barrier until all items of its run are: n8n starts them all at once, or a batch at a time.
 * 2. It is blocked if another one was rejected, where n8n has not started the others, or where the email limits have no room for the run.
 * 3. It waits for its turn in the item queue. There its plan sends its requests, unless its outcome is known from before. Where an
 *    item before it has failed, and the node stops on error, nothing of it is sent.
 * 4. After its turn in the queue, the `after` of its operation runs.
 * 5. Its output is completed.
 */
async function runItem(started: StartedItem, policy: RequestPolicy): Promise<INodeExecutionData[]> {
	const { context, node, attempt } = started;
	let waitedMs = 0;
	const place: QueuePosition = {
		queue: `${context.getExecutionId()}/${nodeKey(node)}`,
		order: context.getItemIndex(),
		onWaited: (ms) => (waitedMs += ms),
	};
	const ready = await attempt.checked(place.order, async () => await checkItem(started, policy, place));
	const outcome = await sendItem(ready).finally(() => releasePermits(ready));
	return withWait(withAppliedFilters(ready, outcome), waitedMs);
}

/** Steps 2 to 4. */
async function sendItem(ready: ReadyItem): Promise<INodeExecutionData[]> {
	const { attempt } = ready;
	if ((await isBlocked(ready)) || !hasPermits(ready)) return [];
	// An item's objects are made when it is next, and not while it waits.
	return await ready.connection.dispatcher
		.runInQueue(ready.requestContext, async (queue) => {
			if (isStopped(ready)) return undefined;
			return await runPlan(new SendingItem(ready, queue)).catch(recordingFailure(attempt));
		})
		.then(async (outcome) => (outcome === undefined ? [] : await finish(outcome).catch(recordingFailure(attempt))))
		.catch(failed(ready));
}

type QueuePosition = Pick<RequestContext, 'queue' | 'order' | 'onWaited'>;

/**
 * Step 1: checks an item's values, replaces its names by ids, and rejects values that contradict each other.
 *
 * @throws NodeOperationError for an item that is rejected; NodeApiError when what it needs cannot be read
 */
async function checkItem(started: StartedItem, policy: RequestPolicy, place: QueuePosition): Promise<ReadyItem> {
	const { context, node, attempt, request } = started;
	const prepared = policy.prepare(context, request.options, isTool(node));
	const { resolveNames, unread } = prepared;
	const semantics = typeof policy.semantics === 'function' ? policy.semantics(prepared) : policy.semantics;
	const options = connectionOptionsOf(context, node, request.options);
	const requestContext: RequestContext = {
		...place,
		writes: semantics !== 'safe',
		// A person waits for an agent's tool call, as for a dropdown.
		priority: isTool(node) ? 'interactive' : 'bulk',
		signal: context.getExecutionCancelSignal?.(),
		requestTimeoutMs: Math.max(REQUEST_TIMEOUT_MS, (options.timeout ?? 0) * 2),
		// Its names become ids below.
		item: unread === undefined ? prepared : undefined,
		onWait: (until) => context.logger.info(`"${node.name}" waits for the rate limit of the Support Inbox until ${new Date(until).toISOString()}`),
	};
	const shared = await connect(context);
	// The node's switch adds to that of its credential, and cannot switch it off.
	const connection = prepared.settings.dryRun === true ? { ...shared, isDryRun: true } : shared;
	const ready: ReadyItem = { ...started, policy, semantics, prepared, options, requestContext, connection };
	if (unread?.rejection !== undefined && !connection.isDryRun) throw unread.rejection;
	const check = async () => {
		// Lists that an item needs are read before it enters its item queue: the items of a run share them.
		const read = queuedRead(context, connection, { ...requestContext, queue: `${requestContext.queue} names`, writes: false }, options);
		const rowsOf = listsFor(connection, read);
		await resolveNames?.(rowsOf, 'either');
		const item = { ...prepared, context, itemIndex: requestContext.order, read };
		await policy.validate?.(item);
		const constraints = isTool(node) ? undefined : policy.runConstraints?.(item);
		if (constraints !== undefined) constraintsOfRun(attempt).record(requestContext.order, constraints);
		// Fields that contradict each other are rejected before ids cost a request.
		await resolveNames?.(rowsOf, connection.isDryRun && requestContext.writes ? 'path' : 'id');
		if (requestContext.writes && unread === undefined) {
			rejectUnlessAllowed(context, connection.permissions, writeOf(ready), requestContext.order);
		}
		ready.email = emailOf(ready);
	};
	await check().catch(failed(ready));
	return ready;
}

/** @returns the write of an item as far as its fields say: where one is not allowed, no item of the run is sent */
function writeOf({ request, prepared: { path, body } }: ReadyItem): Pick<ServiceRequest, 'method' | 'path' | 'body'> {
	return { method: request.options.method ?? 'GET', path, body };
}

/**
 * Step 2, at the barrier. A node that writes and stops on error sends all its items or none: otherwise the items before a rejected one
 * would be sent again when the user corrects it and runs the node again. The engine throws the error of the rejected item, and nobody
 * waits for the others. A read needs no other item, and waits only for the checks of those that have come.
 *
 * @throws the refusal of an item that is about the same as another one; NodeOperationError where n8n has not started the others
 */
async function isBlocked(ready: ReadyItem): Promise<boolean> {
	const { context, node, attempt, policy, requestContext } = ready;
	const reads = policy.semantics === 'safe';
	const areAllValidated = reads ? (await attempt.allChecked(), true) : await attempt.passBarrier();
	if (attempt.isOver) return true;
	const hasConflict = policy.runConstraints !== undefined && constraintsOfRun(attempt).check(requestContext.order);
	if (reads || goesOn(context, node)) return false;
	if (areAllValidated) return attempt.hasFailed || hasConflict;
	throw new NodeOperationError(node, 'n8n did not start the other items, nothing was sent', {
		description: NOT_STARTED,
		itemIndex: requestContext.order,
	});
}

const NOT_STARTED =
	'A node that writes sends all its items or none. Run it with one item, with Loop Over Items before it, or set On Error to Continue. Please report this with your version of n8n.';

/** Whether nothing more of the item may be sent: n8n retries the node, or an item has failed and the node stops then. */
function isStopped({ context, node, attempt }: ReadyItem): boolean {
	return attempt.isOver || (attempt.hasFailed && !goesOn(context, node));
}

/**
 * The output of an item so far.
 * - `isWhole`: nothing is left to be done.
 * - `cachedAs`: under whom the write log keeps it, where n8n may run it again; `inputKey`: the key of what a message was given.
 */
interface Outcome {
	item: SendingItem;
	items: INodeExecutionData[];
	isWhole: boolean;
	cachedAs?: Writer;
	inputKey?: string;
}

/** Step 3, at the item's turn in its queue: runs its plan, unless it is known from before how the item ended. */
async function runPlan(item: SendingItem): Promise<Outcome> {
	const { ready, connection, log } = item;
	const { policy, semantics } = ready;
	if (isUnreadable(ready)) return { item, items: await item.unread(), isWhole: true };
	const { cachedAs, inputKey, before, earlier } = cachedResultsOf(item);
	if (cachedAs !== undefined) log.recordStart(cachedAs);
	if (before !== undefined && 'items' in before) {
		return { ...before, item, items: cachedAs?.isTool === true ? alreadySent(before.items) : before.items, cachedAs };
	}
	if (earlier !== undefined) return { ...earlier, item, items: alreadySent(earlier.items), cachedAs };
	const items = await (before === undefined ? policy.plan(item) : item.reconcile(before.write, before.unknown)).catch((error) => {
		const { write } = item;
		if (semantics !== 'nonIdempotent' || write === undefined) throw error;
		const unknown = stillUnknown(error, write.sentAt);
		const end = { unknown, write };
		if (cachedAs !== undefined) log.recordItem(cachedAs, end);
		log.recordOutcome(write, { ...end, endedAt: connection.session.dispatcher.clock.now() });
		throw unknown;
	});
	// What was skipped is no write: an agent's next call or a Retry looks at it anew.
	const isSent = item.write !== undefined;
	const outcome = {
		item,
		items,
		isWhole: false,
		cachedAs: isSent || cachedAs?.isTool !== true ? cachedAs : undefined,
		inputKey: isSent ? inputKey : undefined,
	};
	// The work after the write may fail, and n8n may run the node again.
	cacheResult(outcome);
	// The next dropdown that is opened must show the created row.
	if (semantics !== 'safe' && !connection.isDryRun) connection.session.of(ListCache).evict(item.path);
	return outcome;
}

function cacheResult({ item: { log }, cachedAs, items, isWhole, inputKey }: Outcome): void {
	if (cachedAs !== undefined) log.recordItem(cachedAs, { items, isWhole, inputKey });
}

/** Step 4: the `after` of the operation, outside of the queue. */
async function finish(outcome: Outcome): Promise<INodeExecutionData[]> {
	const { item, items: made, isWhole } = outcome;
	const { policy, semantics, connection, prepared } = item.ready;
	const items = isWhole || policy.after === undefined ? made : await policy.after(item, made);
	cacheResult({ ...outcome, items, isWhole: true });
	const isDryRun = connection.isDryRun && (semantics !== 'safe' || prepared.unread !== undefined);
	return isDryRun ? dryRunItems(item, items) : items;
}

/** Whether the item needs an id that an earlier node wrote in a dry run only. Outside a dry run it was rejected, or has no such id. */
function isUnreadable({ prepared, connection }: ReadyItem): boolean {
	return prepared.unread !== undefined && connection.isDryRun;
}

const NOTHING_SENT = 'Nothing was sent or changed.';

/** @returns the items; each one begins with the note that nothing was sent, and the write that would have been sent */
function dryRunItems({ context, dryRunRequest, ready }: SendingItem, items: INodeExecutionData[]): INodeExecutionData[] {
	recordInExecution(context, 'dry_run', 'true');
	// For an item that is skipped, or that finds the record it would create, no write would have been sent.
	const note = dryRunRequest === undefined ? NOTHING_SENT : `${NOTHING_SENT} The following would have been sent.`;
	const { unread } = ready.prepared;
	const first = {
		dry_run: true,
		...(isTool(ready.node) && { note }),
		...(ready.hides?.record(dryRunRequest) ?? dryRunRequest),
		...(unread !== undefined && { unchecked_fields: unread.fields }),
	};
	return items.map((one) => withFields(one, (json) => ({ ...first, ...json })));
}

/** For `catch`: the items behind do not begin where the node stops on error. */
function recordingFailure(attempt: RunAttempt): (error: unknown) => never {
	return (error) => {
		attempt.hasFailed = true;
		throw error;
	};
}

/** For `catch`: makes n8n's error of a failure of the service, without the personal data that the item hides. */
function failed(ready: ReadyItem): (error: unknown) => never {
	const { node, prepared, requestContext: { writes } } = ready;
	return (error) => {
		const ofNode = error instanceof ServiceFailure ? toNodeApiError(node, error.failure, { ...prepared.asked, writes }, error) : error;
		if (isOfNode(ofNode) && ready.hides !== undefined) {
			ofNode.message = ready.hides.text(ofNode.message);
			ofNode.description = ready.hides.text(ofNode.description ?? '');
		}
		throw ofNode;
	};
}

/**
 * Step 5. An agent sees nothing but the items: a model that reads 50 open tickets reports 50.
 *
 * @returns the items behind one with the filters that were applied, and with the limit where there may be more than that
 */
function withAppliedFilters({ node, prepared: { applied, settings } }: ReadyItem, items: INodeExecutionData[]): INodeExecutionData[] {
	const limit = isTool(node) && 'returnAll' in settings ? limitOf({ settings }) : Infinity;
	const isCut = items.filter((one) => !isErrorItem(one)).length >= limit;
	const scope: IDataObject = { ...(applied !== undefined && { applied_filters: applied }), ...(isCut && { more: true, limit }) };
	return Object.keys(scope).length === 0 ? items : [{ json: scope }, ...items];
}

/** @returns the items; after a long wait for the rate limit the first that did not fail contains its length in seconds */
function withWait(items: INodeExecutionData[], waitedMs: number): INodeExecutionData[] {
	if (waitedMs <= SHOWN_WAIT_MS) return items;
	const rate_limit_wait_seconds = Math.round(waitedMs / 1000);
	const first = items.findIndex((one) => !isErrorItem(one));
	return items.map((one, place) => (place === first ? withFields(one, (json) => ({ ...json, rate_limit_wait_seconds })) : one));
}

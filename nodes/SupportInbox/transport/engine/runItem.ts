import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { isTool, nodeKey } from '../../adapter/node';
import { connectionOptionsOf } from '../../adapter/options';
import type { StartedItem } from '../../adapter/routing';
import { recordInExecution } from '../../adapter/run';
import type { RunAttempt } from '../../adapter/runAttempt';
import { ListCache, listsFor } from '../client/listCache';
import { connect } from '../connection';
import { ServiceFailure, stillUnknown } from '../errors/failure';
import { toNodeApiError } from '../errors/nodeApiError';
import { rejectUnlessAllowed } from '../permissions';
import type { RequestContext } from '../queue/requestContext';
import { queuedRead } from '../send';
import { REQUEST_TIMEOUT_MS, SHOWN_WAIT_MS } from '../timing';
import { WriteLog } from '../writes/writeLog';
import { type Writer, writerOf } from '../writes/writer';
import { alreadySent, errorItemOf, failedItem, goesOn, isErrorItem, isOfNode, withFields } from './failedItem';
import type { Item, RequestPolicy } from './item';
import { limitOf } from './plans';
import { cachedResultsOf } from './resultCache';
import { constraintsOfRun } from './runConstraints';
import { emailOf, releasePermits, hasPermits } from './runEmails';
import { memoryOf, methodOf, readInTurn, reconcileItem, unread } from './sendItem';

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
	const item = await attempt.checked(place.order, async () => await checkItem(started, policy, place));
	const items = await sendItem(item).finally(() => releasePermits(item));
	return withWait(withAppliedFilters(item, items), waitedMs);
}

/** Steps 2 to 4. */
async function sendItem(item: Item): Promise<INodeExecutionData[]> {
	const { attempt, connection: { dispatcher }, requestContext } = item;
	if ((await isBlocked(item)) || !hasPermits(item)) return [];
	return await dispatcher
		.runInQueue(requestContext, async (queue) => {
			item.queue = queue;
			item.log = memoryOf(item).of(WriteLog);
			return isStopped(item) ? undefined : await runPlan(item).catch(recordingFailure(attempt));
		})
		.then(async (outcome) => (outcome === undefined ? [] : await finish(item, outcome).catch(recordingFailure(attempt))))
		.catch(failed(item));
}

type QueuePosition = Pick<RequestContext, 'queue' | 'order' | 'onWaited'>;

/**
 * Step 1: checks an item's values, replaces its names by ids, and rejects values that contradict each other.
 *
 * @throws NodeOperationError for an item that is rejected; NodeApiError when what it needs cannot be read
 */
async function checkItem(started: StartedItem, policy: RequestPolicy, place: QueuePosition): Promise<Item> {
	const item = await madeItem(started, policy, place);
	const { context, node, attempt, itemIndex, connection, rowsOf, requestContext: { writes } } = item;
	if (item.unread?.rejection !== undefined && !connection.isDryRun) throw item.unread.rejection;
	const check = async () => {
		Object.assign(item, await item.resolveNames?.(rowsOf, 'either'));
		await policy.validate?.(item);
		const constraints = isTool(node) ? undefined : policy.runConstraints?.(item);
		if (constraints !== undefined) constraintsOfRun(attempt).record(itemIndex, constraints);
		// Fields that contradict each other are rejected before ids cost a request.
		Object.assign(item, await item.resolveNames?.(rowsOf, connection.isDryRun && writes ? 'path' : 'id'));
		if (writes && item.unread === undefined) {
			// As far as its fields say: where one is not allowed, no item of the run is sent.
			rejectUnlessAllowed(context, connection.permissions, { ...item, method: methodOf(item) }, itemIndex);
		}
		item.email = emailOf(item);
	};
	await check().catch(failed(item));
	return item;
}

/** @throws NodeOperationError for a value that its rule rejects, and for a credential that cannot be used */
async function madeItem(started: StartedItem, policy: RequestPolicy, place: QueuePosition): Promise<Item> {
	const { context, node, request } = started;
	const fields = policy.prepare(context, request.options, isTool(node));
	const semantics = typeof policy.semantics === 'function' ? policy.semantics(fields) : policy.semantics;
	const options = connectionOptionsOf(context, node, request.options);
	const requestContext: RequestContext = {
		...place,
		writes: semantics !== 'safe',
		// A person waits for an agent's tool call, as for a dropdown.
		priority: isTool(node) ? 'interactive' : 'bulk',
		signal: context.getExecutionCancelSignal?.(),
		requestTimeoutMs: Math.max(REQUEST_TIMEOUT_MS, (options.timeout ?? 0) * 2),
		onWait: (until) => context.logger.info(`"${node.name}" waits for the rate limit of the Support Inbox until ${new Date(until).toISOString()}`),
	};
	const shared = await connect(context);
	// The node's switch adds to that of its credential, and cannot switch it off.
	const connection = fields.settings.dryRun === true ? { ...shared, isDryRun: true } : shared;
	// What an item needs before it enters its item queue has one of its own: the items of a run share their lists.
	const readBefore = queuedRead(context, connection, { ...requestContext, queue: `${place.queue} names`, writes: false }, options);
	const read: Item['read'] = async (asked) => await (item.queue === undefined ? readBefore(asked) : readInTurn(item, asked));
	const item: Item = {
		...started,
		...fields,
		itemIndex: place.order,
		policy,
		semantics,
		connection,
		options,
		requestContext,
		read,
		rowsOf: listsFor(connection, read),
		log: connection.session.of(WriteLog),
		writer: semantics === 'nonIdempotent' || node.retryOnFail === true ? writerOf(context, node) : undefined,
	};
	if (fields.unread === undefined) requestContext.item = item;
	return item;
}

/**
 * Step 2, at the barrier. A node that writes and stops on error sends all its items or none: otherwise the items before a rejected one
 * would be sent again when the user corrects it and runs the node again. The engine throws the error of the rejected item, and nobody
 * waits for the others. A read needs no other item, and waits only for the checks of those that have come.
 *
 * @throws the refusal of an item that is about the same as another one; NodeOperationError where n8n has not started the others
 */
async function isBlocked({ context, node, attempt, policy, itemIndex }: Item): Promise<boolean> {
	const reads = policy.semantics === 'safe';
	const areAllValidated = reads ? (await attempt.allChecked(), true) : await attempt.passBarrier();
	if (attempt.isOver) return true;
	const hasConflict = policy.runConstraints !== undefined && constraintsOfRun(attempt).check(itemIndex);
	if (reads || goesOn(context, node)) return false;
	if (areAllValidated) return attempt.hasFailed || hasConflict;
	throw new NodeOperationError(node, 'n8n did not start the other items, nothing was sent', {
		description: NOT_STARTED,
		itemIndex,
	});
}

const NOT_STARTED =
	'A node that writes sends all its items or none. Run it with one item, with Loop Over Items before it, or set On Error to Continue. Please report this with your version of n8n.';

/** Whether nothing more of the item may be sent: n8n retries the node, or an item has failed and the node stops then. */
function isStopped({ context, node, attempt }: Item): boolean {
	return attempt.isOver || (attempt.hasFailed && !goesOn(context, node));
}

/**
 * The output of an item so far.
 * - `isWhole`: nothing is left to be done.
 * - `cachedAs`: under whom the write log keeps it, where n8n may run it again; `inputKey`: the key of what a message was given.
 */
interface Outcome {
	items: INodeExecutionData[];
	isWhole: boolean;
	cachedAs?: Writer;
	inputKey?: string;
}

/** Step 3, at the item's turn in its queue: runs its plan, unless it is known from before how the item ended. */
async function runPlan(item: Item): Promise<Outcome> {
	const { policy, semantics, connection } = item;
	// Outside of a dry run it was rejected, or has no such id.
	if (item.unread !== undefined && connection.isDryRun) return { items: await unread(item), isWhole: true };
	const { log } = item;
	const { cachedAs, inputKey, before, earlier } = cachedResultsOf(item);
	if (cachedAs !== undefined) log.recordStart(cachedAs);
	if (before !== undefined && 'items' in before) {
		return { ...before, items: cachedAs?.isTool === true ? alreadySent(before.items) : before.items, cachedAs };
	}
	if (earlier !== undefined) return { ...earlier, items: alreadySent(earlier.items), cachedAs };
	const items = await (before === undefined ? policy.plan(item) : reconcileItem(item, before.write, before.unknown)).catch((error) => {
		const { write } = item;
		if (semantics !== 'nonIdempotent' || write === undefined) throw error;
		const unknown = stillUnknown(error, write.sentAt);
		const end = { unknown, write };
		if (cachedAs !== undefined) log.recordItem(cachedAs, end);
		log.recordOutcome(write, { ...end, endedAt: connection.session.dispatcher.clock.now() });
		throw unknown;
	});
	const shown = item.hides?.record(items) ?? items;
	// What was skipped is no write: an agent's next call or a Retry looks at it anew.
	const isSent = item.write !== undefined;
	const outcome = {
		items: shown,
		isWhole: false,
		cachedAs: isSent || cachedAs?.isTool !== true ? cachedAs : undefined,
		inputKey: isSent ? inputKey : undefined,
	};
	// The work after the write may fail, and n8n may run the node again.
	cacheResult(item, outcome);
	// The next dropdown that is opened must show the created row.
	if (semantics !== 'safe' && !connection.isDryRun) connection.session.of(ListCache).evict(item.path);
	return outcome;
}

function cacheResult(item: Item, { cachedAs, items, isWhole, inputKey }: Outcome): void {
	if (cachedAs !== undefined) item.log.recordItem(cachedAs, { items, isWhole, inputKey });
}

/** Step 4: the `after` of the operation, outside of the queue. */
async function finish(item: Item, outcome: Outcome): Promise<INodeExecutionData[]> {
	const { policy, semantics, connection } = item;
	const { items: made, isWhole } = outcome;
	const items = isWhole || policy.after === undefined ? made : await policy.after(item, made);
	cacheResult(item, { ...outcome, items, isWhole: true });
	const isDryRun = connection.isDryRun && (semantics !== 'safe' || item.unread !== undefined);
	return isDryRun ? dryRunItems(item, items) : items;
}

const NOTHING_SENT = 'Nothing was sent or changed.';

/** @returns the items; each one begins with the note that nothing was sent, and the write that would have been sent */
function dryRunItems({ context, node, dryRunRequest, hides, unread: unchecked }: Item, items: INodeExecutionData[]): INodeExecutionData[] {
	recordInExecution(context, 'dry_run', 'true');
	// For an item that is skipped, or that finds the record it would create, no write would have been sent.
	const note = dryRunRequest === undefined ? NOTHING_SENT : `${NOTHING_SENT} The following would have been sent.`;
	const first = {
		dry_run: true,
		...(isTool(node) && { note }),
		...(hides?.record(dryRunRequest) ?? dryRunRequest),
		...(unchecked !== undefined && { unchecked_fields: unchecked.fields }),
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
function failed(item: Item): (error: unknown) => never {
	const { node, requestContext: { writes } } = item;
	return (error) => {
		const ofNode = error instanceof ServiceFailure ? toNodeApiError(node, error.failure, { ...item.asked, writes }, error) : error;
		if (isOfNode(ofNode) && item.hides !== undefined) {
			ofNode.message = item.hides.text(ofNode.message);
			ofNode.description = item.hides.text(ofNode.description ?? '');
		}
		throw ofNode;
	};
}

/**
 * Step 5. An agent sees nothing but the items: a model that reads 50 open tickets reports 50.
 *
 * @returns the items behind one with the filters that were applied, and with the limit where there may be more than that
 */
function withAppliedFilters({ node, applied, settings }: Item, items: INodeExecutionData[]): INodeExecutionData[] {
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

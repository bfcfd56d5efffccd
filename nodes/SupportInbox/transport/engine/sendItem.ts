import type { IDataObject, IHttpRequestMethods, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { type SentWrite, Store } from '../../store/store';
import type { Expected } from '../client/answer';
import { emptyRow } from '../client/dryRun';
import { listsFor } from '../client/listCache';
import type { PlannedRequest, PlannedWrite, ServiceAnswer, ServiceRequest } from '../client/request';
import type { Response, Rows } from '../client/response';
import { hasStatus, ServiceFailure, stillUnknown } from '../errors/failure';
import type { ItemQueue } from '../queue/itemQueue';
import type { Semantics } from '../retry/retryPolicy';
import { sendThrough } from '../send';
import { READ_VALID_MS, RECONCILIATION_TIMEOUT_MS } from '../timing';
import { type DedupeItem, dedupeKeysOf, findEarlierWrite, needsDeduplication } from '../writes/deduplication';
import { type Reconciliation, reconcile } from '../writes/reconciliation';
import type { Write } from '../writes/writeLog';
import type { Item, RequestChange } from './item';

/** A request of an item: the operation's own, with what its plan changes. */
interface ItemSend extends Omit<RequestChange, 'method' | 'url' | 'body' | 'expected' | 'semantics' | 'reconciliation'> {
	method: IHttpRequestMethods;
	url: string;
	body: IDataObject;
	expected: Expected;
	semantics: Semantics;
	reconciliation?: Reconciliation;
}

/**
 * How a request ended: it was done, as the answer shows; it was not carried out, for certain; or that is unknown, since it was sent and
 * no answer says so.
 */
type RequestEnd =
	{ kind: 'done'; answer: ServiceAnswer } | { kind: 'notSent'; error: unknown } | { kind: 'unknown'; failure: ServiceFailure };

/**
 * Sends the operation's request, unless it was sent before, see {@link findEarlierWrite}. A non-idempotent write of unknown outcome is
 * reconciled.
 *
 * @param change parts of the request that are replaced for this time
 * @throws ServiceFailure, ExecutionStopped, NodeOperationError for a path that would leave the service
 */
export async function sendRequest(item: Item, change: RequestChange = {}): Promise<Rows> {
	const { policy } = item;
	const {
		method = methodOf(item),
		url = item.path,
		body = item.body,
		expected = policy.expected,
		semantics = item.semantics,
		reconciliation = policy.reconciliation,
	} = change;
	const request: ItemSend = { ...change, method, url, body, expected, semantics, reconciliation };
	const dedupeItem = dedupeItemOf(item, request);
	return dedupeItem !== undefined && needsDeduplication(dedupeItem)
		? await sendUnlessSent(item, request, dedupeItem)
		: await sendNow(item, request, dedupeItem);
}

/**
 * Sends a read of an item at its turn in the item queue.
 *
 * @throws ServiceFailure when there is no usable answer
 */
export async function readInTurn(item: Item, request: ServiceRequest, requestContext = item.requestContext): Promise<ServiceAnswer> {
	const connection = { ...item.options, ...request.connection };
	return await sendThrough(item.context, item.connection, requestContext, 'safe', { ...request, connection });
}

/** Runs `work` while nothing else in this process runs any with the same name. @throws ExecutionStopped, and what it throws */
export async function withLock<T>({ connection, requestContext }: Item, name: string, work: () => Promise<T>): Promise<T> {
	return await connection.dispatcher.withLock(name, work, requestContext.signal);
}

/** @returns where this process keeps what it knows of its writes; a dry run writes nothing, so its queue keeps it */
export function memoryOf({ connection, queue }: Item): Pick<ItemQueue, 'of'> {
	return connection.isDryRun ? queue! : connection.session;
}

/** A record as it was read. The data is not older than `readAt`. */
export interface ReadRecord {
	readAt: LocalTime;
}

/**
 * Makes the plan of a write that is computed from a record: the record is read, unless that was done within two seconds, and the write is
 * decided from it.
 *
 * @param read reads the record
 * @param decide makes the write of it; `sent`: what an earlier attempt was sent with, which the service may have carried out
 * @param found the record, where it was read before
 */
export function planFrom<R extends ReadRecord>(
	{ connection: { dispatcher: { clock } } }: Item,
	read: () => Promise<R>,
	decide: (found: R, sent?: PlannedWrite) => Promise<PlannedWrite> | PlannedWrite,
	found?: R,
): (sent?: PlannedWrite) => Promise<PlannedWrite> {
	const isFresh = (one?: R): one is R => one !== undefined && clock.now() - one.readAt <= READ_VALID_MS;
	let latest = found;
	let planned: PlannedWrite | undefined;
	return async (sent) => {
		while (planned === undefined || !isFresh(latest)) {
			latest = isFresh(latest) ? latest : await read();
			// It may read as well, such as the list of pending reasons, and wait for the rate limit until the record is out of date.
			planned = await decide(latest, sent);
		}
		return planned;
	};
}

async function sendUnlessSent(item: Item, request: ItemSend, dedupeItem: DedupeItem): Promise<Rows> {
	const { body, precondition, notes = request.notes } = (await request.plan?.()) ?? { body: request.body };
	const write = { ...writeOf(item, request), body };
	const keys = dedupeKeysOf(dedupeItem, write);
	const like = (await request.like?.()) ?? item.withGaps().body;
	// An equal write of another execution waits, and finds this one.
	return await withLock(item, `once ${keys.join()}`, async () => {
		const before = await findEarlierWrite(dedupeItem, write, keys, like, precondition);
		if (before === undefined) return await sendNow(item, request, dedupeItem);
		if ('unknown' in before) return { items: await reconcileItem(item, before.write, before.unknown, request.reconciliation), rows: 1 };
		const row = { json: { ...before.done, deduplicated: true } };
		return { items: await shaped(item, [row], answerWith(before.done), notes), rows: 1 };
	});
}

async function sendNow(item: Item, request: ItemSend, dedupeItem?: DedupeItem): Promise<Rows> {
	const { semantics, reconciliation } = request;
	const write: Write = { ...writeOf(item, request), sentAt: 0, keys: [], notes: request.notes };
	const isDryRun = item.connection.isDryRun && semantics !== 'safe';
	const end = await endOf(item, request, write, dedupeItem);
	switch (end.kind) {
		case 'notSent':
			item.write = undefined;
			throw end.error;
		case 'unknown':
			recordWrite(item, write);
			// An update that changes a record's key gets a 404 under the old key when it is sent again.
			if (semantics !== 'nonIdempotent' && !hasStatus(end.failure, 404)) throw end.failure;
			return { items: await reconcileItem(item, write, end.failure, reconciliation), rows: 1 };
		case 'done':
			if (isDryRun) item.dryRunRequest = { method: write.method, path: write.path, body: write.body };
			else if (semantics !== 'safe') recordWrite(item, write, write.answer);
			if (semantics === 'nonIdempotent') recordDone(item, write, write.answer!);
			return end.answer;
	}
}

/**
 * Sends a request.
 *
 * @param write takes in what is sent, and the first row of the answer
 * @returns how it ended
 */
async function endOf(item: Item, request: ItemSend, write: Write, dedupeItem?: DedupeItem): Promise<RequestEnd> {
	const { context, connection, requestContext, options, email } = item;
	const { method, url: path, body, expected, semantics, qs, stamp, row, isWantedRow = () => true } = request;
	const shape = async (rows: INodeExecutionData[], response: Response) => {
		if (semantics !== 'safe') write.answer = rows[0].json;
		// For a write that is answered with 204 the item contains the values of its path.
		const items = expected.shape === 'nothing' ? [{ json: { ...item.values } }] : rows.filter(({ json }) => isWantedRow(json));
		return await shaped(item, row === undefined ? items : [{ json: row }], response, write.notes);
	};
	const depart = (planned: PlannedWrite) => {
		if (semantics === 'nonIdempotent' && !connection.isDryRun) item.write = write;
		write.sentAt ||= connection.dispatcher.clock.now();
		// Keep the first: a later attempt may already have read the effect of an earlier one.
		write.precondition ??= planned.precondition;
		write.notes ??= planned.notes;
		write.body = stamp?.(planned.body) ?? planned.body;
		write.keys = dedupeItem === undefined ? [] : dedupeKeysOf(dedupeItem, write);
		return write.body;
	};
	const plan: PlannedRequest['plan'] = async (sent) => {
		// If the attempt before may have been done, its failure says so.
		write.sentAt = 0;
		return await request.plan!(sent);
	};
	const decided = semantics === 'safe' ? {} : { depart, plan: request.plan && plan };
	try {
		const sent = { method, path, qs, body, expected, shape, connection: options, email, ...decided };
		const answer = await sendThrough(context, connection, requestContext, semantics, sent);
		write.sentAt = answer.sentAt;
		return { kind: 'done', answer };
	} catch (error) {
		// Once a write was sent, only a failure of the service can show that it was not done.
		const since = error instanceof ServiceFailure ? error.unknownSince : write.sentAt || undefined;
		if (since === undefined) return { kind: 'notSent', error };
		write.sentAt = since;
		return { kind: 'unknown', failure: stillUnknown(error, since) };
	}
}

/** @returns the items after the operation's output hooks, with the notes */
async function shaped(
	{ context, request }: Item,
	items: INodeExecutionData[],
	response: Response,
	notes?: PlannedWrite['notes'],
): Promise<INodeExecutionData[]> {
	let shapedItems = items;
	for (const action of request.postReceive.flatMap(({ actions }) => actions)) {
		if (typeof action === 'function') shapedItems = await action.call(context, shapedItems, response as IN8nHttpFullResponse);
	}
	return notes === undefined ? shapedItems : shapedItems.map((one) => ({ ...one, json: notes(one.json) }));
}

/** @returns an answer of the service that came at another time */
const answerWith = (body: IDataObject): Response => ({ statusCode: 200, headers: {}, body });

/**
 * Finds out whether a write of unknown outcome was done, unless an answer has confirmed it.
 *
 * @returns the items that its answer would have led to
 * @throws ServiceFailure with what was checked, when it was not found or cannot be seen
 */
export async function reconcileItem(
	item: Item,
	write: Write,
	failure: ServiceFailure,
	reconciliation = item.policy.reconciliation,
): Promise<INodeExecutionData[]> {
	const { requestContext, semantics, policy: { expected }, connection: { dispatcher, session } } = item;
	if (reconciliation === undefined) throw failure;
	if (semantics === 'nonIdempotent') item.write = write;
	const withTimeout = { ...requestContext, requestTimeoutMs: RECONCILIATION_TIMEOUT_MS };
	const read = async (request: ServiceRequest) => await readInTurn(item, request, withTimeout);
	const unknown = {
		...write,
		startedAt: () => dispatcher.earliestServerTime(write.sentAt),
		read,
		rowsOf: listsFor(item.connection, read),
		session,
	};
	const pause = async (ms: number) => await dispatcher.pause(ms, requestContext.signal);
	const found = write.answer ?? (await reconcile(reconciliation, unknown, failure, pause));
	write.answer = found;
	recordWrite(item, write, found);
	recordDone(item, write, found);
	const json = expected.shape === 'nothing' ? { ...item.values } : found;
	return await shaped(item, [{ json }], answerWith(found), write.notes);
}

/**
 * Handles a request that needs an id that a dry run did not get: without the id it cannot be sent.
 *
 * @returns the items for an answer whose fields are all null
 */
export async function unread(item: Item): Promise<INodeExecutionData[]> {
	const { semantics, policy: { expected, dryRunRow }, path, body, changes, values } = item;
	item.dryRunRequest = { method: methodOf(item), path, body: { ...body, ...(changes as IDataObject) } };
	const row = { ...emptyRow(expected), ...dryRunRow };
	// An item with a ticket also has its inbox, because the next node may take it from here.
	if ('ticket_id' in row) row.message_box_id = Number(values.messageBoxId);
	const json = expected.shape === 'nothing' ? { ...values } : row;
	return semantics === 'safe' ? [{ json }] : await shaped(item, [{ json }], answerWith(json));
}

/** @returns the item as one whose message may have been sent before; undefined for anything else */
function dedupeItemOf(item: Item, { semantics, reconciliation }: ItemSend): DedupeItem | undefined {
	if (semantics !== 'nonIdempotent' || reconciliation?.channel === undefined) return undefined;
	const { policy: { deduplicateWithinMs, perCall }, connection: { session } } = item;
	const { channel } = reconciliation;
	return { ...item, channel, session, deduplicateWithinMs: deduplicateWithinMs?.(item) ?? 0, perCall };
}

function writeOf({ values }: Item, { method, url, body }: ItemSend): SentWrite & Pick<ServiceRequest, 'method'> {
	return { method, path: url, values, body };
}

export function methodOf({ request }: Item): ServiceRequest['method'] {
	return request.options.method ?? 'GET';
}

/**
 * Records a write, for the triggers and for the next writes.
 *
 * @param answer the first row of the answer; undefined where the outcome is unknown
 */
function recordWrite(item: Item, write: Write, answer?: IDataObject): void {
	const { context, connection: { dispatcher, session } } = item;
	const answeredAt = dispatcher.clock.now();
	const [atStart, atEnd] = [dispatcher.serverTime(write.sentAt), dispatcher.serverTime(answeredAt)];
	item.log.recordWrite(write, answeredAt, answer?.ticket_id);
	session.of(Store).recordWrite({
		...write,
		answer: answer ?? {},
		answeredAt,
		onService: atStart === undefined || atEnd === undefined ? null : { earliest: atStart.earliest, latest: atEnd.latest },
		confirmed: answer !== undefined,
		workflowId: context.getWorkflow().id,
		executionId: context.getExecutionId(),
	});
}

function recordDone(item: Item, write: Write, done: IDataObject): void {
	item.log.recordOutcome(write, { endedAt: item.connection.dispatcher.clock.now(), done }, item.writer);
}

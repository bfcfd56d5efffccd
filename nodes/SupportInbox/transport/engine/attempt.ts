import type { IDataObject, IHttpRequestMethods, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import type { Expected } from '../client/answer';
import type { PlannedRequest, PlannedWrite, ServiceAnswer } from '../client/request';
import type { Response } from '../client/response';
import { ServiceFailure, stillUnknown } from '../errors/failure';
import type { Semantics } from '../retry/retryPolicy';
import { sendThrough } from '../send';
import { type DedupeItem, dedupeKeysOf } from '../writes/deduplication';
import type { Reconciliation } from '../writes/reconciliation';
import type { Write } from '../writes/writeLog';
import type { Item, RequestChange } from './item';

/** A request of an item: the operation's own, with what its plan changes. */
export interface ItemSend extends Omit<RequestChange, 'method' | 'url' | 'body' | 'expected' | 'semantics' | 'reconciliation'> {
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
export type RequestEnd =
	{ kind: 'done'; answer: ServiceAnswer } | { kind: 'notSent'; error: unknown } | { kind: 'unknown'; failure: ServiceFailure };

/**
 * Sends a request.
 *
 * @param write takes in what is sent, and the first row of the answer
 * @returns how it ended
 */
export async function attempt(item: Item, request: ItemSend, write: Write, dedupeItem?: DedupeItem): Promise<RequestEnd> {
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
export async function shaped(
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
export const answerWith = (body: IDataObject): Response => ({ statusCode: 200, headers: {}, body });

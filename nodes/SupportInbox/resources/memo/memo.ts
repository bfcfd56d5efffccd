import type { IDataObject } from 'n8n-workflow';
import { secondsOf } from '../../store/time';
import { isId, record } from '../../transport/client/answer';
import type { Dispatcher } from '../../transport/dispatcher';
import type { Item } from '../../transport/engine/item';
import { hasStatus, withHint } from '../../transport/errors/failure';
import { messageReconciliation } from '../../transport/writes/reconciliation';
import { deduplicateWithinMs } from '../deduplicate';
import { OTHER } from './fields';

/** The request that creates a memo, in a ticket or as a new ticket (API document, Handling memo create). */
export const memoRequest = {
	method: 'POST',
	path: '/api/v2/{messageBoxId}/records',
	semantics: 'nonIdempotent',
	perCall: true,
	answer: record({ message_id: isId, ticket_id: isId }),
	reconciliation: messageReconciliation('record'),
	deduplicateWithinMs,
} as const;

const CLOCK_AHEAD =
	"n8n's clock is ahead of the service's, which takes a memo of the past only. Set the clock of the n8n server. Until n8n is started again, a further try works as well.";

/**
 * Sends a memo with its duration, its type and its handling time, which is now by default.
 *
 * @param send sends the memo, each attempt with this stamp
 * @throws what `send` throws; where the service's clock shows that the time was not past, the error says so
 */
export async function handled<T>(item: Item, send: (stamp: (body: IDataObject) => IDataObject) => Promise<T>): Promise<T> {
	const { dispatcher } = item.connection;
	let handledAt = '';
	const stamp = (body: IDataObject) => {
		handledAt = pastTime(dispatcher, body.operated_at as string | undefined);
		return { duration: 0, icon_cd: OTHER, ...body, operated_at: handledAt };
	};
	return await send(stamp).catch((error) => {
		// The answer has shown the service's clock.
		const wasAhead = hasStatus(error, 400) && pastTime(dispatcher, handledAt) !== handledAt;
		throw wasAhead ? withHint(error, CLOCK_AHEAD) : error;
	});
}

/** @returns the given time, or now if that is later or missing; by the service's clock, because the service takes past times only */
function pastTime(dispatcher: Dispatcher, given?: string): string {
	const now = dispatcher.earliestServerTime(dispatcher.clock.now());
	if (given !== undefined && Date.parse(given) <= now) return given;
	return secondsOf(now);
}

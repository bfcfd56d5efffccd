import type { IDataObject } from 'n8n-workflow';

import { isId, record } from '../../transport/client/answer';
import type { ItemRequest, Sent } from '../../transport/engine/requestPolicy';
import type { Gate } from '../../transport/gate';
import { sentMessage } from '../../transport/idempotency/sentMessage';
import { hasStatus } from '../../transport/errors/failure';
import { OTHER } from './fields';

/** The request that both create a memo with, in a ticket or as a new one (API document, Handling memo create). */
export const memoRequest = {
	method: 'POST',
	path: '/api/v2/{messageBoxId}/records',
	semantics: 'nonIdempotent',
	answer: record({ message_id: isId, ticket_id: isId }),
	finder: sentMessage('record'),
} as const;

/**
 * Sends a memo with its duration, its type and the time at which it was handled: now, where none is given.
 *
 * @param send adds what it is given to the body whenever the request leaves
 * @throws what `send` throws
 */
export async function handled(item: ItemRequest, send: (atSending: (body: IDataObject) => IDataObject) => Promise<Sent>): Promise<Sent> {
	const { gate } = item.connection;
	let handledAt = '';
	const atSending = (body: IDataObject) => {
		handledAt = pastTime(gate, body.operated_at as string | undefined);
		return { duration: 0, icon_cd: OTHER, ...body, operated_at: handledAt };
	};
	return await send(atSending).catch(async (error) => {
		// This machine's clock may be ahead of the service's, which is known with the first answer.
		if (!hasStatus(error, 400) || pastTime(gate, handledAt) === handledAt) throw error;
		return await send(atSending);
	});
}

/** @returns the time that was given, or now where it is later or none was given; by the service's clock, which takes past times only */
function pastTime(gate: Gate, given?: string): string {
	const local = gate.clock.now();
	const now = gate.serverTime(local)?.earliest ?? gate.clock.wallTime(local);
	if (given !== undefined && Date.parse(given) <= now) return given;
	return `${new Date(now).toISOString().slice(0, 19)}Z`;
}

import type { IDataObject } from 'n8n-workflow';

import type { Expected } from './answer';
import type { ServiceAnswer, ServiceRequest } from './request';
import type { Gate } from '../gate';

/** A write that is not sent, because the credential says Rehearse: what would have left. */
export interface Rehearsal extends IDataObject {
	method: string;
	path: string;
	body: IDataObject;
}

/**
 * Does all that a write does before it leaves: what it rests on is read, and its body is made. Nothing is sent, so that no place
 * at the rate limit is taken.
 *
 * @returns an answer of the shape that the service's would have, whose ids are null
 * @throws what reading and making the body throw
 */
export async function rehearsed({ readFirst, bodyAtSending, expected, shape }: ServiceRequest, gate: Gate): Promise<ServiceAnswer> {
	await readFirst?.();
	bodyAtSending?.();
	const rows = [{ json: emptyRow(expected) }];
	const items = shape === undefined ? rows : await shape(rows, { statusCode: 200, headers: {}, body: rows[0].json });
	const at = gate.clock.now();
	return { items, rows: 1, headers: {}, serverTime: null, sentAt: at, answeredAt: at };
}

/** @returns a row of an answer that nobody gave */
export function emptyRow({ fields, row }: Expected): IDataObject {
	return Object.fromEntries(Object.keys({ ...row, ...fields }).map((name) => [name, null]));
}

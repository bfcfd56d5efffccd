import type { IDataObject } from 'n8n-workflow';
import type { Dispatcher } from '../dispatcher';
import type { Expected } from './answer';
import type { PlannedRequest, ServiceAnswer } from './request';

/** The request of a write that is not sent, because Dry Run is on, in the credential or in the node. */
export interface DryRunRequest extends IDataObject {
	method: string;
	path: string;
	body: IDataObject;
}

/**
 * Does all that a write does before it is sent: its plan, which may read. The write itself is not sent, so it needs no permit.
 *
 * @returns an answer of the same shape as the service's, with null for its ids
 * @throws what the plan throws
 */
export async function answerOfDryRun(
	{ body = {}, plan, depart, expected, shape }: PlannedRequest,
	dispatcher: Dispatcher,
): Promise<ServiceAnswer> {
	depart?.((await plan?.()) ?? { body });
	const rows = [{ json: emptyRow(expected) }];
	const items = shape === undefined ? rows : await shape(rows, { statusCode: 200, headers: {}, body: rows[0].json });
	const at = dispatcher.clock.now();
	return { items, rows: 1, sentAt: at, answeredAt: at };
}

/** @returns a row for an answer that the service did not send, with null for each expected field */
export function emptyRow({ fields, row }: Expected): IDataObject {
	return Object.fromEntries(Object.keys({ ...row, ...fields }).map((name) => [name, null]));
}

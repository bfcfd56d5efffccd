import type { IAllExecuteFunctions } from 'n8n-workflow';

import type { Read } from './client/lists';
import type { ConnectionOptions, ServiceAnswer, ServiceRequest } from './client/request';
import { requestOnce } from './client/request';
import type { Connection } from './connection';
import { refuseForeignPath } from './connection';
import type { Caller } from './order/caller';
import type { Semantics } from './retry/policy';

/**
 * Sends a request. The caller is in its item queue already (Gate.enter).
 *
 * @throws ServiceFailure when there is no usable answer; NodeOperationError for a path that would leave the service
 */
export async function sendThrough(
	context: IAllExecuteFunctions,
	connection: Connection,
	caller: Caller,
	semantics: Semantics,
	request: ServiceRequest,
): Promise<ServiceAnswer> {
	refuseForeignPath(context, connection.origin, request.path);
	const { gate } = connection;
	return await gate.send(caller, semantics, (attempt) => requestOnce(context, connection, request, attempt, caller.signal), request.basis);
}

/** @returns what sends requests that change nothing, each at its place in the caller's item queue */
export function queuedRead(context: IAllExecuteFunctions, connection: Connection, caller: Caller, options?: ConnectionOptions): Read {
	return async (request) =>
		await connection.gate.enter(caller, async () => await sendThrough(context, connection, caller, 'safe', { connection: options, ...request }));
}

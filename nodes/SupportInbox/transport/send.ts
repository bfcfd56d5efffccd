import type { IAllExecuteFunctions } from 'n8n-workflow';
import { answerOfDryRun } from './client/dryRun';
import { type ConnectionOptions, type Read, type ServiceAnswer, type ServiceRequest, requestOnce } from './client/request';
import { type Connection, refuseForeignPath } from './connection';
import { emailLimitsOf, type Leaving, sendCounted } from './emailLimit/emailLimit';
import { EmailPlaces } from './emailLimit/places';
import type { Caller } from './order/caller';
import { isEmail, refuseUnlessAllowed } from './permissions';
import type { Semantics } from './retry/policy';

/**
 * Sends a request. The caller is in its item queue already (Gate.enter).
 *
 * @throws ServiceFailure when there is no usable answer, or no room for an email; NodeOperationError for a path that would leave the
 *   service, a write that the credential does not allow, and an email limit that has no valid value
 */
export async function sendThrough(
	context: IAllExecuteFunctions,
	connection: Connection,
	caller: Caller,
	semantics: Semantics,
	request: ServiceRequest & Leaving,
): Promise<ServiceAnswer> {
	refuseForeignPath(context, connection.origin, request.path);
	const { gate, isDryRun, permissions, emailLimits, session } = connection;
	// All requests pass these lines: a write that the credential does not allow ends here, and in a dry run every write.
	if (semantics !== 'safe') refuseUnlessAllowed(context, permissions, request, caller.order);
	if (isDryRun && semantics !== 'safe') return await answerOfDryRun(request, gate);
	const send = async (sent: ServiceRequest) =>
		await gate.send(caller, semantics, (attempt) => requestOnce(context, connection, sent, attempt, caller.signal), sent.readFirst);
	if (!isEmail(request)) return await send(request);
	const limits = emailLimitsOf(context, emailLimits, caller.order);
	return await sendCounted({ places: session.of(EmailPlaces), limits, clock: gate.clock }, request, send);
}

/** @returns a function that sends reads, each at its place in the caller's item queue */
export function queuedRead(context: IAllExecuteFunctions, connection: Connection, caller: Caller, options?: ConnectionOptions): Read {
	return async (request) =>
		await connection.gate.enter(caller, async () => await sendThrough(context, connection, caller, 'safe', { connection: options, ...request }));
}

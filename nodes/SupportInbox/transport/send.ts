import type { IAllExecuteFunctions } from 'n8n-workflow';
import { answerOfDryRun } from './client/dryRun';
import { type ConnectionOptions, type Read, type ServiceAnswer, type ServiceRequest, requestOnce } from './client/request';
import { type Connection, rejectForeignPath } from './connection';
import { emailLimitsOf, type EmailRequest, sendWithPermits } from './emailLimit/emailLimit';
import { EmailPermits } from './emailLimit/permits';
import { isEmail, rejectUnlessAllowed } from './permissions';
import type { RequestContext } from './queue/requestContext';
import type { Semantics } from './retry/retryPolicy';

/**
 * Sends a request. Its item is in the item queue already (Dispatcher.runInQueue).
 *
 * @throws ServiceFailure when there is no usable answer, or no room for an email; NodeOperationError for a path that would leave the
 *   service, a write that the credential does not allow, and an email limit that has no valid value
 */
export async function sendThrough(
	context: IAllExecuteFunctions,
	connection: Connection,
	requestContext: RequestContext,
	semantics: Semantics,
	request: ServiceRequest & EmailRequest,
): Promise<ServiceAnswer> {
	rejectForeignPath(context, connection.origin, request.path);
	const { dispatcher, isDryRun, permissions, emailLimits, session } = connection;
	// All requests pass these lines: a write that the credential does not allow ends here, and in a dry run every write.
	if (semantics !== 'safe') rejectUnlessAllowed(context, permissions, request, requestContext.order);
	if (isDryRun && semantics !== 'safe') return await answerOfDryRun(request, dispatcher);
	const { signal } = requestContext;
	const send = async (sent: ServiceRequest) =>
		await dispatcher.send(requestContext, semantics, (one) => requestOnce(context, connection, sent, one, signal), sent.readPrecondition);
	if (!isEmail(request)) return await send(request);
	const limits = emailLimitsOf(context, emailLimits, requestContext.order);
	return await sendWithPermits({ permits: session.of(EmailPermits), limits, clock: dispatcher.clock }, request, send);
}

/** @returns a function that sends reads, each at its turn in the item queue */
export function queuedRead(
	context: IAllExecuteFunctions,
	connection: Connection,
	requestContext: RequestContext,
	options?: ConnectionOptions,
): Read {
	return async (request) =>
		await connection.dispatcher.runInQueue(requestContext, async () => await sendThrough(context, connection, requestContext, 'safe', { connection: options, ...request }));
}

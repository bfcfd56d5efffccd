import type { IAllExecuteFunctions } from 'n8n-workflow';
import { answerOfDryRun } from './client/dryRun';
import {
	type ConnectionOptions,
	type PlannedRequest,
	type PlannedWrite,
	type ServiceAnswer,
	type ServiceRequest,
	requestOnce,
} from './client/request';
import { type Connection, rejectForeignPath } from './connection';
import type { Attempt } from './dispatcher';
import { emailLimitsOf, type EmailRequest, sendWithPermits } from './emailLimit/emailLimit';
import { EmailPermits } from './emailLimit/permits';
import { isRateLimit, ServiceFailure } from './errors/failure';
import { isEmail, rejectUnlessAllowed } from './permissions';
import type { RequestContext } from './queue/requestContext';
import { type Source, Usage } from './rateLimit/usage';
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
	request: PlannedRequest & EmailRequest<PlannedWrite>,
): Promise<ServiceAnswer> {
	rejectForeignPath(context, connection.origin, request.path);
	const { dispatcher, isDryRun, permissions, emailLimits, session } = connection;
	// All requests pass these lines: a write that the credential does not allow ends here, and in a dry run every write.
	if (semantics !== 'safe') rejectUnlessAllowed(context, permissions, request, requestContext.order);
	if (isDryRun && semantics !== 'safe') return await answerOfDryRun(request, dispatcher);
	const send = async ({ plan, depart, ...sent }: PlannedRequest) => {
		const usage = new UsageOfRequest(context, connection, requestContext);
		let planned: PlannedWrite = { body: sent.body ?? {} };
		let departed: PlannedWrite | undefined;
		const sendAttempt: SendAttempt = async (attempt) => {
			departed = planned;
			const body = depart?.(planned) ?? sent.body;
			return await requestOnce(context, connection, { ...sent, body }, attempt, requestContext.signal);
		};
		const readPrecondition = plan && usage.waitedBefore(async () => void (planned = await plan(departed)));
		return await dispatcher.send(requestContext, semantics, usage.counted(sendAttempt), readPrecondition);
	};
	if (!isEmail(request)) return await send(request);
	const limits = emailLimitsOf(context, emailLimits, requestContext.order);
	return await sendWithPermits({ permits: session.of(EmailPermits), limits, clock: dispatcher.clock }, request, send);
}

type SendAttempt = (attempt: Attempt) => Promise<ServiceAnswer>;

/** Counts the attempts of a request for Usage: Get. */
class UsageOfRequest {
	private readonly usage: Usage;
	private readonly source: Source;
	private askedAt: number | undefined;

	constructor(context: IAllExecuteFunctions, private readonly connection: Connection, { priority }: RequestContext) {
		const { id, name } = context.getWorkflow();
		this.usage = connection.session.of(Usage);
		this.source = { workflow_id: id ?? null, workflow_name: name ?? null, node_name: context.getNode().name, priority };
		this.askedAt = this.now;
	}

	/** The wait of a write ends before the read of its precondition. */
	waitedBefore(readPrecondition: () => Promise<void>): () => Promise<void> {
		return async () => {
			this.waited(this.now);
			await readPrecondition();
		};
	}

	counted(sendAttempt: SendAttempt): SendAttempt {
		return async (attempt) => {
			this.waited(attempt.sentAt);
			this.usage.sent(this.source, attempt.sentAt);
			const onHeaders: Attempt['onHeaders'] = (headers) => {
				this.usage.answered(headers, this.now);
				attempt.onHeaders(headers);
			};
			return await sendAttempt({ ...attempt, onHeaders }).catch((error) => {
				if (error instanceof ServiceFailure && isRateLimit(error.failure)) this.usage.refused(this.source, this.now);
				throw error;
			});
		};
	}

	private waited(until: number): void {
		if (this.askedAt !== undefined) this.usage.waited(this.source, until, until - this.askedAt);
		this.askedAt = undefined;
	}

	private get now(): number {
		return this.connection.dispatcher.clock.now();
	}
}

/** @returns a function that sends reads, each at its turn in the item queue */
export function queuedRead(
	context: IAllExecuteFunctions,
	connection: Connection,
	requestContext: RequestContext,
	options?: ConnectionOptions,
): (request: ServiceRequest) => Promise<ServiceAnswer> {
	return async (request) =>
		await connection.dispatcher.runInQueue(
			requestContext,
			async () => await sendThrough(context, connection, requestContext, 'safe', { connection: options, ...request }),
		);
}

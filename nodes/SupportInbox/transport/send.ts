import type { IAllExecuteFunctions } from 'n8n-workflow';
import type { Read } from './client/lists';
import { rehearsed } from './client/rehearsal';
import { type ConnectionOptions, type ServiceAnswer, type ServiceRequest, requestOnce } from './client/request';
import { type Connection, refuseForeignPath } from './connection';
import { ServiceFailure } from './errors/failure';
import type { Caller } from './order/caller';
import { ForbiddenPaths } from './retry/forbiddenPaths';
import type { Semantics } from './retry/policy';
import { NOTICEABLE_WAIT_MS, SLEEP_SLICE_MS } from './timing';

/**
 * Sends a request. The caller is in its item queue already (Gate.enter).
 *
 * After a 403 although requests are left, only requests to the same path wait for the next window, see {@link ForbiddenPaths}.
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
	const { gate, session, rehearses } = connection;
	// In a rehearsal every write ends here: all requests pass this line.
	if (rehearses && semantics !== 'safe') return await rehearsed(request, gate);
	const send = async () =>
		await gate.send(caller, semantics, (attempt) => requestOnce(context, connection, request, attempt, caller.signal), request.readFirst);
	const path = `${request.method} ${request.path}`;
	for (;;) {
		await untilAllowed(path, connection, caller);
		const answer = await session.of(ForbiddenPaths).answerOf(path, send, () => gate.clock.now());
		if (answer !== undefined) return answer;
	}
}

/** @throws ServiceFailure where the path stays refused, or the wait for it would pass the caller's deadline */
async function untilAllowed(path: string, { gate, session }: Connection, { deadline = Infinity, onWait, onWaited, signal }: Caller): Promise<void> {
	let isInformed = false;
	for (;;) {
		const now = gate.clock.now();
		const refusal = session.of(ForbiddenPaths).refusalOf(path, now);
		if (refusal === undefined) return;
		const { failure, until, isLasting } = refusal;
		if (isLasting) throw new ServiceFailure(failure);
		const opensAt = gate.clock.wallTime(until);
		if (until > deadline) throw new ServiceFailure({ ...failure, opensAt });
		if (!isInformed && until - now >= NOTICEABLE_WAIT_MS) onWait?.(opensAt);
		isInformed = true;
		await gate.pause(Math.min(until - now, SLEEP_SLICE_MS), signal);
		onWaited?.(gate.clock.now() - now);
	}
}

/** @returns a function that sends reads, each at its place in the caller's item queue */
export function queuedRead(context: IAllExecuteFunctions, connection: Connection, caller: Caller, options?: ConnectionOptions): Read {
	return async (request) =>
		await connection.gate.enter(caller, async () => await sendThrough(context, connection, caller, 'safe', { connection: options, ...request }));
}

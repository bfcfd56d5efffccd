import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Read } from '../client/request';
import { type Connection, connect } from '../connection';
import { ServiceFailure } from '../errors/failure';
import { toNodeApiError } from '../errors/nodeApiError';
import type { RequestContext } from '../queue/requestContext';
import { queuedRead } from '../send';
import { DROPDOWN_WAIT_MS } from '../timing';

/**
 * Reads for a dropdown. A person waits for it, so its requests have one deadline for all their waits for the rate limit.
 *
 * @param path the path that is read; readings of the same list share a queue and stay in order
 * @param work makes the requests; its `read` throws ServiceFailure
 * @throws NodeApiError that says what to do, with `failure` set when the rate limit is used up; NodeOperationError when the
 *   credential cannot be used
 */
export async function readForDropdown<T>(
	context: ILoadOptionsFunctions,
	path: string,
	work: (connection: Connection, read: Read) => Promise<T>,
): Promise<T> {
	const connection = await connect(context);
	const deadline = connection.dispatcher.clock.now() + DROPDOWN_WAIT_MS;
	const requestContext: RequestContext = { queue: `dropdown ${path}`, order: 0, writes: false, priority: 'interactive', deadline };
	return await work(connection, queuedRead(context, connection, requestContext)).catch((error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		throw toNodeApiError(context.getNode(), error.failure, { about: aboutOf(path), sent: [] });
	});
}

/** @returns the inbox or address book of the list, as text for a sentence */
function aboutOf(path: string): string[] {
	const [, kind, id] = /^\/api\/v2\/(customer_groups\/)?(\d+)\//.exec(path) ?? [];
	if (id === undefined) return [];
	return [`${kind === undefined ? 'Inbox' : 'Address Book'} ${id}`];
}

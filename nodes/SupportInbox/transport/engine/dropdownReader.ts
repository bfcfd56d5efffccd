import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Connection } from '../connection';
import { connect } from '../connection';
import type { Read } from '../client/lists';
import { toNodeApiError } from '../errors/nodeApiError';
import type { Caller } from '../order/caller';
import { ServiceFailure } from '../errors/failure';
import { queuedRead } from '../send';
import { DROPDOWN_WAIT_MS } from '../timing';

/**
 * Reads for a dropdown: a person waits for it, so all its requests together wait for the rate limit for a limited time
 * only.
 *
 * @param queue names what is read, so that equal readings stay in order
 * @param path of what is read
 * @param work makes the requests; its `read` throws ServiceFailure
 * @throws NodeApiError that says what to do, with `failure` set when the rate limit is used up; NodeOperationError when the
 *   credential cannot be used
 */
export async function readForDropdown<T>(
	this: ILoadOptionsFunctions,
	queue: string,
	path: string,
	work: (connection: Connection, read: Read) => Promise<T>,
): Promise<T> {
	const connection = await connect(this);
	const deadline = connection.gate.clock.now() + DROPDOWN_WAIT_MS;
	const caller: Caller = { queue, order: 0, writes: false, purpose: 'person', deadline };
	return await work(connection, queuedRead(this, connection, caller)).catch((error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		throw toNodeApiError(this.getNode(), error.failure, { about: aboutOf(path), sent: [] });
	});
}

/** @returns the inbox or address book whose list was asked for, as a sentence names it */
function aboutOf(path: string): string[] {
	const [, kind, id] = /^\/api\/v2\/(customer_groups\/)?(\d+)\//.exec(path) ?? [];
	if (id === undefined) return [];
	return [`${kind === undefined ? 'Inbox' : 'Address Book'} ${id}`];
}

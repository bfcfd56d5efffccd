import type { PlannedWrite } from '../transport/client/request';
import type { ItemRequest } from '../transport/engine/requestPolicy';
import { READ_VALID_MS } from '../transport/timing';

/** A record as it was read. `readAt`: ms of the dispatcher's clock; the data is not older than that. */
export interface ReadRecord {
	readAt: number;
}

/**
 * Makes the plan of a write that is computed from a record: the record is read, unless that was done within two seconds, and the write is
 * decided from it.
 *
 * @param read reads the record
 * @param decide makes the write of it; `sent`: what an earlier attempt was sent with, which the service may have carried out
 * @param found the record, where it was read before
 */
export function planFrom<R extends ReadRecord>(
	{ connection: { dispatcher: { clock } } }: ItemRequest,
	read: () => Promise<R>,
	decide: (found: R, sent?: PlannedWrite) => Promise<PlannedWrite> | PlannedWrite,
	found?: R,
): (sent?: PlannedWrite) => Promise<PlannedWrite> {
	const isFresh = (one?: R): one is R => one !== undefined && clock.now() - one.readAt <= READ_VALID_MS;
	let latest = found;
	let planned: PlannedWrite | undefined;
	return async (sent) => {
		if (planned !== undefined && isFresh(latest)) return planned;
		do {
			latest = isFresh(latest) ? latest : await read();
			planned = await decide(latest, sent);
			// It may read as well, such as the list of pending reasons, and wait for the rate limit until the record is out of date.
		} while (!isFresh(latest));
		return planned;
	};
}

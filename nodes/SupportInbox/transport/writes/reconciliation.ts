import type { IDataObject } from 'n8n-workflow';
import type { SentWrite } from '../../store/store';
import type { ServiceTime } from '../../store/time';
import type { RowsOf } from '../client/listCache';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import { isTimeout, ServiceFailure } from '../errors/failure';
import type { Session } from '../session';
import { SECOND_RECONCILIATION_MS, STORED_TIME_RESOLUTION_MS } from '../timing';
import { type SearchResult, type Channel, findMessage, SharedReads } from './messageSearch';
import { WriteLog } from './writeLog';

/**
 * A write of unknown outcome, with the means to find out.
 * - `startedAt`: returns the earliest time at which it can have happened; more exact after the first answer that shows the service's clock.
 * - `read`: asks the service, within the same turn in the item queue.
 * - `rowsOf`: reads a list of the service, or returns the cached one.
 * - `session`: all that this process keeps for the tenant.
 */
export interface UnknownWrite extends SentWrite {
	startedAt(): ServiceTime;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	session: Session;
}

/**
 * How to find out whether a write was done although its answer was lost.
 * - `find`: looks for the write; throws ServiceFailure when it cannot see. Undefined: there is no way to look for it.
 * - `how`: where the user should look, as a sentence.
 * - `channel`, `settings`: of a message: its channel, and the names of the settings that make its text. It is also looked for before it
 *   is sent.
 */
export interface Reconciliation {
	find?(write: UnknownWrite): Promise<SearchResult>;
	how: string;
	channel?: Channel;
	settings?: readonly string[];
}

/**
 * Finds out whether a write of unknown outcome was done. It never sends the write again.
 *
 * @param pause waits this number of ms
 * @returns the answer that was lost
 * @throws ServiceFailure like `failure`, with what was checked, when the write was not found or cannot be seen
 */
export async function reconcile(
	{ find, how }: Reconciliation,
	write: UnknownWrite,
	failure: ServiceFailure,
	pause: (ms: number) => Promise<void>,
): Promise<IDataObject> {
	if (find === undefined) throw new ServiceFailure(failure.failure, failure.unknownSince, { checked: '', how });
	const tryFind = async () =>
		await find(write).catch((error) => {
			const why =
				error instanceof ServiceFailure ? 'because the service gave no usable answer to that either' : `because of this: ${String(error)}`;
			return { failed: `Whether it was done could not be checked, ${why}.` };
		});
	let answer = await tryFind();
	if (!('found' in answer) && isTimeout(failure.failure)) {
		await pause(SECOND_RECONCILIATION_MS);
		answer = await tryFind();
	}
	if ('found' in answer) return answer.found;
	const checked = 'failed' in answer ? answer.failed : `Checked afterwards: ${'notSent' in answer ? answer.notSent : answer.unclear}.`;
	throw new ServiceFailure(failure.failure, failure.unknownSince, { checked, how });
}

const HOW: Record<Channel, string> = {
	mail: 'Look among the sent mails of the inbox before you send it again.',
	record: 'Look at the tickets of the inbox before you create the memo again.',
};
/** The most tickets that are read to find one message. */
const MAX_TICKETS = 60;

/**
 * Finds a mail, reply or handling memo that was created just now. In doubt a message is not ours: an unknown outcome is said, but a mail
 * that was never sent must not count as sent.
 *
 * @param settings the names of the settings that make its text
 */
export function messageReconciliation(channel: Channel, settings: readonly string[] = []): Reconciliation {
	const createdSince = async (write: UnknownWrite, startedAt: ServiceTime) => {
		const isOther = (field: 'message_id' | 'ticket_id', id: unknown) =>
			write.session.of(WriteLog).isOthers(undefined, write.values.messageBoxId, field, id);
		return await findMessage({
			...write,
			channel,
			like: write.body,
			isLost: true,
			since: startedAt - STORED_TIME_RESOLUTION_MS,
			isOther,
			sharedReads: new SharedReads(MAX_TICKETS),
		});
	};
	return {
		channel,
		settings,
		how: HOW[channel],
		find: async (write) => {
			const from = write.startedAt();
			const answer = await createdSince(write, from);
			// If this search was the first to show the service's clock and ours is ahead of it, look further back.
			const isTooLate = 'notSent' in answer && write.startedAt() < from - STORED_TIME_RESOLUTION_MS;
			return isTooLate ? await createdSince(write, write.startedAt()) : answer;
		},
	};
}

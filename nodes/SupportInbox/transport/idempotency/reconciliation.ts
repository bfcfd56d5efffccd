import type { IDataObject } from 'n8n-workflow';
import type { SentWrite } from '../../ledger/ledgers';
import type { RowsOf } from '../client/keptLists';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import { isTimeout, ServiceFailure } from '../errors/failure';
import type { Session } from '../session';
import { SECOND_RECONCILIATION_MS } from '../timing';
import type { SentBefore } from './sentBefore';

/**
 * A write that has left, or is about to leave, and was not refused.
 * - `sentAt`: when the first try that may have had an effect left, in ms of the gate's clock.
 * - `answer`: the first row of its answer; set only when one came, which confirms the write.
 * - `complete`: makes the item's output of a row.
 * - `note`: to be called with the answer, for the items that come next.
 */
export interface Departed {
	sent: SentWrite;
	sentAt: number;
	answer?: IDataObject;
	complete?: (json: IDataObject) => IDataObject;
	note?: (answer: IDataObject) => void;
}

/**
 * A write of unknown outcome, with the means for a finder to find out.
 * - `startedAt`: returns the earliest time on the service's clock at which it can have happened, in ms; more exact
 *   after the first answer that shows the service's clock.
 * - `read`: asks the service, within the same place in the item queue.
 * - `rowsOf`: reads a list of the service, or takes the kept one.
 * - `session`: all that this process keeps for the tenant.
 */
export interface UnknownWrite extends SentWrite {
	startedAt(): number;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	session: Session;
}

/** The result of a finder: the answer that was lost, or a sentence on what was checked without success. */
export type Finding = { found: IDataObject } | { checked: string };

/**
 * How to find out whether a write was done although its answer was lost.
 * - `find`: looks for the write; throws ServiceFailure when it cannot see. Undefined: there is no way to look for it.
 * - `sentBefore`: how to look for it before it is sent, in a retried execution or with Send Once.
 * - `how`: where the user should look, as a sentence.
 */
export interface Finder {
	find?(write: UnknownWrite): Promise<Finding>;
	sentBefore?: SentBefore;
	how: string;
}

/**
 * Finds out whether a write of unknown outcome was done. It never sends the write again.
 *
 * @param pause waits this number of ms
 * @returns the answer that was lost
 * @throws ServiceFailure like `failure`, with what was checked, when the write was not found or cannot be seen
 */
export async function reconcile(
	{ find, how }: Finder,
	write: UnknownWrite,
	failure: ServiceFailure,
	pause: (ms: number) => Promise<void>,
): Promise<IDataObject> {
	if (find === undefined) throw new ServiceFailure(failure.failure, failure.unknownSince, { checked: '', how });
	const findOrSayWhyNot = async (): Promise<Finding> =>
		await find(write).catch((error) => {
			const why = error instanceof ServiceFailure ? 'because the service gave no usable answer to that either' : `because of this: ${String(error)}`;
			return { checked: `Whether it was done could not be checked, ${why}.` };
		});
	let finding = await findOrSayWhyNot();
	if ('checked' in finding && isTimeout(failure.failure)) {
		await pause(SECOND_RECONCILIATION_MS);
		finding = await findOrSayWhyNot();
	}
	if ('found' in finding) return finding.found;
	throw new ServiceFailure(failure.failure, failure.unknownSince, { checked: finding.checked, how });
}

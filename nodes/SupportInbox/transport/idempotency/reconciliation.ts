import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer, ServiceRequest } from '../client/request';
import type { SentWrite } from '../../ledger/ledgers';
import type { Session } from '../session';
import { isTimeout } from '../retry/circuitBreaker';
import { ServiceFailure } from '../errors/failure';
import { SECOND_RECONCILIATION_MS } from '../timing';

/**
 * A write that has left, or is about to, and was not refused.
 * - `sentAt`: when the first try left that may have had an effect, in ms of the gate's clock.
 * - `answer`: the first row of its answer, where one came: then it was done.
 */
export interface Departed {
	sent: SentWrite;
	sentAt: number;
	answer?: IDataObject;
}

/**
 * A write whose outcome is unknown, and what a finder may use to find out.
 * - `startedAt`: the earliest time on the service's clock at which it can have happened, in ms; it gets more
 *   exact with the first answer that carries the service's clock.
 * - `read`: asks the service, within the same place in the item queue.
 * - `session`: what this process knows of the tenant.
 */
export interface UnknownWrite extends SentWrite {
	startedAt(): number;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	session: Session;
}

/** What a finder saw: the answer that the service would have given, or a sentence on what was checked in vain. */
export type Finding = { found: IDataObject } | { checked: string };

/**
 * How to find out whether a write was done although its answer was lost.
 * - `idField`: the id of what is created, by its name in the answer and in what `find` gives: by it, what another
 *   request of this process created is not taken for this one's.
 * - `find`: throws ServiceFailure when it cannot see. Without it nothing is looked for.
 * - `how`: where the user should look, as a sentence.
 */
export interface Finder {
	idField: string;
	find?(write: UnknownWrite): Promise<Finding>;
	how: string;
}

/**
 * Finds out whether a write whose outcome is unknown was done. Nothing is ever sent again.
 *
 * @param pause waits these ms
 * @returns the answer that the service would have given
 * @throws ServiceFailure like `failure`, with what was checked, when it is not there or cannot be seen
 */
export async function reconcile(
	{ find, how }: Finder,
	write: UnknownWrite,
	failure: ServiceFailure,
	pause: (ms: number) => Promise<void>,
): Promise<IDataObject> {
	if (find === undefined) throw new ServiceFailure(failure.failure, true, failure.sentAt, { checked: '', how });
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
	throw new ServiceFailure(failure.failure, true, failure.sentAt, { checked: finding.checked, how });
}

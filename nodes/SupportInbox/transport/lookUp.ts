import type { IDataObject } from 'n8n-workflow';

import type { Findings } from './failure';
import { ServiceFailure } from './failure';
import { isTimeout } from './outage';
import type { ServiceAnswer, ServiceRequest } from './request';

/**
 * A write of unknown end, and what a look-up may do to find out.
 * - `path`, `body`: the request that was sent; the path is encoded.
 * - `startedAt`: the earliest time on the service's clock at which it can have happened, in ms; it gets more
 *   exact with the first answer that carries the service's clock.
 * - `read`: asks the service, in the same turn of the gate.
 * - `isTaken`: whether the thing with this id came of another request of this process.
 */
export interface Looking {
	path: string;
	body: IDataObject;
	startedAt(): number;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	isTaken(key: string, id: unknown): boolean;
}

/** What was seen: the answer that the service would have given, or a sentence on what was checked in vain. */
export type Sight = { found: IDataObject } | { checked: string };

/**
 * How to see whether an operation that must not be sent twice was done although its answer was lost.
 * - `look`: throws ServiceFailure when it cannot see.
 * - `how`: tells the user where to look, as a sentence.
 */
export interface LookUp {
	look(looking: Looking): Promise<Sight>;
	how: string;
}

/** The service may still be at it when the time-out came, so it is looked for a second time after these ms. */
const SECOND_LOOK_MS = 2_000;

/**
 * Looks for what a write of unknown end may have done. Nothing is ever sent again.
 *
 * @param pause waits these ms
 * @returns the answer that the service would have given
 * @throws ServiceFailure like `failure`, with what was checked, when it is not there or cannot be seen
 */
export async function lookFor(
	{ look, how }: LookUp,
	looking: Looking,
	failure: ServiceFailure,
	pause: (ms: number) => Promise<void>,
): Promise<IDataObject> {
	const careful = async (): Promise<Sight> =>
		await look(looking).catch((error) => {
			if (!(error instanceof ServiceFailure)) throw error;
			return { checked: 'Whether it was done could not be checked, because the service did not answer that either.' };
		});
	let sight = await careful();
	if ('checked' in sight && isTimeout(failure.failure)) {
		await pause(SECOND_LOOK_MS);
		sight = await careful();
	}
	if ('found' in sight) return sight.found;
	throw new ServiceFailure(failure.failure, true, failure.sentAt, findings(sight.checked, how));
}

function findings(checked: string, how: string): Findings {
	return { checked, how };
}

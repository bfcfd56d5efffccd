import { type Failure, isRateLimit } from '../errors/failure';
import { entryOf } from '../errors/table';
import { FIRST_BACKOFF_MS } from '../timing';

/**
 * What sending a request twice does (RFC 9110, section 9.2; API document, Endpoints).
 * - `safe`: it changes nothing.
 * - `idempotent`: sent twice it leaves the same state (PUT, DELETE).
 * - `nonIdempotent`: it creates or sends something; sent twice it does so twice.
 */
export type Semantics = 'safe' | 'idempotent' | 'nonIdempotent';

const MAX_RETRIES = 3;
/** Other programs may take the new window's requests first; after this number of refusals the user gets an error. */
const MAX_REFUSALS = 5;

/** The attempts so far: their failures in order, and the ms that they took, with one more try added. */
interface AttemptHistory {
	semantics: Semantics;
	failures: readonly Failure[];
	elapsedWithOneMore: number;
	/** ms that all attempts may take together. */
	requestTimeoutMs: number;
}

/**
 * Decides what follows the last failure.
 *
 * @param random 0 to 1, spreads the retries of many clients
 * @returns the ms before the next attempt; undefined: there is none, the request has failed
 */
export function retryDelay(
	{ semantics, failures, elapsedWithOneMore, requestTimeoutMs }: AttemptHistory,
	random: number,
): number | undefined {
	const failure = failures[failures.length - 1];
	const refusals = failures.filter(isRateLimit).length;
	if (isRateLimit(failure)) return refusals < MAX_REFUSALS ? 0 : undefined;
	const { isTransient, mayHaveHappened } = entryOf(failure);
	if (!isTransient || (semantics === 'nonIdempotent' && mayHaveHappened)) return undefined;
	const retries = failures.length - refusals;
	const backoff = FIRST_BACKOFF_MS * 2 ** (retries - 1) * (0.5 + random);
	return retries > MAX_RETRIES || elapsedWithOneMore + backoff > requestTimeoutMs ? undefined : backoff;
}

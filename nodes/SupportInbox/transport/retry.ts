import type { Failure } from './failure';

/**
 * How often a request may be sent (API document, Endpoints).
 * - `read`: changes nothing.
 * - `repeatable`: sent twice it leaves the same state (PUT, DELETE).
 * - `once`: creates or sends something; sent twice it is there twice.
 */
export type Repeat = 'read' | 'repeatable' | 'once';

/**
 * Tries of one request take no longer than this together, and the next request after a time-out gets a single
 * try (outage.ts): so a dead service is noticed within a minute, however many items there are.
 */
export const PATIENCE_MS = 45_000;
/** Time-out of a single try when the user set none. */
export const TRY_TIMEOUT_MS = 14_000;

const MAX_RETRIES = 3;
/** Other programs may take the new window's requests first; after so many refusals the user is told. */
const MAX_REFUSALS = 5;
const FIRST_BACKOFF_MS = 500;
const TRANSIENT = new Set([500, 502, 503, 504]);

/** What to do after a failure: send again after `delay` ms, look whether it happened, or give up. */
export type Next = { kind: 'again'; delay: number } | { kind: 'uncertain' } | { kind: 'failed' };

/** How the tries so far went: their failures in order, and the ms they took with one more try added. */
export interface Tries {
	repeat: Repeat;
	failures: readonly Failure[];
	elapsedWithOneMore: number;
	patience: number;
}

/**
 * Decides what follows the last failure.
 *
 * @param random 0 to 1, spreads the retries of many clients
 */
export function afterFailure({ repeat, failures, elapsedWithOneMore, patience }: Tries, random: number): Next {
	const failure = failures[failures.length - 1];
	if (isRateLimit(failure)) {
		return failures.filter(isRateLimit).length < MAX_REFUSALS ? { kind: 'again', delay: 0 } : { kind: 'failed' };
	}
	if (failure.kind === 'limit' || failure.kind === 'down') return { kind: 'failed' };
	if (repeat === 'once' && mayHaveHappened(failure)) return { kind: 'uncertain' };

	const retries = failures.filter((f) => !isRateLimit(f)).length;
	const backoff = FIRST_BACKOFF_MS * 2 ** (retries - 1) * (0.5 + random);
	if (!isTransient(failure) || retries > MAX_RETRIES || elapsedWithOneMore + backoff > patience) {
		return repeat === 'repeatable' && failures.some(mayHaveHappened) ? { kind: 'uncertain' } : { kind: 'failed' };
	}
	return { kind: 'again', delay: backoff };
}

/**
 * @returns whether the service may have carried the request out although the answer does not say so.
 * A rate limit, a refused connection and a 4xx are certain: nothing happened.
 */
export function mayHaveHappened(failure: Failure): boolean {
	switch (failure.kind) {
		case 'network':
			return failure.left;
		case 'status':
			return failure.status >= 500;
		case 'answer':
			return failure.status < 400;
		case 'limit':
		case 'down':
			return false;
	}
}

/**
 * The service answers 403 when the limit is used up (API document, Errors and Limits), never 429; a gateway
 * in front of it may answer 429. A 403 whose headers show requests left is something else.
 */
export function isRateLimit(failure: Failure): failure is Extract<Failure, { kind: 'status' }> {
	if (failure.kind !== 'status') return false;
	if (failure.status === 429) return true;
	return failure.status === 403 && !(Number(failure.headers['x-ratelimit-remaining']) > 0);
}

function isTransient(failure: Failure): boolean {
	if (failure.kind === 'status') return TRANSIENT.has(failure.status);
	if (failure.kind === 'answer') return failure.cutOff;
	return failure.kind === 'network' && (failure.left || RETRY_UNSENT.has(failure.code));
}

/** Of the requests that never left, those that may leave a moment later. */
const RETRY_UNSENT = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

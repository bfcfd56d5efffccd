import { FIRST_BACKOFF_MS } from '../timing';
import type { Failure } from './failure';

/**
 * What sending a request twice does (RFC 9110, section 9.2; API document, Endpoints).
 * - `safe`: it changes nothing.
 * - `idempotent`: sent twice it leaves the same state (PUT, DELETE).
 * - `nonIdempotent`: creates or sends something; sent twice it is there twice.
 */
export type Semantics = 'safe' | 'idempotent' | 'nonIdempotent';

const MAX_RETRIES = 3;
/** Other programs may take the new window's requests first; after so many refusals the user is told. */
const MAX_REFUSALS = 5;
const TRANSIENT = new Set([500, 502, 503, 504]);

/** What follows a failure: the next try after `delay` ms, or the end of the request, its outcome unknown or failed. */
export type Next = { kind: 'retry'; delay: number } | { kind: 'outcomeUnknown' } | { kind: 'failed' };

/** How the tries so far went: their failures in order, and the ms they took with one more try added. */
export interface Tries {
	semantics: Semantics;
	failures: readonly Failure[];
	elapsedWithOneMore: number;
	/** ms that all tries may take together. */
	allTriesMs: number;
}

/**
 * Decides what follows the last failure.
 *
 * @param random 0 to 1, spreads the retries of many clients
 */
export function afterFailure({ semantics, failures, elapsedWithOneMore, allTriesMs }: Tries, random: number): Next {
	const failure = failures[failures.length - 1];
	if (isRateLimit(failure)) {
		return failures.filter(isRateLimit).length < MAX_REFUSALS ? { kind: 'retry', delay: 0 } : { kind: 'failed' };
	}
	if (semantics === 'nonIdempotent' && mayHaveHappened(failure)) return { kind: 'outcomeUnknown' };

	const retries = failures.filter((f) => !isRateLimit(f)).length;
	const backoff = FIRST_BACKOFF_MS * 2 ** (retries - 1) * (0.5 + random);
	if (!isTransient(failure) || retries > MAX_RETRIES || elapsedWithOneMore + backoff > allTriesMs) {
		return semantics === 'idempotent' && failures.some(mayHaveHappened) ? { kind: 'outcomeUnknown' } : { kind: 'failed' };
	}
	return { kind: 'retry', delay: backoff };
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
		case 'unexpectedResponse':
			return failure.status < 400;
		case 'rateLimit':
		case 'circuitOpen':
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
	if (failure.kind === 'unexpectedResponse') return isUnconfirmed(failure);
	return failure.kind === 'network' && (failure.left || RETRY_UNSENT.has(failure.code));
}

/** A page stays a page, and JSON without a field stays without it; half an answer and a missing confirmation do not. */
function isUnconfirmed({ content, expected }: Extract<Failure, { kind: 'unexpectedResponse' }>): boolean {
	return content === 'cutOff' || content === 'empty' || (content === 'json' && expected === 'nothing');
}

/** Codes of requests that never left, but may leave a moment later. */
const RETRY_UNSENT = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

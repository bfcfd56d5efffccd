import type { Failure } from '../../transport/retry/failure';
import { ServiceFailure } from '../../transport/retry/failure';

/**
 * What a failed request means for a poll.
 * - `wait`: the rate limit is used up; nothing more can be asked for now.
 * - `pause`: it is so far used up that tickets cannot be read whole; the next poll goes on with them.
 * - `fatal`: the token or the address is wrong: no inbox can be read until someone changes it.
 * - `refused`: this inbox cannot be read, others may.
 * - `down`: the service cannot be reached; it may be back soon.
 * - `trouble`: the service failed on this request; others may work.
 */
export type Meaning = 'wait' | 'pause' | 'fatal' | 'refused' | 'down' | 'trouble';

/** Names that cannot be resolved and certificates that do not fit: a wrong address, not a bad line. */
const WRONG_ADDRESS = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS_CERT_ALTNAME_INVALID|CERT_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** @returns what the failure means, or undefined when `error` is none of the service */
export function meaningOf(error: unknown): Meaning | undefined {
	return error instanceof ServiceFailure ? meaningOfFailure(error.failure) : undefined;
}

function meaningOfFailure(failure: Failure): Meaning {
	switch (failure.kind) {
		case 'rateLimit':
			return 'wait';
		case 'circuitOpen':
			return 'down';
		case 'network':
			return WRONG_ADDRESS.test(failure.code) ? 'fatal' : 'down';
		case 'unexpectedResponse':
			// Half an answer is a bad line; a web page in its place is another address.
			return failure.content === 'cutOff' || failure.content === 'empty' ? 'trouble' : 'fatal';
		case 'status':
			return meaningOfStatus(failure.status);
	}
}

function meaningOfStatus(status: number): Meaning {
	if (status === 401 || status < 400) return 'fatal';
	if (status === 503) return 'down';
	return status >= 500 ? 'trouble' : 'refused';
}

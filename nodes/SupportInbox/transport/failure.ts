import { OperationalError } from 'n8n-workflow';

/** Response headers with lower-case names, as n8n hands them over. */
export type Headers = Record<string, unknown>;

/** What an operation's answer must look like to count as one (API document, Endpoints). */
export type Answer = 'list' | 'record' | 'nothing' | 'file';

/**
 * Why a request has no usable answer.
 * - `status`: the service answered with an error status; `message` is its own text.
 * - `limit`: the rate limit is used up and the caller will not wait; `opensAt` is in ms of this machine's clock.
 * - `network`: no answer; `left` says whether the request may have reached the service.
 * - `answer`: an answer that is not what the document promises; `excerpt` holds its first characters,
 *   `cutOff` says that it began as JSON.
 */
export type Failure =
	| { kind: 'status'; status: number; headers: Headers; message: string }
	| { kind: 'limit'; limit: number; opensAt: number }
	| { kind: 'network'; code: string; left: boolean }
	| { kind: 'answer'; status: number; expected: Answer; excerpt: string; cutOff: boolean };

/**
 * Carries a {@link Failure} through the engine's hooks up to the gate.
 * `uncertain` is true when the service may have done what was asked although nobody said so.
 */
export class ServiceFailure extends OperationalError {
	constructor(
		readonly failure: Failure,
		readonly uncertain = false,
	) {
		super(`Support Inbox request failed: ${failure.kind}`);
	}
}

/** Errors that are raised before the first byte of a request leaves. */
const NEVER_LEFT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ERR_INVALID_URL',
]);

/** TLS trouble shows before the request is written; the codes are those of Node and OpenSSL. */
const TLS_CODE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/**
 * Reads the network failure out of whatever n8n's HTTP helper threw.
 * n8n wraps axios errors, and an axios error carries the token in its config: only the code is taken.
 *
 * @param error what was thrown
 * @returns the failure, or undefined when `error` is no network error (a bug, a cancelled execution)
 */
export function networkFailure(error: unknown): Failure | undefined {
	for (let depth = 0, e = error; depth < 5 && isObject(e); depth++, e = e.cause) {
		const code = e.code;
		if (typeof code === 'string' && code !== '' && code !== 'ERR_CANCELED') {
			return { kind: 'network', code, left: !NEVER_LEFT.has(code) && !TLS_CODE.test(code) };
		}
	}
	return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

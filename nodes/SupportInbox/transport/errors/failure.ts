import { type NodeOperationError, OperationalError } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';

/** Response headers with lower-case names, as n8n hands them over. */
export type Headers = Record<string, unknown>;

/** The shape that an operation's answer must have (API document, Endpoints). */
export type ResponseShape = 'list' | 'record' | 'nothing' | 'file';

/** The content of an unexpected answer: complete JSON, the beginning of JSON, nothing, another text such as a web page, or too much. */
export type Content = 'json' | 'cutOff' | 'empty' | 'foreign' | 'tooLarge';

/**
 * Why a request has no usable answer.
 * - `status`: an error status; `message` is the service's own text, `ofGateway` says that a gateway answered and not the service,
 *   `hint` what else the user can do in this operation.
 * - `rateLimit`: the rate limit is used up and the request will not wait; `opensAt` is what this machine's clock shows then (ms),
 *   `message` the service's own text where it has rejected the request.
 * - `network`: no answer; `code` is that of Node or of the HTTP client, `host` the host if it is not the service itself.
 * - `interrupted`: another error was thrown while the outcome of a write was unknown; these are its texts.
 * - `emailLimit`: not sent, because an email limit of the credential has no room for it; these are its texts.
 * - `circuitOpen`: not sent, because the service answered nothing to the requests before it.
 * - `unexpectedResponse`: a success that differs from what the document promises; `missing` names the field that an
 *   answer of the right shape lacks, `title` is the title of a web page that came instead.
 */
export type Failure =
	| { kind: 'status'; status: number; headers: Headers; message: string; ofGateway?: boolean; hint?: string }
	| { kind: 'rateLimit'; limit: number; opensAt: number; message?: string }
	| { kind: 'network'; code: string; host?: string }
	| { kind: 'interrupted'; message: string; description: string }
	| { kind: 'emailLimit'; message: string; description: string }
	| { kind: 'circuitOpen' }
	| {
			kind: 'unexpectedResponse';
			status: number;
			expected: ResponseShape;
			content: Content;
			missing?: string;
			title?: string;
	  };

/** The result of a reconciliation that did not find the write, for the user: a sentence on what was checked, and where to look. */
interface ReconciliationResult {
	checked: string;
	how: string;
}

/**
 * Carries a {@link Failure} through the hooks of the engine up to the dispatcher.
 * - `unknownSince`: when the first attempt whose outcome is unknown was sent.
 * - `reconciliationResult`: set when reconciliation looked for the write and did not find it.
 */
export class ServiceFailure extends OperationalError {
	constructor(
		readonly failure: Failure,
		readonly unknownSince?: LocalTime,
		readonly reconciliationResult?: ReconciliationResult,
	) {
		super(`Support Inbox request failed: ${failure.kind}`);
	}

	/** Whether the service may have done what was asked although no answer confirmed it. */
	get outcomeUnknown(): boolean {
		return this.unknownSince !== undefined;
	}
}

/**
 * Marks an error that was thrown after a write was sent and before its outcome was known: the service may have done it.
 *
 * @param since when the first attempt that may have had an effect was sent
 */
export function stillUnknown(error: unknown, since: LocalTime): ServiceFailure {
	if (error instanceof ServiceFailure) return new ServiceFailure(error.failure, since, error.reconciliationResult);
	const { message, description } = Object(error) as Partial<NodeOperationError>;
	return new ServiceFailure({ kind: 'interrupted', message: message ?? String(error), description: description ?? '' }, since);
}

/** @returns whether a request failed because it was answered with one of these statuses, by the service or by a gateway */
export function hasStatus(error: unknown, ...statuses: number[]): error is ServiceFailure & { failure: StatusFailure } {
	return error instanceof ServiceFailure && error.failure.kind === 'status' && statuses.includes(error.failure.status);
}

export type StatusFailure = Extract<Failure, { kind: 'status' }>;

/** @returns the same error, whose description ends with what else the user can do */
export function withHint(
	{ failure, unknownSince, reconciliationResult }: ServiceFailure & { failure: StatusFailure },
	hint: string,
): ServiceFailure {
	return new ServiceFailure({ ...failure, hint }, unknownSince, reconciliationResult);
}

/**
 * The service answers 403 when the limit is used up (API document, Errors and Limits), never 429; a gateway
 * in front of it may answer 429. For a 403 whose headers show requests left see {@link isDenied}.
 */
export function isRateLimit(failure: Failure): failure is StatusFailure {
	if (failure.kind !== 'status') return false;
	if (failure.status === 429) return true;
	return failure.status === 403 && !(Number(failure.headers['x-ratelimit-remaining']) > 0);
}

/** @returns whether the service answered 403 although requests were left. The API document knows 403 as the rate limit only (Errors). */
export function isDenied(failure: Failure): failure is StatusFailure {
	return failure.kind === 'status' && failure.status === 403 && !isRateLimit(failure);
}

/** @returns whether the service itself does not show something: it is not there, or the token may not read it */
export function isNotShown(error: unknown): boolean {
	return hasStatus(error, 403, 404) && error.failure.ofGateway !== true && !isRateLimit(error.failure);
}

const MAX_CAUSES = 8;

/**
 * Reads the network failure out of an error of n8n's HTTP helper.
 * n8n wraps axios errors, and an axios error carries the token in its config, so only the code is used.
 *
 * @param error what was thrown
 * @returns the failure, or undefined when `error` has nothing to do with a request (a bug, a wrong field)
 */
export function networkFailure(error: unknown): Failure | undefined {
	let ofRequest = false;
	for (let depth = 0, e = error; depth < MAX_CAUSES && hasFields(e); depth++, e = e.cause) {
		if (typeof e.code === 'string' && e.code !== '') return { kind: 'network', code: e.code };
		ofRequest ||= e.isAxiosError === true || 'config' in e || 'request' in e;
	}
	return ofRequest ? { kind: 'network', code: 'no code' } : undefined;
}

function hasFields(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

/**
 * What a failure means for other requests.
 * - `limit`: the rate limit is used up; no request can be sent now.
 * - `fatal`: the token or the address is wrong: nothing can be read until someone changes it.
 * - `refused`: this cannot be done; other requests may work.
 * - `down`: the service cannot be reached; it may be back soon.
 * - `trouble`: the service failed on this request; others may work.
 */
export type Meaning = 'limit' | 'fatal' | 'refused' | 'down' | 'trouble';

/** The fields of the request that failed, as the user sees them, for the error text. */
export interface RequestFields {
	/** Fields whose values are in the address, e.g. `Ticket 5`. */
	about: string[];
	/** Fields whose ids were sent in the body, e.g. `Badges 7, 8`. */
	ids?: string[];
	/** Fields whose values were sent, e.g. `Status`. */
	sent: string[];
	itemIndex?: number;
	/** Whether the operation writes: then an error before its write says that nothing was changed. */
	writes?: boolean;
}

/** What the user reads: what happened, and what to do next. */
export interface Text {
	message: string;
	description: string;
}

/**
 * A line of the table of errors.
 * - `is`: which failures it is for; undefined: all. The first line that fits is used.
 * - `isTransient`: another attempt may succeed.
 * - `mayHaveHappened`: the service may have carried the request out although no answer confirmed it.
 * - `text`: makes the texts; they contain no data of customers.
 */
export interface Entry<F extends Failure = Failure> {
	is?: (failure: F) => boolean;
	meaning: Meaning;
	isTransient: boolean;
	mayHaveHappened: boolean;
	text: (failure: F, asked: RequestFields, outcomeUnknown: boolean) => Text;
}

/** The failures of one kind. */
export type Of<K extends Failure['kind']> = Extract<Failure, { kind: K }>;

/** @returns whether the time-out ended the wait for an answer; axios and Node name it differently */
export function isTimeout(failure: Failure): boolean {
	return failure.kind === 'network' && (failure.code === 'ECONNABORTED' || failure.code === 'ETIMEDOUT');
}

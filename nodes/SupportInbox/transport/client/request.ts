import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { type Connection, CREDENTIAL } from '../connection';
import type { Attempt } from '../dispatcher';
import { networkFailure, ServiceFailure } from '../errors/failure';
import { SLOW_READ_VALID_MS, ATTEMPT_TIMEOUT_MS } from '../timing';
import type { Expected } from './answer';
import { followFileLink } from './fileLink';
import { type Response, type Rows, EMPTY, readResponse, withinTime } from './response';

/**
 * A request as data: `path` begins with `/api/v2/` and has its values encoded already.
 * - `connection`: options of the connection, where the user set some.
 * - `shape`: makes items of the answer's rows while its connection is open, so that it can read a file from it.
 */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	path: string;
	body?: IDataObject;
	qs?: IDataObject;
	expected: Expected;
	connection?: ConnectionOptions;
	shape?: (rows: INodeExecutionData[], response: Response) => Promise<INodeExecutionData[]>;
}

/**
 * What a write is sent with.
 * - `precondition`: the record that it was computed from, as it was read; undefined: nothing was read.
 * - `notes`: makes the item's output of the row of the answer, with what was found out besides.
 */
export interface PlannedWrite {
	body: IDataObject;
	precondition?: IDataObject;
	notes?: (row: IDataObject) => IDataObject;
}

/**
 * A request of which a part is decided only when it may be sent.
 * - `plan`: reads the precondition and decides what to send, see Dispatcher.send; `sent`: what an earlier attempt was sent with.
 * - `depart`: called when an attempt is sent; returns its body.
 */
export interface PlannedRequest extends ServiceRequest {
	plan?: (sent?: PlannedWrite) => Promise<PlannedWrite>;
	depart?: (planned: PlannedWrite) => IDataObject;
}

/** Sends a read. A person's dropdown waits differently than the items of a workflow, so each brings its own. */
export type Read = (request: ServiceRequest) => Promise<Rows>;

/** The user's "Request Options" of the node, for all requests of an item. `timeout`: of one attempt in ms. */
export type ConnectionOptions = Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation' | 'timeout'>;

/**
 * A usable answer.
 * - `items`: shaped by the request's `shape`, if any; `rows`: how many rows the service sent, also the unusable ones.
 * - `sentAt`, `answeredAt`: when the request was sent and its answer had arrived; with several
 *   attempts, `sentAt` is of the first attempt that may have had an effect.
 */
export interface ServiceAnswer extends Rows {
	sentAt: LocalTime;
	answeredAt: LocalTime;
}

/** @returns as of when an answer is valid: when it was asked for; for a slow answer somewhat later */
export function readAtOf({ sentAt, answeredAt }: ServiceAnswer): LocalTime {
	return Math.max(sentAt, answeredAt - SLOW_READ_VALID_MS);
}

/**
 * The options of every request: no redirects, statuses checked here, and the answer as a stream. So a file goes to n8n's
 * binary data without being held in memory here, and any other answer is read up to a limit.
 */
const COMMON_OPTIONS = { encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true } as const;

/**
 * Sends one attempt of a request and reads its answer.
 *
 * @param stop ends it at once
 * @throws ServiceFailure for an unusable answer; what n8n's HTTP helper throws
 */
export async function requestOnce(
	context: IAllExecuteFunctions,
	{ dispatcher, origin, redactToken }: Connection,
	{ method, path, body, qs, expected, shape, connection = {} }: ServiceRequest,
	{ onHeaders, sentAt, unknownSince }: Attempt,
	stop?: AbortSignal,
): Promise<ServiceAnswer> {
	const isFile = expected.shape === 'file';
	const { timeout = ATTEMPT_TIMEOUT_MS } = connection;
	const way = { ...COMMON_OPTIONS, json: !isFile, ...connection, timeout, abortSignal: stop };
	const options: IHttpRequestOptions = { ...way, baseURL: origin, method, url: path, ...bodyOf(method, body), qs };
	const answer = (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options)) as Response;
	onHeaders(answer.headers);
	// Other options are needed: n8n has put the token into the options above.
	const fetchLink = async (url: string) => await fetchFile(context, { ...way, url });
	const inTime = withinTime(answer, timeout);
	const response = isFile ? await followFileLink(inTime, origin, fetchLink) : inTime;
	// When the first answer to a DELETE was lost, a 404 to the second attempt shows that it is done.
	const isGone = method === 'DELETE' && answer.statusCode === 404 && unknownSince !== undefined;
	const warn = (message: string) => context.logger.warn(`${message} (${method} ${path})`);
	const { items: read, rows } = isGone ? EMPTY : await readResponse(response, expected, redactToken, warn);
	const answeredAt = dispatcher.clock.now();
	const items = shape === undefined ? read : await shape(read, response);
	return { items, rows, sentAt: unknownSince ?? sentAt, answeredAt };
}

/** n8n sends an empty object without its Content-Type, which the service rejects (API document, Endpoints, General rules). */
function bodyOf(method: IHttpRequestMethods, body?: IDataObject): Pick<IHttpRequestOptions, 'body' | 'headers'> {
	const isEmpty = method === 'POST' && Object.keys(body ?? {}).length === 0;
	return isEmpty ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : { body };
}

/** @throws ServiceFailure that names the host when it does not answer */
async function fetchFile(context: IAllExecuteFunctions, options: IHttpRequestOptions): Promise<Response> {
	return (await context.helpers.httpRequest(options).catch((error) => {
		const failure = networkFailure(error);
		throw failure?.kind === 'network' ? new ServiceFailure({ ...failure, host: new URL(options.url).host }) : error;
	})) as Response;
}

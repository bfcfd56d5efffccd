import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { dateOf } from '../clock';
import type { Connection } from '../connection';
import { CREDENTIAL } from '../connection';
import type { Attempt } from '../gate';
import type { Headers } from '../errors/failure';
import { networkFailure, ServiceFailure } from '../errors/failure';
import { TRY_TIMEOUT_MS } from '../timing';
import { withDeadline } from './deadline';
import { withPlacedFile } from './placedFile';
import type { Expected } from './answer';
import type { Response, Rows } from './response';
import { readResponse } from './response';

/**
 * A request as data: `path` begins with `/api/v2/` and has its values encoded already.
 * - `connection`: how it is sent, where that is not as usual.
 * - `readFirst`: reads what the body rests on, see Gate.send; `bodyAtSending`: makes the body anew for each try.
 * - `shape`: makes items of the answer's rows while its connection is open, such as the file that comes with it.
 */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	path: string;
	body?: IDataObject;
	qs?: IDataObject;
	expected: Expected;
	connection?: ConnectionOptions;
	readFirst?: () => Promise<void>;
	bodyAtSending?: () => IDataObject;
	shape?: (rows: INodeExecutionData[], response: Response) => Promise<INodeExecutionData[]>;
}

/** What the user set under "Request Options" of the node: for all requests of an item. `timeout`: of one try in ms. */
export type ConnectionOptions = Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation' | 'timeout'>;

/**
 * An answer that is what was asked for.
 * - `items`: shaped where the request says how; `rows`: how many the service sent, also those that were left out.
 * - `serverTime`: the service's clock in ms (Date header), null when unknown.
 * - `sentAt`, `answeredAt`: when the request was sent and its answer had come, in ms of the gate's clock; of several
 *   tries the first that may have had an effect.
 */
export interface ServiceAnswer extends Rows {
	headers: Headers;
	serverTime: number | null;
	sentAt: number;
	answeredAt: number;
}

/**
 * What every request has in common: no redirects, statuses judged here, and the answer as a stream. So a file goes to where n8n
 * keeps binary data without being held here, and what else comes is read within a bound.
 */
const COMMON_OPTIONS = { encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true } as const;

const NOTHING_LEFT: Rows = { items: [{ json: {} }], rows: 1 };

/**
 * Sends one try of a request and reads its answer. It is over when its time is, or at `stop`.
 *
 * @throws ServiceFailure for an answer that is not usable; what n8n's HTTP helper throws
 */
export async function requestOnce(
	context: IAllExecuteFunctions,
	{ gate, origin, hide }: Connection,
	{ method, path, body, qs, expected, bodyAtSending, shape, connection = {} }: ServiceRequest,
	{ seen, sentAt, unknownSince }: Attempt,
	stop?: AbortSignal,
): Promise<ServiceAnswer> {
	const isFile = expected.shape === 'file';
	const { timeout = TRY_TIMEOUT_MS } = connection;
	const way = { ...COMMON_OPTIONS, json: !isFile, ...connection, timeout };
	const options: IHttpRequestOptions = { ...way, baseURL: origin, method, url: path, ...bodyOf(method, bodyAtSending?.() ?? body), qs };
	return await withDeadline(options, { ms: timeout, stop }, async (follow, giveSignal) => {
		const answer = (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options)) as Response;
		const { headers, statusCode } = answer;
		seen(headers);
		// Made anew: n8n puts the token into the options above.
		const fetchPlaced = async (url: string) => {
			const elsewhere = { ...way, url };
			giveSignal(elsewhere);
			return await fetchFile(context, elsewhere);
		};
		const response = isFile ? await withPlacedFile(answer, origin, fetchPlaced) : answer;
		// A DELETE whose first answer was lost finds nothing the second time: it is done.
		const isGone = method === 'DELETE' && statusCode === 404 && unknownSince !== undefined;
		const warn = (message: string) => context.logger.warn(`${message} (${method} ${path})`);
		const { items: read, rows } = isGone ? NOTHING_LEFT : await readResponse(response, expected, hide, warn);
		if (isFile) follow(response.body);
		const answeredAt = gate.clock.now();
		const items = shape === undefined ? read : await shape(read, response);
		return { items, rows, headers, serverTime: dateOf(headers) ?? null, sentAt: unknownSince ?? sentAt, answeredAt };
	});
}

/** n8n sends an empty object without its Content-Type, which the service refuses (API document, Endpoints, General rules). */
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

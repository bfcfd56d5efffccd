import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Connection } from '../connection';
import { CREDENTIAL, refuseForeignPath } from '../connection';
import type { Basis } from '../gate';
import type { Caller } from '../order/caller';
import { dateOf } from '../rateLimit/clockOffset';
import type { Headers } from '../errors/failure';
import { networkFailure, ServiceFailure } from '../errors/failure';
import type { Semantics } from '../retry/policy';
import { TRY_TIMEOUT_MS } from '../timing';
import { withDeadline } from './deadline';
import { withPlacedFile } from './placedFile';
import type { Expected, Response } from './response';
import { readResponse } from './response';

/**
 * A request as data: `path` begins with `/api/v2/` and has its values encoded already.
 * - `connection`: how it is sent, where that is not as usual.
 * - `basis`, `bodyAtSending`: what the body rests on, see Gate.send; the body is made anew for each try.
 * - `shape`: makes items of the answer's rows while its connection is open, such as the file that comes with it.
 */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	path: string;
	body?: IDataObject;
	qs?: IDataObject;
	expected: Expected;
	connection?: ConnectionOptions;
	basis?: Basis;
	bodyAtSending?: () => IDataObject;
	shape?: (rows: INodeExecutionData[], response: Response) => Promise<INodeExecutionData[]>;
}

/** What the user set under "Request Options" of the node: for all requests of an item. `timeout`: of one try in ms. */
export type ConnectionOptions = Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation' | 'timeout'>;

/**
 * An answer that is what was asked for.
 * - `items`: shaped where the request says how.
 * - `serverTime`: the service's clock in ms (Date header), null when unknown.
 * - `sentAt`, `answeredAt`: when the request was sent and its answer had come, in ms of the gate's clock; of several
 *   tries the first that may have had an effect.
 */
export interface ServiceAnswer {
	items: INodeExecutionData[];
	headers: Headers;
	serverTime: number | null;
	sentAt: number;
	answeredAt: number;
}

/** What every request has in common: no redirects, statuses judged here. */
const COMMON_OPTIONS = { json: true, returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true };
/** As a stream, a file goes to where n8n keeps binary data without being held here. */
const FILE_OPTIONS = { ...COMMON_OPTIONS, json: false, encoding: 'stream' } as const;

/**
 * Sends a request. The caller is in its item queue already (Gate.enter).
 *
 * @throws ServiceFailure when there is no usable answer; NodeOperationError for a path that would leave the service
 */
export async function sendThrough(
	context: IAllExecuteFunctions,
	{ gate, origin, hide }: Connection,
	caller: Caller,
	semantics: Semantics,
	request: ServiceRequest,
): Promise<ServiceAnswer> {
	const { method, path, body, qs, expected, basis, bodyAtSending = () => body, shape, connection = {} } = request;
	const { timeout = TRY_TIMEOUT_MS } = connection;
	refuseForeignPath(context, origin, path);
	return await gate.send(caller, semantics, async ({ seen, sentAt, unknownSince }) => {
		const isFile = expected.shape === 'file';
		const options: IHttpRequestOptions = {
			...(isFile ? FILE_OPTIONS : COMMON_OPTIONS),
			...connection,
			...{ baseURL: origin, timeout, method, url: path, body: bodyAtSending(), qs },
		};
		return await withDeadline(options, { ms: timeout, stop: caller.signal }, async (follow, giveSignal) => {
			const answer = (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options)) as Response;
			const { headers, statusCode } = answer;
			seen(headers);
			// A DELETE whose first answer was lost finds nothing the second time: it is done.
			const isGone = method === 'DELETE' && statusCode === 404 && unknownSince !== undefined;
			const response = isFile ? await withPlacedFile(answer, origin, async (url) => {
				// Made anew: n8n puts the token into the options above.
				const elsewhere = { ...FILE_OPTIONS, ...connection, timeout, url };
				giveSignal(elsewhere);
				return await fetchFile(context, elsewhere);
			}) : answer;
			const rows = isGone ? [{ json: {} }] : await readResponse(response, expected, hide);
			if (isFile) follow(response.body);
			const answeredAt = gate.clock.now();
			const items = shape === undefined ? rows : await shape(rows, response);
			return { items, headers, serverTime: dateOf(headers) ?? null, sentAt: unknownSince ?? sentAt, answeredAt };
		});
	}, basis);
}

/** @throws ServiceFailure that names the host when it does not answer */
async function fetchFile(context: IAllExecuteFunctions, options: IHttpRequestOptions): Promise<Response> {
	return (await context.helpers.httpRequest(options).catch((error) => {
		const failure = networkFailure(error);
		throw failure?.kind === 'network' ? new ServiceFailure({ ...failure, host: new URL(options.url).host }) : error;
	})) as Response;
}

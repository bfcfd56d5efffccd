import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Caller } from '../order/caller';
import { dateOf } from '../rateLimit/clockOffset';
import type { Headers } from '../retry/failure';
import type { Semantics } from '../retry/policy';
import { TRY_TIMEOUT_MS } from '../timing';
import type { Connection } from './connection';
import { CREDENTIAL, refuseForeignPath } from './connection';
import { withDeadline } from './deadline';
import type { Expected, Response } from './response';
import { readResponse } from './response';

/** A request as data: `path` begins with `/api/v2/` and has its values encoded already. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	path: string;
	body?: IDataObject;
	qs?: IDataObject;
	expected: Expected;
	/** How it is sent, where that is not as usual. */
	connection?: ConnectionOptions;
}

/** What the user set under "Request Options" of the node: for all requests of an item. `timeout`: of one try in ms. */
export type ConnectionOptions = Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation' | 'timeout'>;

/**
 * An answer that is what was asked for.
 * - `serverTime`: the service's clock in ms (Date header), null when unknown.
 * - `sentAt`, `answeredAt`: when the request left and its answer had come, in ms of the gate's clock.
 */
export interface ServiceAnswer {
	items: INodeExecutionData[];
	headers: Headers;
	serverTime: number | null;
	sentAt: number;
	answeredAt: number;
}

/** What every request has in common: the tenant's origin only, no redirects, statuses judged here. */
export function commonOptions(origin: string, timeout: number): Partial<IHttpRequestOptions> {
	return {
		baseURL: origin,
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
	};
}

/**
 * Sends a request of our own, one that the declarative engine does not make: for dropdowns, the trigger, and
 * what an operation has to read besides its own request. The caller is in its item queue already (Gate.enter).
 *
 * @throws ServiceFailure when there is no usable answer
 */
export async function sendThrough(
	context: IAllExecuteFunctions,
	{ gate, origin, hide }: Connection,
	caller: Caller,
	semantics: Semantics,
	request: ServiceRequest,
): Promise<ServiceAnswer> {
	const { method, path, body, qs, expected, connection: { timeout = TRY_TIMEOUT_MS, ...way } = {} } = request;
	refuseForeignPath(context, origin, path);
	return await gate.send(caller, semantics, async ({ seen, sentAt }) => {
		const options: IHttpRequestOptions = { ...commonOptions(origin, timeout), ...way, method, url: path, body, qs };
		const response = await withDeadline(
			options,
			{ ms: timeout, stop: caller.signal },
			async () => (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options)) as Response,
		);
		seen(response.headers);
		const items = await readResponse(response, expected, hide);
		const serverTime = dateOf(response.headers) ?? null;
		return { items, headers: response.headers, serverTime, sentAt, answeredAt: gate.clock.now() };
	});
}

import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import type { Expected, Reply } from './answer';
import { readAnswer } from './answer';
import type { Connection } from './connection';
import { connect, CREDENTIAL, refuseForeignPath } from './connection';
import type { Asked } from './errors';
import { toNodeApiError } from './errors';
import type { Headers } from './failure';
import { ServiceFailure } from './failure';
import type { Pass, Purpose } from './pass';
import type { Repeat } from './retry';
import { TRY_TIMEOUT_MS } from './retry';
import { dateOf } from './serverClock';

/** A request as data: `path` begins with `/api/v2/` and has its values encoded already. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	path: string;
	body?: IDataObject;
	qs?: IDataObject;
	expected: Expected;
	/** Time-out of one try in ms. */
	timeout?: number;
}

/** An answer that is what was asked for; `serverTime` is the service's clock in ms (Date header), null when unknown. */
export interface ServiceAnswer {
	items: INodeExecutionData[];
	headers: Headers;
	serverTime: number | null;
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
 * what an operation has to read besides its own request.
 *
 * @throws ServiceFailure when there is no usable answer
 */
export async function sendThrough(
	context: IAllExecuteFunctions,
	{ gate, origin, hide }: Connection,
	pass: Pass,
	repeat: Repeat,
	request: ServiceRequest,
): Promise<ServiceAnswer> {
	const { method, path, body, qs, expected, timeout = TRY_TIMEOUT_MS } = request;
	refuseForeignPath(context, origin, path);
	return await gate.send(pass, repeat, async ({ seen }) => {
		const reply = (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
			...commonOptions(origin, timeout),
			method,
			url: path,
			body,
			qs,
		})) as Reply;
		seen(reply.headers);
		const items = await readAnswer(reply, expected, hide);
		return { items, headers: reply.headers, serverTime: dateOf(reply.headers) ?? null };
	});
}

/** How long a caller outside of a workflow's items waits, and who it is. */
export interface Caller {
	purpose: Purpose;
	/** Local ms after which no wait for the rate limit may end. */
	deadline: number;
	/** What belongs together in order, e.g. one poll of one node. */
	lane: string;
}

/**
 * The gate for dropdowns and the trigger: reads only.
 *
 * @throws NodeApiError that says what to do; `failure` is set when the rate limit is used up
 */
export async function request(
	this: ILoadOptionsFunctions | IPollFunctions,
	caller: Caller,
	serviceRequest: ServiceRequest,
	asked: Asked = { about: [], sent: [] },
): Promise<ServiceAnswer> {
	const connection = await connect(this);
	const pass: Pass = { ...caller, order: 0, writes: false };
	return await connection.gate
		.enter(pass, async () => await sendThrough(this, connection, pass, 'read', serviceRequest))
		.catch((error) => {
			if (!(error instanceof ServiceFailure)) throw error;
			throw toNodeApiError(this.getNode(), error.failure, asked);
		});
}

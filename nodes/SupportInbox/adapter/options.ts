import type { DeclarativeRestApiSettings, IExecutePaginationFunctions, INode } from 'n8n-workflow';

type EngineOptions = Pick<DeclarativeRestApiSettings.ResultOptions['options'], 'proxy' | 'skipSslCertificateValidation'>;

interface RequestOptions {
	timeout?: unknown;
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
}

/** Most nodes have none, and n8n goes through all properties to read a parameter. */
function requestOptionsOf(context: IExecutePaginationFunctions, { parameters }: INode): RequestOptions {
	return Object.keys(parameters.requestOptions ?? {}).length === 0 ? {} : (context.getNodeParameter('requestOptions', {}) as RequestOptions);
}

/** @returns the user's "Request Options" for a connection; without `timeout` where the user set none, since n8n passes on one of its own */
export function connectionOptionsOf(context: IExecutePaginationFunctions, node: INode, given: EngineOptions) {
	const { proxy, skipSslCertificateValidation } = given;
	const { timeout } = requestOptionsOf(context, node);
	return {
		proxy,
		skipSslCertificateValidation: Boolean(skipSslCertificateValidation),
		...(typeof timeout === 'number' && timeout > 0 && { timeout }),
	};
}

/** @returns ms between the batches of the user's Batching; 0 without it: n8n starts all items at once */
export function batchIntervalOf(context: IExecutePaginationFunctions, node: INode): number {
	return Math.max(0, requestOptionsOf(context, node).batching?.batch?.batchInterval ?? 0);
}

import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	INode,
	INodeExecutionData,
	INodePropertyRouting,
	INodeRequestOutput,
} from 'n8n-workflow';
import { type RunAttempt, runAttemptOf } from './runAttempt';

export type EngineRequest = DeclarativeRestApiSettings.ResultOptions;

/**
 * An item as n8n's declarative engine starts it.
 * - `node`: n8n copies the whole node each time it is asked for.
 * - `request`: what the engine has made of its fields.
 */
export interface StartedItem {
	context: IExecutePaginationFunctions;
	node: INode;
	attempt: RunAttempt;
	request: EngineRequest;
}

/**
 * Makes the routing of an operation. n8n's hook for pages is called for each item in the place of its request, so that everything
 * that is sent passes `run`. The engine does not say which item its output belongs to: that is set here.
 */
export function routingOf(
	{ method, path, output }: { method: IHttpRequestMethods; path: string; output: INodeRequestOutput['postReceive'] },
	run: (item: StartedItem) => Promise<INodeExecutionData[]>,
): INodePropertyRouting {
	const pagination = async function (this: IExecutePaginationFunctions, request: EngineRequest) {
		const node = this.getNode();
		const items = await run({ context: this, node, attempt: runAttemptOf(this, node), request });
		const pairedItem = { item: this.getItemIndex() };
		return items.map((item) => ({ ...item, pairedItem }));
	};
	return { request: { method, url: path }, send: { paginate: true }, operations: { pagination }, output: { postReceive: output } };
}

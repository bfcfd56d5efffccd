import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ExecutionStopped } from '../order/cancellation';
import { isTool } from './tool';

type Told = NodeApiError | NodeOperationError;

/**
 * What comes out of an item that failed: with Continue On Fail, and as the tool of an AI agent, the error as an item.
 * n8n lets an agent go on after a failed tool in any case, unless the tool's On Error says to stop the workflow.
 *
 * @throws the error otherwise, or when the execution was stopped
 */
export function failedItem(context: IExecutePaginationFunctions, error: Error): INodeExecutionData[] {
	const node = context.getNode();
	const asTool = isTool(node) && node.onError !== 'stopWorkflow';
	if (error instanceof ExecutionStopped || !(context.continueOnFail() || asTool)) throw error;
	const told = isTold(error) ? error : new NodeOperationError(node, error, { itemIndex: context.getItemIndex() });
	// An agent gets the message only, and in older n8n nothing at all of what is thrown. What to do next is what it needs most.
	if (asTool) told.message = wholeText(told);
	return [{ json: { error: told.message }, error: told }];
}

function isTold(error: Error): error is Told {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

function wholeText({ message, description }: Told): string {
	return description ? `${message.replace(/\.$/, '')}. ${description}` : message;
}

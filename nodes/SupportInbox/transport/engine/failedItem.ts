import { type IExecutePaginationFunctions, type INode, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isTool } from '../order/caller';

type NodeError = NodeApiError | NodeOperationError;

/**
 * Makes the output of an item that failed: with Continue On Fail, and as the tool of an AI agent, the error as an item.
 *
 * @throws the error in all other cases, and when the execution was stopped
 */
export function failedItem(context: IExecutePaginationFunctions, error: Error): INodeExecutionData[] {
	const node = context.getNode();
	if (context.getExecutionCancelSignal?.()?.aborted || !goesOnAfterFailure(context, node)) throw error;
	const ofNode = isNodeError(error) ? error : new NodeOperationError(node, error, { itemIndex: context.getItemIndex() });
	// An agent gets the message only, and in older n8n nothing of a thrown error. So the message includes what to do next.
	if (agentGoesOn(node)) return [{ json: { error: wholeText(ofNode) } }];
	// No error object: if an item has one, n8n's expressions cannot read the node's items. The description says what to do, and
	// whether the service may have done it nevertheless.
	return [{ json: { error: ofNode.message, ...(ofNode.description && { error_description: ofNode.description }) } }];
}

/** Whether the other items go on when one fails. */
export function goesOnAfterFailure(context: IExecutePaginationFunctions, node: INode): boolean {
	return context.continueOnFail() || agentGoesOn(node);
}

/** n8n lets an agent go on after a failed tool, unless the tool's On Error is to stop the workflow. */
function agentGoesOn(node: INode): boolean {
	return isTool(node) && node.onError !== 'stopWorkflow';
}

function isNodeError(error: Error): error is NodeError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

function wholeText({ message, description }: NodeError): string {
	return description ? `${message.replace(/\.$/, '')}. ${description}` : message;
}

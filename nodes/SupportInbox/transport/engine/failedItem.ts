import { type IDataObject, type IExecutePaginationFunctions, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isTool } from '../order/caller';

/**
 * Makes the output of an item that failed: with Continue On Fail, and as the tool of an AI agent, the error as an item.
 *
 * @throws the error in all other cases, and when the execution was stopped
 */
export function failedItem(context: IExecutePaginationFunctions, error: Error): INodeExecutionData[] {
	const node = context.getNode();
	// n8n lets an agent go on after a failed tool, unless the tool's On Error is to stop the workflow.
	const goesOn = context.continueOnFail() || (isTool(node) && node.onError !== 'stopWorkflow');
	if (context.getExecutionCancelSignal?.()?.aborted || !goesOn) throw error;
	const isOfNode = error instanceof NodeApiError || error instanceof NodeOperationError;
	return [errorItem(isOfNode ? error : new NodeOperationError(node, error, { itemIndex: context.getItemIndex() }))];
}

/** Makes the item of an error, also of a part of an item that failed while the other parts came. */
export function errorItem({ message, description }: NodeApiError | NodeOperationError): INodeExecutionData {
	// One text with what to do next, since an agent gets no more than that; and no other field, since n8n takes an item for a
	// failed one by its field "error" alone. No error object: n8n's expressions could not read the node's items.
	return { json: { error: description ? `${message.replace(/\.$/, '')}. ${description}` : message } };
}

/** @returns the item with more fields; an item of an error stays as it is, since n8n takes it for a success as soon as it has other fields */
export function withFields(item: INodeExecutionData, fields: (json: IDataObject) => IDataObject): INodeExecutionData {
	return isErrorItem(item) ? item : { ...item, json: fields(item.json) };
}

export function isErrorItem({ json }: INodeExecutionData): boolean {
	return Object.keys(json).join() === 'error';
}

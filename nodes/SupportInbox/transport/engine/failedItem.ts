import {
	type IDataObject,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { isTool } from '../../adapter/node';

/**
 * Makes the output of an item that failed: with Continue On Fail, and as the tool of an AI agent, the error as an item.
 *
 * @throws the error in all other cases, and when the execution was stopped
 */
export function failedItem(context: IExecutePaginationFunctions, error: Error): INodeExecutionData[] {
	if (context.getExecutionCancelSignal?.()?.aborted || !goesOn(context)) throw error;
	return [errorItemOf(context, error)];
}

/** @returns the error as an item */
export function errorItemOf(context: IExecutePaginationFunctions, error: Error): INodeExecutionData {
	return errorItem(isOfNode(error) ? error : new NodeOperationError(context.getNode(), error, { itemIndex: context.getItemIndex() }));
}

/**
 * Puts the parts of an item together: with Continue On Fail, and as the tool of an AI agent, a part that failed is an item with its error.
 *
 * @throws the error of the first part that failed in all other cases, and where all parts failed
 */
export function itemsOfParts(
	context: IExecutePaginationFunctions,
	parts: ReadonlyArray<INodeExecutionData[] | NodeApiError | NodeOperationError>,
): INodeExecutionData[] {
	const failures = parts.filter(isOfNode);
	const [first] = failures;
	if (first !== undefined && failures.length === parts.length) throw first;
	if (first !== undefined && !goesOn(context)) {
		first.description = `${first.description ?? ''} With Continue under On Error, what did not fail comes out.`.trim();
		throw first;
	}
	return parts.flatMap((part) => (isOfNode(part) ? errorItem(part) : part));
}

/**
 * n8n lets an agent go on after a failed tool, unless the tool's On Error is to stop the workflow.
 *
 * @returns whether the node goes on after an error
 */
export function goesOn(context: IExecutePaginationFunctions, node = context.getNode()): boolean {
	return context.continueOnFail() || (isTool(node) && node.onError !== 'stopWorkflow');
}

/** @returns whether it is an error of the node, with a description */
export function isOfNode(value: unknown): value is NodeApiError | NodeOperationError {
	return value instanceof NodeApiError || value instanceof NodeOperationError;
}

function errorItem({ message, description }: NodeApiError | NodeOperationError): INodeExecutionData {
	// One text with what to do next, since an agent gets no more than that; and no other field, since n8n takes an item for a
	// failed one by its field "error" alone. No error object: n8n's expressions could not read the node's items.
	return { json: { error: description ? `${message.replace(/\.$/, '')}. ${description}` : message } };
}

/**
 * @returns the item with more fields; an item of an error stays as it is, since n8n takes it for a success as soon as it has other fields
 */
export function withFields(item: INodeExecutionData, fields: (json: IDataObject) => IDataObject): INodeExecutionData {
	return isErrorItem(item) ? item : { ...item, json: fields(item.json) };
}

/** @returns the items of a write that was sent before, and not now */
export function alreadySent(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((item) => withFields(item, (json) => ({ ...json, deduplicated: true })));
}

export function isErrorItem({ json }: INodeExecutionData): boolean {
	return Object.keys(json).join() === 'error';
}

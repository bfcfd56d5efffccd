import { type IExecutePaginationFunctions, NodeOperationError } from 'n8n-workflow';

/** The node and the item that is rejected; a poll has no item. */
interface RejectedItem {
	context: Pick<IExecutePaginationFunctions, 'getNode'>;
	itemIndex?: number;
}

/**
 * Rejects the user's input, before anything is written.
 *
 * @param message what is wrong
 * @param description what to enter instead
 * @throws NodeOperationError
 */
export function reject({ context, itemIndex }: RejectedItem, message: string, description: string): never {
	throw new NodeOperationError(context.getNode(), message, { description, itemIndex });
}

/** The check of an update. @throws NodeOperationError when it changes nothing */
export function rejectEmpty(item: RejectedItem, change: object): void {
	if (Object.keys(change).length > 0) return;
	reject(item, 'There is nothing to update', 'Give at least one field of this node, or one under "Update Fields", a value.');
}

import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ItemRequest } from '../../transport/engine/requestPolicy';

/**
 * A contact of nothing helps nobody, and an empty body leaves without the Content-Type that the service asks for.
 *
 * @throws NodeOperationError when no value is set
 */
export function refuseNoValues({ context, itemIndex }: ItemRequest, fields: IDataObject): void {
	if (Object.keys(fields).length > 0) return;
	throw new NodeOperationError(context.getNode(), 'The contact has no values', {
		description: 'Add at least one field under "Additional Fields" and give it a value.',
		itemIndex,
	});
}

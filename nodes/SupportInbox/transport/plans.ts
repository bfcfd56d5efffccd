import { NodeOperationError } from 'n8n-workflow';

import type { Plan, Turn } from './throughGate';
import { once } from './throughGate';

/** The plan of an update: its one request, unless there is nothing in it. */
export const atLeastOneField: Plan = async (turn) => {
	refuseEmpty(turn, Object.keys(turn.request.options.body ?? {}).length === 0);
	return await once(turn);
};

/** @throws NodeOperationError when there is nothing to update */
export function refuseEmpty({ context, itemIndex }: Pick<Turn, 'context' | 'itemIndex'>, isEmpty: boolean): void {
	if (!isEmpty) return;
	throw new NodeOperationError(context.getNode(), 'There is nothing to update', {
		description: 'Add at least one field under "Update Fields" and give it a value.',
		itemIndex,
	});
}

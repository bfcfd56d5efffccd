import { NodeOperationError } from 'n8n-workflow';

import type { Plan, Turn } from './throughGate';
import { once } from './throughGate';

/** The plan of an update: its one request, unless there is nothing in it. */
export const atLeastOneField: Plan = async (turn) => {
	refuseEmpty(turn, Object.keys(turn.request.options.body ?? {}).length === 0);
	return await once(turn);
};

/** @throws NodeOperationError when there is nothing to update */
export function refuseEmpty(turn: Asker, isEmpty: boolean): void {
	if (!isEmpty) return;
	refuse(turn, 'There is nothing to update', 'Add at least one field under "Update Fields" and give it a value.');
}

type Asker = Pick<Turn, 'context' | 'itemIndex'>;

/**
 * Refuses what the user gave, before a request is spent.
 *
 * @param message what is wrong
 * @param description what would do
 * @throws NodeOperationError
 */
export function refuse({ context, itemIndex }: Asker, message: string, description: string): never {
	throw new NodeOperationError(context.getNode(), message, { description, itemIndex });
}

import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';
import { isTool } from '../order/caller';

/** @returns how many items a run of the node has. Each call of an agent's tool is a run of one item, however many came to the agent */
export function runSize(context: Pick<IExecutePaginationFunctions, 'getExecuteData'>, node: INode): number {
	return isTool(node) || node.executeOnce === true ? 1 : (context.getExecuteData().data.main[0]?.length ?? 0);
}

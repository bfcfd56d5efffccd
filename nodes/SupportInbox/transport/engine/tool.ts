import type { INode } from 'n8n-workflow';

/** n8n makes a type of its own of the node for AI agents. @returns whether this node is used through it */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

import type { INode } from 'n8n-workflow';

/**
 * n8n does not check that ids are different: a workflow that a program has made may have one twice, but no name.
 *
 * @returns a key of the node within its workflow
 */
export function nodeKey({ id, name }: Pick<INode, 'id' | 'name'>): string {
	return JSON.stringify([id, name]);
}

/**
 * For AI agents n8n makes a second type of the node, with the suffix Tool.
 *
 * @returns whether this node is of that type
 */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

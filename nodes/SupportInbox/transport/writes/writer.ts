import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';
import { isTool, nodeKey } from '../../adapter/node';
import { establishedAtOf, runIndexOf, toolCallIdOf } from '../../adapter/run';

/**
 * Who writes: an item of a node's run, or a call of an agent's tool.
 * - `establishedAt`: see {@link establishedAtOf}.
 * - `isRetry`: whether n8n runs a failed execution again (its mode `retry`).
 * - `call`: see {@link toolCallIdOf}.
 */
export interface Writer {
	workflow: string;
	execution: string;
	establishedAt?: number;
	isRetry: boolean;
	node: string;
	run: string;
	item: number | string;
	isTool: boolean;
	call?: unknown;
}

/** @returns who writes; undefined where n8n does not say which execution it is */
export function writerOf(context: IExecutePaginationFunctions, node: INode): Writer | undefined {
	const execution = context.getExecutionId();
	if (!execution) return undefined;
	const of = {
		workflow: context.getWorkflow().id ?? '',
		execution,
		establishedAt: establishedAtOf(context),
		isRetry: context.getMode() === 'retry',
		node: nodeKey(node),
	};
	const item = context.getItemIndex();
	return isTool(node)
		? { ...of, run: '', item, isTool: true, call: toolCallIdOf(context) }
		: { ...of, run: runIndexOf(context), item, isTool: false };
}

/** @returns the name of the work that n8n repeats in a Retry: an item's, or all calls of agents in the execution */
export function workOf({ workflow, establishedAt, node, run, item, isTool: ofAgent }: Writer): string {
	return JSON.stringify(ofAgent ? [workflow, establishedAt] : [workflow, establishedAt, node, run, item]);
}

import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';
import { isTool, nodeKey } from '../order/caller';

/**
 * Who writes: an item of a node's run, or a call of an agent's tool.
 * - `establishedAt`: when the execution began (ms); n8n's Retry has that of the first try. Undefined before n8n 1.121.
 * - `isRetry`: whether n8n runs a failed execution again (its mode `retry`).
 * - `call`: the id that a newer agent gives to its call (version 3, n8n 1.123).
 */
export interface Writer {
	workflow: string;
	execution: string;
	establishedAt?: number;
	isRetry: boolean;
	node: string;
	run: number;
	item: number | string;
	isTool: boolean;
	call?: unknown;
}

/** n8n has had this since 1.121. */
type Established = { getExecutionContext?: () => { establishedAt?: number } | undefined };

/** n8n makes these data anew for each run of a node, and keeps them when it tries the node again. */
const runs = new WeakMap<object, number>();

/** @returns who writes; undefined where n8n does not say which execution it is */
export function writerOf(context: IExecutePaginationFunctions & Established, node: INode): Writer | undefined {
	const execution = context.getExecutionId();
	if (!execution) return undefined;
	const data = context.getExecuteData();
	const item = context.getItemIndex();
	const [workflow, asTool] = [context.getWorkflow().id ?? '', isTool(node)];
	const of = { workflow, execution, establishedAt: context.getExecutionContext?.()?.establishedAt, isRetry: context.getMode() === 'retry', node: nodeKey(node) };
	if (asTool) return { ...of, run: 0, item, isTool: true, call: data.data.main?.[0]?.[item]?.json.toolCallId };
	const run = runs.get(data) ?? Number(context.evaluateExpression('{{ $runIndex }}', item));
	runs.set(data, run);
	return { ...of, run, item, isTool: false };
}

/** @returns the name of the work that n8n repeats in a Retry: an item's, or all calls of agents in the execution */
export function workOf({ workflow, establishedAt, node, run, item, isTool: ofAgent }: Writer): string {
	return JSON.stringify(ofAgent ? [workflow, establishedAt] : [workflow, establishedAt, node, run, item]);
}

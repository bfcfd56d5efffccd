import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { evaluatorOf } from './expressions';

/** @returns the number of the node's run: a node in a loop gets a new one in each round, and the same when it is retried */
export function runIndexOf(context: IExecutePaginationFunctions): string {
	return String(evaluatorOf(context)('{{ $runIndex }}'));
}

/**
 * Agents of version 3 (n8n 1.123 and newer) put it into the item; with older ones two equal calls count as one.
 *
 * @returns the id of an agent's call
 */
export function toolCallIdOf(context: IExecutePaginationFunctions): unknown {
	return context.getExecuteData().data.main?.[0]?.[context.getItemIndex()]?.json.toolCallId;
}

/** Writes a value into the custom data of the execution, by which the list of executions can be searched. */
export function recordInExecution(context: IExecutePaginationFunctions, name: string, value: string): void {
	evaluatorOf(context)(`{{ $execution.customData.set(${JSON.stringify(name)}, ${JSON.stringify(value)}) }}`);
}

/** n8n has this since 1.121. */
type Established = { getExecutionContext?: () => { establishedAt?: number } | undefined };

/** @returns when the execution began (ms); n8n's Retry has that of the first attempt. Undefined before n8n 1.121 */
export function establishedAtOf(context: IExecutePaginationFunctions): number | undefined {
	return (context as Established).getExecutionContext?.()?.establishedAt;
}

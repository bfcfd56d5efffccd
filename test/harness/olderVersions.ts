import type { IRunExecutionData, Workflow } from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';

// What the harness uses of n8n and older versions do not have. `npm run test:oldest` runs the tests with such a one.
type MaybeOlder<T> = { [Name in keyof T]?: T[Name] };

/** @returns the data of an execution that begins */
export function newRunData(): IRunExecutionData {
	const { createRunExecutionData }: MaybeOlder<typeof n8nWorkflow> = n8nWorkflow;
	const older: unknown = {
		resultData: { runData: {} },
		executionData: { contextData: {}, nodeExecutionStack: [], metadata: {}, waitingExecution: {}, waitingExecutionSource: {} },
	};
	return createRunExecutionData ? createRunExecutionData({}) : (older as IRunExecutionData);
}

/** Runs work that evaluates expressions: in an isolate, where this n8n has one. */
export async function withExpressions<T>(workflow: Workflow, work: () => Promise<T>): Promise<T> {
	const expression: MaybeOlder<Workflow['expression']> = workflow.expression;
	await expression.acquireIsolate?.();
	try {
		return await work();
	} finally {
		await expression.releaseIsolate?.();
	}
}

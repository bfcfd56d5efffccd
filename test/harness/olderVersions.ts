import { Container } from '@n8n/di';
import * as n8nCore from 'n8n-core';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeType, IRunExecutionData, Workflow } from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';

// What the tests use of n8n and older versions do not have, or have otherwise. `npm run test:oldest` runs them in one.
export type MaybeOlder<T> = { [Name in keyof T]?: T[Name] };

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

type StoreFile = (data: NodeJS.ReadableStream | Buffer, binary: IBinaryData) => Promise<IBinaryData>;

/** Puts `store` in the place of n8n's own storage of files until jest restores its mocks. */
export function storeFilesWith(store: StoreFile): void {
	// Where to store comes first: in two values in older versions, in one in newer ones.
	const replaced = async (...given: unknown[]) => await store(...(given.slice(-2) as Parameters<StoreFile>));
	jest.spyOn(Container.get(BinaryDataService), 'store').mockImplementation(replaced);
}

type ApplyOptions = (nodeType: INodeType) => void;

/** @returns the node as n8n loads it: with the "Request Options" that every declarative node gets */
export function asLoaded(nodeType: INodeType): INodeType {
	// Once, as n8n does: applied again it adds the same options again, and the engine goes through all of them for every item.
	if (nodeType.description.properties.some(({ name }) => name === 'requestOptions')) return nodeType;
	const { DirectoryLoader }: { DirectoryLoader?: unknown } = n8nCore;
	const loader = DirectoryLoader as { applyDeclarativeNodeOptionParameters?: ApplyOptions } | undefined;
	const older = n8nWorkflow.NodeHelpers as { applyDeclarativeNodeOptionParameters?: ApplyOptions };
	const apply = loader?.applyDeclarativeNodeOptionParameters ?? older.applyDeclarativeNodeOptionParameters;
	apply?.(nodeType);
	return nodeType;
}

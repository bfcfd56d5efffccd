import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import { type RunSettings, type Service, additionalDataOf, workflowOf } from './engine';
import { newRunData, withExpressions } from './olderVersions';

/** How an execution ended: the items of its node, those at its error output, its custom data, or the message of the error that stopped it. */
export interface Ended {
	items: INodeExecutionData[];
	failed: INodeExecutionData[];
	customData?: Record<string, string>;
	error?: string;
}

/**
 * Executes a workflow of the node alone, as n8n does: with "Retry On Fail", Continue On Fail and all that.
 *
 * @param parameters the node's parameters as a workflow stores them
 */
export async function execute(service: Service, parameters: INodeParameters, settings: RunSettings = {}): Promise<Ended> {
	const { items = [{ json: {} }], rounds = [] } = settings;
	const { workflow, node } = workflowOf('supportInbox', parameters, settings);
	const additionalData = additionalDataOf(service, settings);
	const { id = '', name = '' } = workflow;
	const stored = { id, name, active: false, nodes: [node], connections: {}, createdAt: new Date(), updatedAt: new Date() };
	additionalData.hooks = new ExecutionLifecycleHooks('manual', String(additionalData.executionId), stored as never);
	const data = newRunData();
	for (const round of [items, ...rounds]) data.executionData!.nodeExecutionStack.push({ node, data: { main: [round] }, source: null });
	const run = (await withExpressions(
		workflow,
		async () => await new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow),
	)) as IRun;
	const [task] = run.data.resultData.runData[node.name] ?? [];
	return { items: task?.data?.main[0] ?? [], failed: task?.data?.main[1] ?? [], customData: run.data.resultData.metadata, error: run.data.resultData.error?.message };
}

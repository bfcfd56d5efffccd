import { ExecuteContext, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { type IConnections, type INode, type INodeExecutionData, type INodeParameters, type INodeType, type IRun, type IRunExecutionData, type WorkflowExecuteMode, Workflow } from 'n8n-workflow';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { type Service, additionalDataOf } from './engine';
import { asLoaded, newRunData, withExpressions } from './olderVersions';

/** A workflow: a node `Start` with items, and behind it nodes of this package, one behind the other; with `rounds` all of that so often. */
export interface Steps {
	nodes: Array<{ name: string; parameters: INodeParameters; more?: Partial<INode> }>;
	items: INodeExecutionData[];
	rounds?: number;
	workflowId?: string;
}

/** An execution that has ended, as n8n stores it. */
export interface Ended {
	data: IRunExecutionData;
	error?: string;
	/** what a node returned in its last round */
	json: (name: string) => Array<INodeExecutionData['json']>;
}

const START = 'Start';

/** Returns the items, until it has run so often. */
const startOf = ({ items, rounds = 1 }: Steps): INodeType => ({
	description: { displayName: START, name: 'start', group: ['transform'], version: 1, description: START, defaults: { name: START }, inputs: ['main'], outputs: ['main'], properties: [] },
	async execute() {
		return [Number(this.evaluateExpression('{{ $runIndex }}', 0)) < rounds ? items : []];
	},
});

let executions = 0;

/**
 * Runs a workflow as n8n does.
 *
 * @param establishedAt when the execution begins (ms)
 */
export async function run(service: Service, steps: Steps, establishedAt: number): Promise<Ended> {
	const workflow = workflowOf(steps);
	const data = newRunData();
	const begun = { runtimeData: { version: 1, establishedAt, source: 'manual' } };
	if (knowsBegin) Object.assign(data.executionData!, begun);
	data.executionData!.nodeExecutionStack.push({ node: workflow.getNode(START)!, data: { main: [[{ json: {} }]] }, source: null });
	return await processed(service, workflow, data, 'manual');
}

/**
 * Runs a failed execution again, as n8n's Retry does (ExecutionService.retry).
 *
 * @param steps the workflow as it is saved now; n8n's "Retry with original workflow" has that of the first try
 */
export async function retry(service: Service, { data: failed }: Ended, steps: Steps): Promise<Ended> {
	const workflow = workflowOf(steps);
	const data = JSON.parse(JSON.stringify(failed)) as IRunExecutionData;
	delete data.resultData.error;
	const { lastNodeExecuted = '', runData } = data.resultData;
	if (runData[lastNodeExecuted]?.at(-1)?.error !== undefined) runData[lastNodeExecuted].pop();
	for (const entry of data.executionData!.nodeExecutionStack) entry.node = workflow.getNode(entry.node.name)!;
	return await processed(service, workflow, data, 'retry');
}

/** Whether this n8n says when an execution began. */
export const knowsBegin = 'getExecutionContext' in ExecuteContext.prototype;

function workflowOf(steps: Steps): Workflow {
	const types: Record<string, INodeType> = { supportInbox: asLoaded(new SupportInbox()), start: startOf(steps) };
	const nodeOf = (name: string, type: string, parameters: INodeParameters, more?: Partial<INode>): INode => ({ id: name, name, type, typeVersion: 1, position: [0, 0], parameters, ...more });
	const credentials = { supportInboxApi: { id: '1', name: 'Support Inbox API' } };
	const nodes = [nodeOf(START, 'start', {}), ...steps.nodes.map(({ name, parameters, more }) => nodeOf(name, 'supportInbox', parameters, { credentials, ...more }))];
	const connections: IConnections = {};
	for (const [place, { name }] of nodes.entries()) {
		const next = nodes[place + 1]?.name ?? (steps.rounds === undefined ? undefined : START);
		connections[name] = { main: next === undefined ? [] : [[{ node: next, type: 'main', index: 0 }]] };
	}
	const nodeTypes = { getByName: (name: string) => types[name], getByNameAndVersion: (name: string) => types[name], getKnownTypes: () => ({}) };
	return new Workflow({ id: steps.workflowId ?? 'workflow-1', nodes, connections, active: false, settings: {}, nodeTypes });
}

async function processed(service: Service, workflow: Workflow, data: IRunExecutionData, mode: WorkflowExecuteMode): Promise<Ended> {
	const additionalData = additionalDataOf(service, { executionId: `run-${++executions}` });
	const stored = { id: workflow.id, name: '', active: false, nodes: [], connections: {}, createdAt: new Date(), updatedAt: new Date() };
	additionalData.hooks = new ExecutionLifecycleHooks(mode, String(additionalData.executionId), stored as never);
	const ended = (await withExpressions(workflow, async () => await new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow))) as IRun;
	const { runData, error } = ended.data.resultData;
	return { data: ended.data, error: error?.message, json: (name) => (runData[name]?.at(-1)?.data?.main[0] ?? []).map(({ json }) => json) };
}

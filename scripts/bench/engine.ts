import '../../test/harness/ownFolder';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { Service } from '../../test/harness/engine';
import { additionalDataOf } from '../../test/harness/engine';
import { asLoaded, newRunData, withExpressions } from '../../test/harness/olderVersions';

/** Whoever takes part: a node, how its type is called in a workflow, and parameters that make it read one ticket per item. */
export interface Contestant {
	name: string;
	nodeType: INodeType;
	type: string;
	version: number;
	parameters: (service: Service) => INodeParameters;
}

/** Runs a node on `count` items through n8n-core. With Continue On Fail, failed items come out with an error. */
export async function run(contestant: Contestant, service: Service, count: number, more: INodeParameters = {}, jsonOf: (item: number) => IDataObject = () => ({ id: 10_001 })): Promise<INodeExecutionData[]> {
	const { nodeType, type, version } = contestant;
	asLoaded(nodeType);
	const written: INode = {
		id: 'node-1',
		name: 'Node',
		type,
		typeVersion: version,
		position: [0, 0],
		parameters: { ...contestant.parameters(service), ...more },
		credentials: { supportInboxApi: { id: '1', name: 'Support Inbox API' } },
		onError: 'continueRegularOutput',
	};
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [written],
		connections: {},
		active: false,
		nodeTypes: { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) },
	});
	const node = workflow.getNode('Node')!;
	const items = Array.from({ length: count }, (_, item) => ({ json: jsonOf(item) }));
	const input = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataOf(service, {}),
		'manual',
		newRunData(),
		0,
		items,
		input,
		{ data: input, node, source: null },
		[],
	);
	return await withExpressions(workflow, async () => {
		const output = nodeType.execute ? await nodeType.execute.call(context) : await new RoutingNode(context, nodeType).runNode();
		return (output as INodeExecutionData[][])[0];
	});
}

import { DirectoryLoader, ExecuteContext, LoadOptionsContext, PollContext, RoutingNode, SupplyDataContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode, Workflow
} from 'n8n-workflow';
import { SupportInboxApi } from '../../credentials/SupportInboxApi.credentials';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { asLoaded, newRunData, withExpressions } from './olderVersions';

/** What the node is pointed at: the simulator, or anything with an address and a token. */
export interface Service {
	baseUrl: string;
	token: string;
	/** further values of the credential, e.g. what n8n adds to all of them */
	credential?: Record<string, unknown>;
}

/** Settings of a run that most tests leave alone. */
export interface RunSettings {
	/** default: one empty item */
	items?: INodeExecutionData[];
	/** the workflow's time zone; default Europe/Berlin, so that a forgotten conversion shows */
	timezone?: string;
	/** further properties of the node, e.g. `{ continueOnFail: true }` */
	node?: Partial<INode>;
	/** default: a new one for each run */
	executionId?: string;
	/** default: as by a click in the editor */
	mode?: WorkflowExecuteMode;
	/** when the execution began (ms), as newer versions of n8n say */
	establishedAt?: number;
	runIndex?: number;
	/** items of further runs of the node in the same execution, as in a loop */
	rounds?: INodeExecutionData[][];
	/** default: the nodes of a test belong to one workflow, its triggers to another */
	workflowId?: string;
	signal?: AbortSignal;
	/** what n8n waits for each time before it has the credential, such as an answer of its database */
	beforeCredential?: () => Promise<void>;
	/** of a dropdown: where its field stands, as the editor says it, e.g. `parameters.updateTicketFields.colorCd` */
	path?: string;
	/** default: the node of the source; the smoke test runs the built one */
	nodeType?: INodeType;
	/** default: n8n's own */
	engine?: typeof RoutingNode;
}

const nodeTypes: Record<string, () => INodeType> = {
	supportInbox: () => asLoaded(new SupportInbox()),
	supportInboxTool: () => asTool(asLoaded(new SupportInbox())),
	supportInboxTrigger: () => new SupportInboxTrigger(),
};

/** As n8n makes the type of a tool: it is known by its name. What is run is the node as it is. */
function asTool({ description }: INodeType): INodeType {
	return { description: { ...description, name: `${description.name}Tool` } };
}

// As n8n does when it loads a package: it adds "Request Options" to the properties, which all instances share.
DirectoryLoader.applyDeclarativeNodeOptionParameters(new SupportInbox());

let executions = 0;

/** @param establishedAt see RunSettings */
function runDataBegun(establishedAt: number | undefined) {
	const data = newRunData();
	if (establishedAt !== undefined) Object.assign(data.executionData!, { runtimeData: { version: 1, establishedAt, source: 'manual' } });
	return data;
}

/**
 * Runs the node on items through n8n-core's declarative engine, over real HTTP.
 *
 * @param parameters the node's parameters as a workflow stores them; expressions begin with `=`
 * @returns the items that came out
 * @throws what the engine throws
 */
export async function runNode(
	service: Service,
	parameters: INodeParameters,
	settings: RunSettings = {},
): Promise<INodeExecutionData[]> {
	const { items = [{ json: {} }], runIndex = 0 } = settings;
	const { nodeType = nodeTypes.supportInbox(), engine: Engine = RoutingNode } = settings;
	const { workflow, node } = workflowOf(settings.node?.type ?? 'supportInbox', parameters, settings);
	const additionalData = additionalDataOf(service, settings);
	const inputData = { main: [items] };
	const executeData: IExecuteData = { data: inputData, node, source: null };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		settings.mode ?? 'manual',
		runDataBegun(settings.establishedAt),
		runIndex,
		items,
		inputData,
		executeData,
		[],
		settings.signal,
	);
	return await withExpressions(workflow, async () => {
		const [output] = (await new Engine(context, nodeType).runNode()) ?? [[]];
		return output;
	});
}

/**
 * Calls the node as the tool of an agent, as n8n does: the call is one item, beside the data of the agent.
 *
 * @param agentItems the items that came to the agent
 * @returns the items that came out
 */
export async function callTool(service: Service, parameters: INodeParameters, agentItems: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const { workflow, node, nodeType } = workflowOf('supportInboxTool', parameters, {});
	const call = { ai_tool: [[{ json: {} }]] };
	const ofAgent: IExecuteData = { data: { main: [agentItems] }, node, source: null };
	const context: unknown = new SupplyDataContext(workflow, node, additionalDataOf(service, {}), 'manual', newRunData(), 0, agentItems, call, 'ai_tool', ofAgent, []);
	return await withExpressions(workflow, async () => {
		const [output] = (await new RoutingNode(context as ExecuteContext, nodeType).runNode()) ?? [[]];
		return output;
	});
}

/** Fills a dropdown as the editor does. @param method name of the load options method */
export async function loadOptions(
	service: Service,
	method: string,
	parameters: INodeParameters = {},
	type: 'supportInbox' | 'supportInboxTrigger' = 'supportInbox',
	settings: RunSettings = {},
): Promise<INodePropertyOptions[]> {
	const { nodeType, context } = editorOf(service, parameters, type, settings);
	return await nodeType.methods!.loadOptions![method].call(context);
}

/** Fills a resource locator's list as the editor does. @param method name of the list search method */
export async function listSearch(
	service: Service,
	method: string,
	parameters: INodeParameters = {},
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { nodeType, context } = editorOf(service, parameters, 'supportInbox');
	return await nodeType.methods!.listSearch![method].call(context, filter, paginationToken);
}

/** One node of a workflow with the trigger, whose polls share static data as in a running n8n. */
export interface Poller {
	staticData: Record<string, unknown>;
	/** what n8n received besides, as failed executions */
	reported: Error[];
	/** @returns the items of one poll, or null when there is nothing to emit */
	poll(mode?: WorkflowExecuteMode, activation?: WorkflowActivateMode): Promise<INodeExecutionData[] | null>;
}

let pollers = 0;

/** @returns a poller on the trigger, over real HTTP */
export function pollerOf(service: Service, parameters: INodeParameters, settings: RunSettings = {}): Poller {
	// Each is a node of its own, as in n8n.
	const id = `trigger-${++pollers}`;
	const { workflow, node, nodeType } = workflowOf('supportInboxTrigger', parameters, { workflowId: 'workflow-2', ...settings, node: { id, ...settings.node } });
	const additionalData = additionalDataOf(service, settings);
	const poller: Poller = {
		staticData: workflow.getStaticData('node', node),
		reported: [],
		poll: async (mode = 'trigger', activation = 'init') => {
			const context = new PollContext(workflow, node, additionalData, mode, activation, () => {}, (error) => poller.reported.push(error));
			return await withExpressions(workflow, async () => (await nodeType.poll!.call(context))?.[0] ?? null);
		},
	};
	return poller;
}

function editorOf(service: Service, parameters: INodeParameters, type: string, settings: RunSettings = {}) {
	const { workflow, node, nodeType } = workflowOf(type, parameters, settings);
	const additionalData = { ...additionalDataOf(service, {}), currentNodeParameters: node.parameters };
	return { nodeType, context: new LoadOptionsContext(workflow, node, additionalData, settings.path ?? '') };
}

/** @returns a workflow of one node, and that node with its defaults filled in */
export function workflowOf(type: string, parameters: INodeParameters, settings: RunSettings) {
	const { timezone = 'Europe/Berlin', workflowId = 'workflow-1', node: more, nodeType = nodeTypes[type]() } = settings;
	const node: INode = {
		id: 'node-1',
		name: 'Support Inbox',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { supportInboxApi: { id: '1', name: 'Support Inbox API' } },
		...more,
	};
	const workflow = new Workflow({
		id: workflowId,
		nodes: [node],
		connections: {},
		active: false,
		settings: { timezone },
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	refuseUnknown(nodeType, parameters);
	// The workflow fills in defaults, as n8n does.
	return { workflow, node: workflow.getNode(node.name)!, nodeType };
}

/** n8n drops a parameter that the operation does not have, in silence: a test that sets it would test nothing. */
function refuseUnknown({ description: { properties } }: INodeType, parameters: INodeParameters): void {
	const known = new Set([...properties.map(({ name }) => name), 'requestOptions', 'toolDescription', 'descriptionType']);
	const { resource, operation } = parameters;
	const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties) => [[show.resource, resource], [show.operation, operation]].every(([shown, own]) => (shown as unknown[] | undefined)?.includes(own) !== false);
	const ofOthers = properties.filter((property) => property.type === 'collection' && !isShown(property)).map(({ name }) => name);
	const unknown = Object.keys(parameters).filter((name) => !known.has(name) || ofOthers.includes(name));
	if (unknown.length > 0) throw new Error(`The operation has no parameter ${unknown.join(', ')}`);
}

/** @returns what n8n gives an execution besides its workflow: the credential and an id */
export function additionalDataOf({ baseUrl, token, credential: more }: Service, { executionId, beforeCredential }: RunSettings): IWorkflowExecuteAdditionalData {
	const credential = new SupportInboxApi();
	const urls = Object.fromEntries(
		['restApiUrl', 'instanceBaseUrl', 'webhookBaseUrl', 'webhookWaitingBaseUrl', 'webhookTestBaseUrl', 'formWaitingBaseUrl'].map(
			(key) => [key, 'http://127.0.0.1:1/'],
		),
	);
	return {
		...urls,
		executionId: executionId ?? `execution-${++executions}`,
		variables: {},
		currentNodeParameters: {},
		credentialsHelper: {
			getDecrypted: async () => {
				await beforeCredential?.();
				return { baseUrl, accessToken: token, ...more };
			},
			authenticate: async (data: ICredentialDataDecryptedObject, _type: string, options: IHttpRequestOptions) =>
				await credential.authenticate(data, options),
			preAuthentication: async () => undefined,
			runPreAuthentication: async () => undefined,
			getParentTypes: () => [],
			getCredentialsProperties: () => credential.properties,
			isCredentialUsableByNode: () => true,
		},
	} as unknown as IWorkflowExecuteAdditionalData;
}

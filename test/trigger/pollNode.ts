import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { SupportInboxApi } from '../../dist/credentials/SupportInboxApi.credentials';
import { SupportInboxTrigger } from '../../dist/nodes/SupportInbox/SupportInboxTrigger.node';

const URLS = ['restApiUrl', 'instanceBaseUrl', 'formWaitingBaseUrl', 'webhookBaseUrl', 'webhookWaitingBaseUrl', 'webhookTestBaseUrl', 'oauthCallbackUrl'];

/** A trigger node in n8n-core's own poll context, with the credential filled in as n8n does it. */
export interface PolledNode {
	/** The node's static data, as n8n saves it. */
	staticData: IDataObject;
	/** Errors the node reported without failing the poll. */
	reported: Error[];
	poll(mode?: WorkflowExecuteMode, activation?: WorkflowActivateMode): Promise<INodeExecutionData[][] | null>;
}

let count = 0;

/** Puts the trigger into a workflow of its own that talks to `baseUrl`. */
export function polledNode(
	{ baseUrl, token }: { baseUrl: string; token: string },
	parameters: INodeParameters,
): PolledNode {
	const nodeType = new SupportInboxTrigger() as INodeType;
	const node: INode = {
		id: `trigger-${++count}`,
		name: 'Support Inbox Trigger',
		type: 'n8n-nodes-support-inbox.supportInboxTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { ...parameters },
		credentials: { supportInboxApi: { id: '1', name: 'Support Inbox' } },
	};
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	} as unknown as INodeTypes;
	const workflow = new Workflow({ id: 'w1', name: 'Test', nodes: [node], connections: {}, active: true, nodeTypes, settings: {} });
	const reported: Error[] = [];
	const additionalData = additionalDataFor(baseUrl, token);
	return {
		get staticData() {
			return workflow.getStaticData('node', node);
		},
		reported,
		async poll(mode = 'trigger', activation = 'activate') {
			const context = new PollContext(workflow, node, additionalData, mode, activation, undefined, (error) => reported.push(error));
			await workflow.expression.acquireIsolate?.();
			try {
				return (await nodeType.poll?.call(context as unknown as IPollFunctions)) ?? null;
			} finally {
				await workflow.expression.releaseIsolate?.();
			}
		},
	};
}

function additionalDataFor(baseUrl: string, token: string): IWorkflowExecuteAdditionalData {
	const credential = new SupportInboxApi();
	const credentialsHelper = {
		getDecrypted: async () => ({ baseUrl, accessToken: token }),
		authenticate: async (data: ICredentialDataDecryptedObject, _type: string, options: IHttpRequestOptions) =>
			await credential.authenticate(data, options),
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
		getParentTypes: () => [],
		getCredentialsProperties: () => [],
		isCredentialUsableByNode: () => true,
	};
	return {
		...Object.fromEntries(URLS.map((name) => [name, 'http://127.0.0.1'])),
		credentialsHelper,
		hooks: undefined,
		executionId: 'e1',
		currentNodeParameters: {},
		setExecutionStatus: () => undefined,
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

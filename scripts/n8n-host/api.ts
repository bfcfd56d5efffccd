import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import type { IDataObject, INodeExecutionData, INodeProperties, INodeTypeDescription, INodeParameters } from 'n8n-workflow';
import { decodeExecution, type Execution, type StoredExecution } from './execution';
import { waitFor } from './net';

/** The person who logs in to the n8n of the demo and the tests. */
export const OWNER = { email: 'owner@example.com', password: 'Support-Inbox-2', firstName: 'Olivia', lastName: 'Owner' };

/** A credential as nodes and the API name it. */
export interface CredentialReference {
	id: string;
	name: string;
}

interface CommunityPackage {
	installedVersion: string;
}

/** What `POST /rest/workflows` takes: a file that n8n exported, or one written by hand. */
export interface WorkflowDefinition {
	name: string;
	nodes: IDataObject[];
	connections: IDataObject;
	settings?: IDataObject;
	/** node -> the items that it puts out when the workflow is run by hand, instead of doing its work */
	pinData?: Record<string, Array<Pick<INodeExecutionData, 'json' | 'pairedItem'>>>;
}

/** Where a dropdown sits and what the user has filled in so far. */
export interface DropdownRequest {
	nodeType: string;
	version?: number;
	/** `parameters.labelIds`, or deeper: `parameters.updateTicketFields.labelIds`. */
	path: string;
	methodName: string;
	parameters: INodeParameters;
	credentials: Record<string, CredentialReference>;
}

export interface DropdownEntry {
	name: string;
	value: string | number | boolean;
	description?: string;
	url?: string;
}

export interface MigrationReport {
	workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }>;
	instanceResults: Array<{ ruleId: string }>;
}

/** Of a data table n8n shows no more rows at once. */
const TABLE_PAGE = 100;

/** n8n's own interface, as its web page uses it. Every call throws n8n's message when n8n refuses. */
export class N8nApi {
	private readonly http: AxiosInstance;
	private cookie = '';
	/** n8n's major version, known after `logIn` */
	private major = Infinity;

	/** @param baseUrl for example `http://127.0.0.1:5678` */
	constructor(readonly baseUrl: string) {
		// n8n ends a connection that was idle for five seconds, which may be while the next request leaves on it.
		const httpAgent = new Agent({ keepAlive: false });
		this.http = axios.create({ baseURL: baseUrl, validateStatus: () => true, httpAgent });
	}

	/** Sets up the owner of a new n8n, or logs in where there is one. */
	async logIn(): Promise<void> {
		const settings = await this.call<IDataObject>('GET', '/rest/settings');
		const { showSetupOnFirstLoad } = (settings.userManagement ?? {}) as IDataObject;
		if (showSetupOnFirstLoad) await this.call('POST', '/rest/owner/setup', OWNER);
		const { email, password } = OWNER;
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		// Only users who are logged in see the version.
		this.major = Number((await this.version()).split('.')[0]);
	}

	/** @returns what n8n's own report says about a move to the next major version, for example `v3`: rules that this n8n or its workflows run into */
	async migrationReport(version: string): Promise<MigrationReport> {
		return (await this.call<{ report: MigrationReport }>('POST', `/rest/breaking-changes/report/refresh?version=${version}`)).report;
	}

	/** @returns the ids of the workflows that run into a rule of `migrationReport` */
	async affectedWorkflows(ruleId: string): Promise<string[]> {
		const { affectedWorkflows } = await this.call<{ affectedWorkflows: Array<{ id: string }> }>('GET', `/rest/breaking-changes/report/${ruleId}`);
		return affectedWorkflows.map(({ id }) => id);
	}

	/** @returns the version that this n8n says it is */
	async version(): Promise<string> {
		return String((await this.call<IDataObject>('GET', '/rest/settings')).versionCli);
	}

	/** @returns the descriptions of all node types whose name begins with `prefix` */
	async nodeTypes(prefix: string): Promise<INodeTypeDescription[]> {
		const all = await this.call<INodeTypeDescription[]>('GET', '/types/nodes.json');
		return all.filter(({ name }) => name.startsWith(prefix));
	}

	/** Installs a community package as n8n's settings page does. @returns its version */
	async installPackage(name: string): Promise<string> {
		return (await this.call<CommunityPackage>('POST', '/rest/community-packages', { name })).installedVersion;
	}

	/** @returns the version after the update */
	async updatePackage(name: string, version: string): Promise<string> {
		return (await this.call<CommunityPackage>('PATCH', '/rest/community-packages', { name, version })).installedVersion;
	}

	async removePackage(name: string): Promise<void> {
		await this.call('DELETE', `/rest/community-packages?name=${name}`);
	}

	/** @returns the credential types of this n8n whose name is `name` */
	async credentialTypes(name: string): Promise<Array<{ name: string; properties: INodeProperties[] }>> {
		const all = await this.call<Array<{ name: string; properties: INodeProperties[] }>>('GET', '/types/credentials.json');
		return all.filter((type) => type.name === name);
	}

	async createCredential(name: string, type: string, data: IDataObject): Promise<CredentialReference> {
		const { id } = await this.call<{ id: string }>('POST', '/rest/credentials', { name, type, data });
		return { id, name };
	}

	/** Deletes every credential of this name. */
	async deleteCredentials(name: string): Promise<void> {
		const all = await this.call<CredentialReference[]>('GET', '/rest/credentials');
		for (const { id } of all.filter((credential) => credential.name === name)) await this.call('DELETE', `/rest/credentials/${id}`);
	}

	/** What the credential's "Retry" button does; `data` may hold values that are not stored. */
	async testCredential(reference: CredentialReference, type: string, data: IDataObject): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.call('POST', '/rest/credentials/test', { credentials: { ...reference, type, data } });
	}

	/** Fills a dropdown. @throws with the text that n8n shows in the field when it fails */
	async options({ nodeType, version = 1, parameters, ...asItIs }: DropdownRequest): Promise<DropdownEntry[]> {
		const body = { ...asItIs, nodeTypeAndVersion: { name: nodeType, version }, currentNodeParameters: parameters };
		return await this.call('POST', '/rest/dynamic-node-parameters/options', body);
	}

	/** Fills the list of a locator. @throws as `options` */
	async locatorEntries({ nodeType, version = 1, parameters, ...asItIs }: DropdownRequest): Promise<DropdownEntry[]> {
		const body = { ...asItIs, nodeTypeAndVersion: { name: nodeType, version }, currentNodeParameters: parameters };
		return (await this.call<{ results: DropdownEntry[] }>('POST', '/rest/dynamic-node-parameters/resource-locator-results', body)).results;
	}

	/** Imports a workflow. @returns its id */
	async createWorkflow(workflow: WorkflowDefinition): Promise<string> {
		// n8n 1 asks for `active`.
		const body = { settings: { executionOrder: 'v1' }, ...workflow, ...(this.major < 2 ? { active: false } : {}) };
		return (await this.call<{ id: string }>('POST', '/rest/workflows', body)).id;
	}

	/** @returns the ids of the workflows of this name */
	async workflowsNamed(name: string): Promise<string[]> {
		const found = await this.call<Array<{ id: string; name: string }>>('GET', `/rest/workflows?filter=${encodeURIComponent(JSON.stringify({ name }))}`);
		return found.filter((workflow) => workflow.name === name).map(({ id }) => id);
	}

	/** Renames a node as the editor does when the workflow is saved; an active workflow has to be activated again. */
	async renameNode(workflowId: string, before: string, after: string): Promise<void> {
		const { nodes, versionId } = await this.call<{ nodes: Array<{ name: string }>; versionId: string }>('GET', `/rest/workflows/${workflowId}`);
		const renamed = nodes.map((node) => (node.name === before ? { ...node, name: after } : node));
		await this.call('PATCH', `/rest/workflows/${workflowId}`, { nodes: renamed, versionId });
	}

	/** Makes a data table in the owner's own project. @returns its id */
	async createDataTable(name: string, columns: Array<{ name: string; type: 'string' | 'number' }>): Promise<string> {
		const project = await this.call<{ id: string }>('GET', '/rest/projects/personal');
		return (await this.call<{ id: string }>('POST', `/rest/projects/${project.id}/data-tables`, { name, columns })).id;
	}

	/** Makes a data table with these rows. @returns its id */
	async createDataTableWithRows(name: string, columns: Array<{ name: string; type: 'string' | 'number' }>, rows: Array<Record<string, string | number>>): Promise<string> {
		const table = await this.createDataTable(name, columns);
		if (rows.length) await this.addDataTableRows(table, rows);
		return table;
	}

	/** Puts rows into a data table of the owner's own project, at most 1,000 at once. */
	async addDataTableRows(table: string, rows: Array<Record<string, string | number>>): Promise<void> {
		const project = await this.call<{ id: string }>('GET', '/rest/projects/personal');
		await this.call('POST', `/rest/projects/${project.id}/data-tables/${table}/insert`, { data: rows });
	}

	/** @returns the rows of a data table of the owner's own project, page by page */
	async dataTableRows(table: string): Promise<IDataObject[]> {
		const project = await this.call<{ id: string }>('GET', '/rest/projects/personal');
		const rows: IDataObject[] = [];
		for (;;) {
			const path = `/rest/projects/${project.id}/data-tables/${table}/rows?take=${TABLE_PAGE}&skip=${rows.length}&sortBy=id:asc`;
			const { data } = await this.call<{ data: IDataObject[] }>('GET', path);
			rows.push(...data);
			if (data.length < TABLE_PAGE) return rows;
		}
	}

	/** Starts a workflow by hand from its trigger `triggerName`. @returns the id of the execution */
	async startWorkflow(workflowId: string, triggerName: string): Promise<string> {
		const body = { triggerToStartFrom: { name: triggerName } };
		return (await this.call<{ executionId: string }>('POST', `/rest/workflows/${workflowId}/run`, body)).executionId;
	}

	/** Runs a workflow by hand from its trigger `triggerName` and waits for the end, good or bad. */
	async runWorkflow(workflowId: string, triggerName: string): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(workflowId, triggerName));
	}

	/** Switches a workflow on and waits until its trigger has polled for the first time. @throws why it could not be */
	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.call<{ versionId: string }>('GET', `/rest/workflows/${workflowId}`);
		const version = { versionId, name: 'active', description: '' };
		await this.call('POST', `/rest/workflows/${workflowId}/activate`, version).catch(async (error: unknown) => {
			// Of n8n 1 only the last versions have this route.
			if (this.major >= 2) throw error;
			await this.call('PATCH', `/rest/workflows/${workflowId}`, { active: true, versionId });
		});
		// It has no publication either: the activation is over with the answer.
		if (this.major < 2) return;
		const settled = async () => {
			const publication = await this.call<Publication>('GET', `/rest/workflows/${workflowId}/publication-status`);
			return ['published', 'partial', 'failed'].includes(publication.status) ? publication : undefined;
		};
		const { status, triggers } = await waitFor('the activation', settled);
		if (status !== 'published') {
			throw new Error(`The workflow was not activated: ${triggers.map((one) => one.errorMessage).join('; ')}`);
		}
	}

	async deactivate(workflowId: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${workflowId}/deactivate`, {}).catch(async (error: unknown) => {
			if (this.major >= 2) throw error;
			await this.call('PATCH', `/rest/workflows/${workflowId}`, { active: false });
		});
	}

	/** Runs a workflow once for each row of its Evaluation Trigger, as its tab *Evaluations* does. @returns how it ended, with the mean of each metric */
	async evaluate(workflowId: string): Promise<TestRun> {
		await this.call('POST', `/rest/workflows/${workflowId}/test-runs/new`, {});
		return await waitFor('the evaluation to end', async () => {
			const [newest] = await this.call<TestRun[]>('GET', `/rest/workflows/${workflowId}/test-runs`);
			return newest?.completedAt ? newest : undefined;
		});
	}

	/** @returns the executions of a workflow that have ended, the newest first, at most 100 */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?limit=100&filter=${filter}`;
		const { results } = await this.call<{ results: Array<{ id: string; stoppedAt: string | null }> }>('GET', path);
		const ended = results.filter(({ stoppedAt }) => stoppedAt);
		return await Promise.all(ended.map(async ({ id }) => await this.execution(id)));
	}

	/** @returns one execution with what every node put out */
	async execution(id: string): Promise<Execution> {
		return decodeExecution(await this.call<StoredExecution>('GET', `/rest/executions/${id}`));
	}

	/** Retries an execution that failed, as n8n's list of executions does it. @returns the new one, which goes on with the node that failed */
	async retry(id: string): Promise<Execution> {
		return await this.waitForExecution((await this.call<{ id: string }>('POST', `/rest/executions/${id}/retry`, {})).id);
	}

	/** Waits until an execution has ended, good or bad. */
	async waitForExecution(id: string): Promise<Execution> {
		const ended = async () => {
			const stored = await this.call<StoredExecution>('GET', `/rest/executions/${id}`);
			return stored.stoppedAt ? stored : undefined;
		};
		return decodeExecution(await waitFor(`execution ${id} to end`, ended));
	}

	private async call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, data?: unknown): Promise<T> {
		// On a busy machine n8n loses its database for a moment, and does nothing of what is asked for meanwhile.
		const response = await waitFor(`n8n's database for ${method} ${path}`, async () => {
			const answer = await this.http.request({ method, url: path, data, headers: { cookie: this.cookie } });
			return answer.status === 503 ? undefined : answer;
		});
		const session = response.headers['set-cookie']?.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0] ?? '';
		if (response.status >= 400) {
			const reason = response.data?.message ?? JSON.stringify(response.data);
			throw new Error(`n8n answered ${response.status} to ${method} ${path}: ${reason}`);
		}
		// The lists of types are plain files; everything else comes wrapped.
		return path.startsWith('/types/') ? response.data : response.data.data;
	}
}

interface Publication {
	status: 'not_published' | 'in_progress' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

/** An evaluation of a workflow. */
interface TestRun {
	status: string;
	completedAt: string | null;
	metrics: Record<string, number> | null;
}

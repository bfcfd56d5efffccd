/** What the demo fills in of an example, in place of its user. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IDataObject } from 'n8n-workflow';
import { BOT_TOKEN, CHANNEL, CHANNEL_NAME, type SlackApi } from '../../test/e2e/examples/slackApi';
import type { CredentialReference, N8nApi } from '../n8n-host/api';
import type { SimulatorClient } from '../simulator-process';
import type { Receiver } from './receiver';
import { columnsFor, rowsOfUser, type Column, type Row } from './tables';
import { fromList, isUnchosen, readUnpinned, toReplace, type Example, type ExampleNode, type ToReplace } from './workflow';

/** The inbox that the demo watches, one of its mail accounts and its address book, of the simulator's demo data. */
export const INBOX_ID = 101;
const INBOX_NAME = 'Support';
export const MAIL_ACCOUNT_NAME = 'Customer Support';
export const ADDRESS_BOOK_ID = 11;
const ADDRESS_BOOK_NAME = 'Customers';
const LABEL = 'Reported in Slack';
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** So often within a minute that nobody has to wait: n8n takes any number of times, each of them once a minute. */
export const POLL_TIMES = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** What the examples meet in the demo. */
export interface Surroundings {
	api: N8nApi;
	simulator: SimulatorClient;
	/** in place of Slack's incoming webhooks */
	receiver: Pick<Receiver, 'url'>;
	/** in place of Slack's API */
	slackApi: Pick<SlackApi, 'postMessageUrl'>;
}

/** What the demo has in place of what a user fills in. */
export interface Provisions {
	/** of the simulated service */
	credential: CredentialReference;
	/** Default: the inbox of the demo. */
	inboxId?: number;
	/** a label of the inbox */
	labelId: number;
	/** in place of an incoming webhook of Slack */
	webhookUrl: string;
	/** in place of Slack's `chat.postMessage`, with a channel */
	postMessageUrl: string;
	/** by type, for the nodes that call `postMessageUrl` */
	slackCredentials: Record<string, CredentialReference>;
	/** Makes a data table with these rows. @returns its id */
	createTable(name: string, columns: Column[], rows: Row[]): Promise<string>;
}

/**
 * Stores the credentials of the stand-ins, and makes a label that no ticket has yet: each one that gets it got it from n8n.
 *
 * @throws n8n's message when the credential of the simulator is refused
 */
export async function prepare({ api, simulator, receiver, slackApi }: Surroundings): Promise<Provisions> {
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
	const credential = await api.createCredential('Support Inbox (simulated)', 'supportInboxApi', data);
	const test = await api.testCredential(credential, 'supportInboxApi', data);
	if (test.status !== 'OK') throw new Error(`The credential was refused: ${test.message}`);
	const httpHeaderAuth = await api.createCredential('Slack bot token (stand-in)', 'httpHeaderAuth', { name: 'Authorization', value: `Bearer ${BOT_TOKEN}` });
	const slack = await api.createCredential('Slack (stand-in)', 'slackApi', { accessToken: BOT_TOKEN });
	const label = await simulator.act<{ id: number }>({ do: 'addLabel', inboxId: INBOX_ID, name: LABEL });
	return {
		credential,
		labelId: label.id,
		webhookUrl: receiver.url,
		postMessageUrl: slackApi.postMessageUrl,
		slackCredentials: { httpHeaderAuth, slackApi: slack },
		createTable: async (name, columns, rows) => await api.createDataTableWithRows(name, columns, rows),
	};
}

/**
 * Unpins the data of an example, and fills in what the demo can: everything of the service, what calls Slack, and the data tables. The rest
 * stays empty, so that n8n does not publish it and nothing outside is called.
 *
 * @param file its name without `.json`
 */
export async function templateValues(file: string, has: Provisions): Promise<Example> {
	const workflow = readUnpinned(file);
	for (const node of workflow.nodes) {
		const { type, parameters } = node;
		if (type === STICKY_NOTE) parameters.content = String(parameters.content).replace('**To replace**', '**To replace** (the demo has filled in what it can)');
		fillInService(node, has);
	}
	for (const row of toReplace(file)) {
		const nodes = workflow.nodes.filter(({ name }) => row.nodes.includes(name));
		for (const node of nodes) fillInSlack(node, row, has);
		await fillInTable(`${workflow.name}: ${row.nodes[0]}`, nodes, row, has);
	}
	return workflow;
}

function fillInService({ parameters, credentials }: ExampleNode, { credential, inboxId = INBOX_ID, labelId }: Provisions): void {
	if (credentials && 'supportInboxApi' in credentials) credentials.supportInboxApi = credential;
	if ('pollTimes' in parameters) parameters.pollTimes = POLL_TIMES;
	if (isEmptyList(parameters.messageBoxIds)) parameters.messageBoxIds = [inboxId];
	if (isUnchosen(parameters.messageBoxId)) parameters.messageBoxId = fromList(inboxId, INBOX_NAME);
	if (isUnchosen(parameters.customerGroupId)) parameters.customerGroupId = fromList(ADDRESS_BOOK_ID, ADDRESS_BOOK_NAME);
	// The customers of the simulator write to an address that is none of the inbox.
	if (parameters.resource === 'email') parameters.mailAccountId ??= MAIL_ACCOUNT_NAME;
	const { values: labels } = (parameters.labels ?? {}) as { values?: { labelIds?: unknown } };
	if (labels && isEmptyList(labels.labelIds)) labels.labelIds = [labelId];
	if ('unansweredFor' in parameters) shortenWait(parameters);
}

/** So that nobody has to wait for business hours. */
function shortenWait(parameters: IDataObject): void {
	const { businessHours, ...options } = (parameters.options ?? {}) as IDataObject;
	Object.assign(parameters, { unansweredFor: 1, unansweredUnit: 'minutes', options });
}

/** @returns what an n8n needs in its environment so that its own Slack node talks to the stand-in */
export function slackInstead({ url }: Pick<SlackApi, 'url'>): NodeJS.ProcessEnv {
	const script = pathToFileURL(join(__dirname, 'slackInstead.mjs'));
	script.searchParams.set('to', url);
	return { NODE_OPTIONS: `--import ${script.href}` };
}

function fillInSlack(node: ExampleNode, { what }: ToReplace, { webhookUrl, postMessageUrl, slackCredentials }: Provisions): void {
	if (isUnchosen(node.parameters.channelId)) {
		node.parameters.channelId = { __rl: true, mode: 'list', value: CHANNEL, cachedResultName: CHANNEL_NAME };
		node.credentials = { slackApi: slackCredentials.slackApi! };
	}
	if (node.type !== 'n8n-nodes-base.httpRequest' || node.parameters.url !== '') return;
	if (/incoming webhook/.test(what)) node.parameters.url = webhookUrl;
	if (!/chat\.postMessage|the same address/.test(what)) return;
	node.parameters.url = postMessageUrl;
	for (const type of Object.keys(node.credentials ?? {})) node.credentials = { ...node.credentials, [type]: slackCredentials[type]! };
}

/** The nodes of a row share a table. */
async function fillInTable(name: string, nodes: ExampleNode[], row: ToReplace, { createTable }: Provisions): Promise<void> {
	const open = nodes.filter(({ parameters }) => isUnchosen(parameters.dataTableId));
	const columns = columnsFor(open, row);
	if (!columns.length) return;
	const dataTableId = { __rl: true, mode: 'list', value: await createTable(name, columns, rowsOfUser(row)), cachedResultName: name };
	for (const { parameters } of open) parameters.dataTableId = dataTableId;
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** @returns the rows of the page of an example with the nodes that n8n names as not filled in when it refuses to publish; none for another refusal */
export function leftToReplace(file: string, refusal: string): ToReplace[] {
	const named = [...refusal.matchAll(/Node "(.+)":/g)].map(([, name]) => name);
	return toReplace(file).flatMap(({ nodes, what }) => {
		const left = nodes.filter((name) => named.includes(name));
		return left.length ? [{ nodes: left, what }] : [];
	});
}

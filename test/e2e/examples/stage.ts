import type { IDataObject } from 'n8n-workflow';
import { startReceiver, type Receiver } from '../../../scripts/demo/receiver';
import { ADDRESS_BOOK_ID, templateValues, MAIL_ACCOUNT_NAME } from '../../../scripts/demo/setUp';
import type { Row } from '../../../scripts/demo/tables';
import { withFilling, type Example, type Filling } from '../../../scripts/demo/workflow';
import type { CredentialReference, N8nApi, WorkflowDefinition } from '../../../scripts/n8n-host/api';
import { failureText, type Execution } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import { startSimulatorProcess, type SimulatorProcess } from '../../../scripts/simulator-process';
import { startChatModel, type ChatModel, type Model } from '../chatModel';
import { CREDENTIAL_TYPE, type World } from '../world';
import { startMailServer, type MailServer } from './mailServer';
import { startQdrant, type Qdrant } from './qdrant';
import { BOT_TOKEN, SIGNING_SECRET, startSlackApi, type SlackApi } from './slackApi';
import { startStorage, type Storage } from './storage';

/** A poll sends its searches within less than that, and polls are further apart (ms). */
const GAP_MS = 3_000;

/** The mail account of the inboxes of a stage. */
export const SUPPORT = 'support@tenant.example';
/** A mail of a customer, and an agent's answer to it. */
export const QUESTION = { body: 'Where is it?', from: 'anna@mail.example', to: SUPPORT };
export const ANSWER = { body: 'Here it is', action_cd: 'sent', from: SUPPORT, to: 'anna@mail.example' };
/** Whom n8n's mails come from and go to, for the nodes that ask a person. */
export const ASKS_BOSS = { fromEmail: 'n8n@tenant.example', toEmail: 'boss@tenant.example' };

/** Whom the forms of examples know that ask for a password. */
const FORM_USER = { user: 'team', password: 'form-password' };
/** What a browser sends once somebody has logged in to such a form. */
export const FORM_LOGIN = { Authorization: `Basic ${Buffer.from(Object.values(FORM_USER).join(':')).toString('base64')}` };

/** Waits until there is a truthy answer. @returns it. @throws that says what did not happen */
export async function eventually<T>(what: string, probe: () => Promise<T> | T, detail?: () => string): Promise<NonNullable<T>> {
	return await waitFor(what, probe, { detail });
}

/** What the examples meet beside n8n, one for all of them. */
export interface Surroundings {
	simulator: SimulatorProcess;
	/** its incoming webhooks */
	slack: Receiver;
	/** its API, with threads */
	slackApi: SlackApi;
	mail: MailServer;
	storage: Storage;
	qdrant: Qdrant;
	/** the language model, and its embeddings */
	chat: ChatModel;
	/** for every type that an example uses */
	credentials: Record<string, CredentialReference>;
	/** Says what the language model does from now on. */
	think(model: Model): void;
	stop(): Promise<void>;
}

/** Starts what the examples meet. */
export async function startSurroundings({ api }: Pick<World, 'api'>): Promise<Surroundings> {
	let model: Model = () => ({ say: 'Nothing.' });
	// A service of its own: each example gets an inbox, which other tests would not expect.
	const simulator = await startSimulatorProcess(['--limit', '6000']);
	const [slack, storage, chat] = [await startReceiver(), await startStorage(), await startChatModel((...asked) => model(...asked))];
	const [slackApi, mail, qdrant] = [await startSlackApi(), await startMailServer(), await startQdrant()];
	const ofTypes: Record<string, IDataObject> = {
		openAiApi: { apiKey: 'none', url: chat.url },
		httpHeaderAuth: { name: 'Authorization', value: `Bearer ${BOT_TOKEN}` },
		httpBasicAuth: FORM_USER,
		httpBearerAuth: { token: BOT_TOKEN },
		crypto: { hmacSecret: SIGNING_SECRET },
		// n8n's own nodes for Slack and Google talk to those only: they are never called.
		slackApi: { accessToken: BOT_TOKEN },
		googleSheetsOAuth2Api: { clientId: 'none', clientSecret: 'none' },
		qdrantApi: { apiKey: 'none', qdrantUrl: qdrant.url },
		smtp: { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true, user: '', password: '' },
	};
	const credentials: Surroundings['credentials'] = {};
	for (const [type, data] of Object.entries(ofTypes)) credentials[type] = await api.createCredential(`${type} (examples)`, type, data);
	const stop = async () => {
		for (const server of [simulator, slack, storage, chat, slackApi, mail, qdrant]) await server.stop();
	};
	return { simulator, slack, slackApi, mail, storage, qdrant, chat, credentials, think: (next) => void (model = next), stop };
}

/** Where an example is tried: n8n, the service, the stand-ins, and what each trial does with them. */
export class Stage {
	readonly api: N8nApi;
	readonly n8nUrl: string;
	private static tables = 0;
	private token?: Promise<CredentialReference>;

	/** @param file of the example, without `.json` */
	constructor(
		private readonly file: string,
		{ api, n8nUrl }: Pick<World, 'api' | 'n8nUrl'>,
		readonly around: Surroundings,
	) {
		this.api = api;
		this.n8nUrl = n8nUrl;
	}

	/** @returns the stage of another example that works with this one */
	beside(file: string): Stage {
		return new Stage(file, this, this.around);
	}

	/** A token of its own: with another example's, a list that was read a minute ago has not what this one adds. */
	private async ownToken(): Promise<CredentialReference> {
		const accessToken = `token-of-${this.file}`;
		const { simulator } = this.around;
		await simulator.changeTokens({ add: accessToken });
		return await this.api.createCredential(`${CREDENTIAL_TYPE} (${this.file})`, CREDENTIAL_TYPE, { baseUrl: simulator.baseUrl, accessToken });
	}

	/** Does something at the service. @returns what came of it */
	async make<T = Record<string, number>>(action: { do: string } & Record<string, unknown>): Promise<T> {
		return await this.around.simulator.act(action);
	}

	/** @returns the id of a new inbox with a mail account, in which nothing is yet */
	async newInbox(name: string): Promise<number> {
		const { message_box_id } = await this.make({ do: 'addInbox', name, customer_group_id: ADDRESS_BOOK_ID });
		await this.make({ do: 'addMailAccount', inboxId: message_box_id, name: MAIL_ACCOUNT_NAME, email: SUPPORT });
		return message_box_id!;
	}

	/** @returns the id of a new ticket; a customer has begun it */
	async newTicket(inbox: number, ticket: Record<string, unknown> = {}): Promise<number> {
		return (await this.make({ do: 'createTicket', message_box_id: inbox, messages: [QUESTION], ...ticket })).ticket_id!;
	}

	/** @returns a ticket as the service has it */
	async ticket(ticketId: number) {
		return (await this.around.simulator.ticket(ticketId))!;
	}

	/** @returns the texts of the messages of a ticket, the oldest first */
	async bodies(ticketId: number): Promise<string[]> {
		return (await this.ticket(ticketId)).messages.map(({ body }) => body);
	}

	/** Waits until the triggers have polled the inbox this often from now on, each poll to its end: the one after them has begun. */
	async polls(inbox: number, count: number): Promise<void> {
		const begun = async () => {
			const searches = (await this.around.simulator.requests()).filter(({ path }) => path.endsWith(`/${inbox}/tickets/search`));
			return searches.filter(({ at }, place) => place === 0 || at - searches[place - 1]!.at > GAP_MS).length;
		};
		const before = await begun();
		await eventually(`${count} more polls`, async () => (await begun()) > before + count);
	}

	/** Makes a data table with these rows, whose columns are those of the first one. @returns it as parameters of a node have it */
	async table(rows: Row[]) {
		const columns = Object.entries(rows[0] ?? {}).map(([name, value]) => ({ name, type: typeof value as 'string' | 'number' }));
		const value = await this.api.createDataTableWithRows(`${this.file} ${++Stage.tables}`, columns, rows);
		return { dataTableId: { __rl: true, mode: 'list', value } };
	}

	/**
	 * Fills the example in: the service, what calls Slack, and the tables that it writes into as the demo does, the rest as given.
	 *
	 * @param inbox that it works in; absent for an example without one
	 */
	async fill(inbox?: number, parameters: Filling['parameters'] = {}, credentials: Filling['credentials'] = {}): Promise<Example> {
		const all = { ...this.around.credentials, [CREDENTIAL_TYPE]: await (this.token ??= this.ownToken()), ...credentials };
		const workflow = await templateValues(this.file, {
			credential: all[CREDENTIAL_TYPE]!,
			inboxId: inbox,
			labelId: 0,
			webhookUrl: this.around.slack.url,
			postMessageUrl: this.around.slackApi.postMessageUrl,
			slackCredentials: all,
			createTable: async (name, ...content) => await this.api.createDataTableWithRows(`${name} ${++Stage.tables}`, ...content),
		});
		return withFilling(workflow, { parameters, credentials: all });
	}

	/** Imports a workflow and runs it by hand. @param items that its trigger or another node gives instead of its own */
	async run(trigger: string, workflow: WorkflowDefinition, ...items: IDataObject[]): Promise<Execution> {
		const pinData = items.length > 0 ? { [trigger]: items.map((json) => ({ json })) } : undefined;
		return await this.api.runWorkflow(await this.api.createWorkflow({ ...workflow, ...(pinData && { pinData }) }), trigger);
	}

	/** Publishes a workflow for as long as `work` takes. @param failing how many of its runs are to fail */
	async publish(workflow: WorkflowDefinition, work: (id: string) => Promise<void>, failing = 0): Promise<void> {
		const id = await this.api.createWorkflow(workflow);
		await this.api.activate(id);
		try {
			await work(id);
		} finally {
			await this.api.deactivate(id);
		}
		const failures = (await this.api.executions(id)).flatMap((one) => failureText(one) ?? []);
		expect(failures).toEqual(Array.from({ length: failing }, () => expect.any(String) as unknown));
	}

	/** Waits until this number of runs of a published workflow have ended. @returns them, the newest first */
	async ended(id: string, count: number, isOne: (execution: Execution) => boolean = () => true): Promise<Execution[]> {
		return await eventually(`${count} runs`, async () => {
			const executions = (await this.api.executions(id)).filter(isOne);
			return executions.length >= count ? executions : undefined;
		});
	}
}

/** Shows that an example does what its page says: sentence -> the proof, which fails by throwing. */
export type Trials = Record<string, (stage: Stage, around: Surroundings) => Promise<void>>;

/** @returns a trial with a server of its own, which ends with it */
export function beside<T extends { stop(): Promise<void> }>(start: () => Promise<T>, trial: (stage: Stage, server: T, around: Surroundings) => Promise<void>): Trials[string] {
	return async (stage, around) => {
		const server = await start();
		try {
			await trial(stage, server, around);
		} finally {
			await server.stop();
		}
	};
}

/** @returns the table that a node works on */
export function tableOf({ nodes }: Example, name: string): string {
	return String((nodes.find((node) => node.name === name)?.parameters.dataTableId as IDataObject).value);
}

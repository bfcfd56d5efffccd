import type { Filling } from '../../../scripts/demo/workflow';
import type { Receiver } from '../../../scripts/demo/receiver';
import type { CredentialReference, WorkflowDefinition } from '../../../scripts/n8n-host/api';
import type { Execution } from '../../../scripts/n8n-host/execution';
import type { SimulatorClient } from '../../../scripts/simulator-process';
import type { ChatModel, Model } from '../chatModel';
import type { World } from '../world';
import type { MailServer } from './mailServer';
import type { Qdrant } from './qdrant';
import type { SlackApi } from './slackApi';
import type { Storage } from './storage';

/** What the examples meet beside n8n and the service. */
export interface Stage {
	world: Pick<World, 'api' | 'n8nUrl'>;
	simulator: SimulatorClient;
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
	/** Imports the example, filled in. @param more for example pinned data. @returns its id */
	import(filling: Omit<Filling, 'credentials'>, more?: Partial<WorkflowDefinition>): Promise<string>;
	/** Imports and runs it by hand from its trigger. */
	run(trigger: string, filling: Omit<Filling, 'credentials'>, more?: Partial<WorkflowDefinition>): Promise<Execution>;
	/** Creates something at the service. @returns it */
	make<T = Record<string, number>>(action: { do: string } & Record<string, unknown>): Promise<T>;
	/** @returns the id of a new inbox of the address book 11, in which nothing is yet */
	newInbox(name: string): Promise<number>;
}

/** Shows that an example does what its page says: sentence -> the proof, which fails by throwing. */
export type Trials = Record<string, (stage: Stage) => Promise<void>>;

import type { CredentialReference, N8nApi, WorkflowDefinition } from '../n8n-host/api';
import type { SimulatorClient } from '../simulator-process';
import { fromList, loadExample } from './workflow';

/** The inbox that the demo watches, one of its mail accounts and its address book, of the simulator's demo data. */
export const INBOX_ID = 101;
export const INBOX_NAME = 'Support';
export const MAIL_ACCOUNT_NAME = 'Customer Support';
export const ADDRESS_BOOK_ID = 11;
export const ADDRESS_BOOK_NAME = 'Customers';
const LABEL = 'Reported in Slack';
const NOTE = '**Filled in by the demo**: nothing is left to replace.';

/** So often within a minute that nobody has to wait: n8n takes any number of times, each of them once a minute. */
export const POLL_TIMES = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** The example workflows, filled in and switched on. */
export interface DemoWorkflows {
	/** of the workflow that labels tickets and posts to Slack */
	id: string;
	inboxId: number;
	labelId: number;
	/** where the form is, which becomes a contact and a ticket */
	formUrl: string;
}

/**
 * Stores the credential of the simulator, and makes a label that no ticket has yet: each one that gets it got it from n8n.
 *
 * @throws n8n's message when the credential is refused
 */
export async function prepare(api: N8nApi, simulator: SimulatorClient): Promise<{ credential: CredentialReference; labelId: number }> {
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
	const credential = await api.createCredential('Support Inbox (simulated)', 'supportInboxApi', data);
	const test = await api.testCredential(credential, 'supportInboxApi', data);
	if (test.status !== 'OK') throw new Error(`The credential was refused: ${test.message}`);
	const label = await simulator.act<{ id: number }>({ do: 'addLabel', inboxId: INBOX_ID, name: LABEL });
	return { credential, labelId: label.id };
}

/**
 * Does in n8n what a user does: stores the credential, imports the examples, fills them in and switches them on.
 *
 * @param webhookUrl where the user puts the address of the Slack webhook
 * @throws n8n's message when the credential is refused or a workflow cannot be switched on
 */
export async function setUpWorkflows(api: N8nApi, simulator: SimulatorClient, webhookUrl: string): Promise<DemoWorkflows> {
	const { credential, labelId } = await prepare(api, simulator);
	const id = await switchOn(api, ticketsToSlack(credential, labelId, webhookUrl));
	const form = formToContact(credential);
	await switchOn(api, form);
	return { id, inboxId: INBOX_ID, labelId, formUrl: `${api.baseUrl}/form/${webhookIdOf(form)}` };
}

function ticketsToSlack(credential: CredentialReference, labelId: number, webhookUrl: string): WorkflowDefinition {
	return loadExample('new-ticket-to-slack', {
		credentials: { supportInboxApi: credential },
		parameters: {
			'New ticket': { messageBoxIds: [INBOX_ID], pollTimes: POLL_TIMES },
			'Label it': {
				messageBoxId: fromList(INBOX_ID, INBOX_NAME),
				labels: { values: { mode: 'add', labelIds: [labelId] } },
			},
			'Message to Slack': { url: webhookUrl },
		},
		note: NOTE,
	});
}

function formToContact(credential: CredentialReference): WorkflowDefinition {
	return loadExample('form-to-contact-and-memo', {
		credentials: { supportInboxApi: credential },
		parameters: {
			'Create or update the contact': { customerGroupId: fromList(ADDRESS_BOOK_ID, ADDRESS_BOOK_NAME) },
			'Create the ticket': { messageBoxId: fromList(INBOX_ID, INBOX_NAME) },
		},
		note: NOTE,
	});
}

async function switchOn(api: N8nApi, workflow: WorkflowDefinition): Promise<string> {
	const id = await api.createWorkflow(workflow);
	await api.activate(id);
	return id;
}

/** n8n puts a form below the id of its webhook. */
function webhookIdOf({ nodes }: WorkflowDefinition): string {
	return String(nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId);
}

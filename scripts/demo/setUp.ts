import type { N8nApi } from '../n8n-host/api';
import type { SimulatorClient } from '../simulator-process';
import { fromList, loadExample } from './workflow';

/** The inbox that the demo watches, of the simulator's demo data. */
const INBOX_ID = 101;
const INBOX_NAME = 'Support';
const LABEL = 'Reported in Slack';

/** The example workflow, filled in and switched on. */
export interface DemoWorkflow {
	id: string;
	inboxId: number;
	labelId: number;
}

/**
 * Does in n8n what a user does: stores the credential, imports the example, fills it in and switches it on.
 *
 * @param webhookUrl where the user puts the address of the Slack webhook
 * @throws n8n's message when the credential is refused or the workflow cannot be switched on
 */
export async function setUpWorkflow(api: N8nApi, simulator: SimulatorClient, webhookUrl: string): Promise<DemoWorkflow> {
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
	const credential = await api.createCredential('Support Inbox (simulated)', 'supportInboxApi', data);
	const test = await api.testCredential(credential, 'supportInboxApi', data);
	if (test.status !== 'OK') throw new Error(`The credential was refused: ${test.message}`);
	// A label of its own: no ticket has it yet, so that each one that gets it got it from the workflow.
	const label = await simulator.act<{ id: number }>({ do: 'addLabel', inboxId: INBOX_ID, name: LABEL });
	const workflow = loadExample('new-ticket-to-slack', {
		credentials: { supportInboxApi: credential },
		parameters: {
			'New ticket': { messageBoxIds: [INBOX_ID] },
			'Label it': {
				messageBoxId: fromList(INBOX_ID, INBOX_NAME),
				labels: { values: { mode: 'add', labelIds: [label.id] } },
			},
			'Message to Slack': { url: webhookUrl },
		},
	});
	const id = await api.createWorkflow(workflow);
	await api.activate(id);
	return { id, inboxId: INBOX_ID, labelId: label.id };
}

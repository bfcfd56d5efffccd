import type { N8nPage } from '../../test/e2e/browser';
import { addNode, addUpdate, beginWorkflow, chooseLabel, chooseWatched, dragTicket, LABEL, openLabels } from '../../test/e2e/firstWorkflow';
import { waitFor } from '../n8n-host/net';
import { PACKAGE_NAME } from '../n8n-host/server';
import type { SimulatorProcess } from '../simulator-process';
import type { Film } from './film';

/** What each part of the film shows. */
export const SCENES = {
	install: 'The package is installed from npm',
	credential: 'The credential is tested',
	workflow: 'The first workflow: a new ticket ...',
	update: '... gets a label',
	publish: 'The workflow is published, and a customer writes',
	end: 'The trigger has fired, and the workflow has run',
} as const;

const INBOX = 101;

interface Stage {
	film: Film;
	n8n: N8nPage;
	simulator: SimulatorProcess;
	/** npm's tag or version; undefined: the newest */
	version?: string;
}

/** Does in n8n's pages what somebody does who tries the package. @throws when n8n does not show what it must */
export async function perform(stage: Stage): Promise<void> {
	await write(stage, 'Where is my order 48213?', 'I ordered it a week ago. When does it come?');
	await install(stage);
	await testCredential(stage);
	await buildWorkflow(stage);
	await publishAndRun(stage);
}

/** A customer writes to the inbox. @returns the new ticket */
async function write({ simulator }: Stage, title: string, body: string): Promise<number> {
	const messages = [{ from: 'Anna Miller <anna.miller@mail.example>', to: 'support@your-company.example', title, body }];
	const { ticket_id } = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: INBOX, title, messages });
	return ticket_id;
}

const installButton = (n8n: N8nPage) => n8n.page.getByRole('button', { name: /Install/ }).first();

/** Opens the page on which the film begins. */
export async function openSettings(n8n: N8nPage): Promise<void> {
	await n8n.page.goto('/settings/community-nodes');
	await installButton(n8n).waitFor();
}

async function install({ film, n8n, version }: Stage): Promise<void> {
	await film.scene(SCENES.install);
	await installButton(n8n).click();
	await n8n.page.getByPlaceholder(/n8n-nodes/).fill(version === undefined ? PACKAGE_NAME : `${PACKAGE_NAME}@${version}`);
	await n8n.page.getByRole('checkbox').or(n8n.page.locator('.el-checkbox')).last().click();
	await n8n.byTestId('install-community-package-button').click();
	await n8n.byTestId('community-package-card').getByText(PACKAGE_NAME).waitFor({ timeout: 120_000 });
	await n8n.page.waitForTimeout(2_000);
}

async function testCredential({ film, n8n, simulator }: Stage): Promise<void> {
	await n8n.page.goto('/home/credentials');
	await film.scene(SCENES.credential);
	await n8n.page.getByRole('button', { name: /credential/i }).first().click();
	await n8n.byTestId('new-credential-type-select').locator('input').fill('Support Inbox');
	await n8n.byTestId('new-credential-type-select-option').first().click();
	await n8n.byTestId('new-credential-type-button').click();
	await n8n.byTestId('editCredential-modal').waitFor();
	await n8n.parameter('baseUrl').locator('input').fill(simulator.baseUrl);
	await n8n.parameter('accessToken').locator('input').fill(simulator.token);
	await n8n.byTestId('credential-save-button').click();
	await n8n.byTestId('credentials-config-container-test-success').waitFor();
	await n8n.page.waitForTimeout(2_500);
}

async function buildWorkflow({ film, n8n }: Stage): Promise<void> {
	await beginWorkflow(n8n);
	await film.scene(SCENES.workflow);
	await addNode(n8n, 'On ticket created');
	await chooseWatched(n8n);
	await n8n.executeNode();
	await n8n.page.waitForTimeout(1_500);
	await n8n.closeNode();
	await film.scene(SCENES.update);
	await addUpdate(n8n);
	await dragTicket(n8n);
	await openLabels(n8n);
	await chooseLabel(n8n);
	await n8n.executeNode();
	await n8n.page.waitForTimeout(1_500);
	await n8n.closeNode();
	await n8n.zoomToFit();
}

/** @returns the runs that n8n lists of the workflow, the newest first */
const runs = (n8n: N8nPage) => n8n.byTestId('executions-sidebar').locator('[data-test-id^="execution-details-"]');

async function publishAndRun(stage: Stage): Promise<void> {
	const { film, n8n, simulator } = stage;
	await film.scene(SCENES.publish);
	await n8n.byTestId('workflow-open-publish-modal-button').click();
	await n8n.byTestId('workflow-publish-button').click();
	await n8n.byTestId('workflow-publish-button').waitFor({ state: 'hidden' });
	await n8n.page.waitForTimeout(1_500);
	// n8n praises the first workflow that somebody publishes.
	const praise = n8n.page.getByRole('dialog');
	if (await praise.first().isVisible()) await n8n.page.keyboard.press('Escape');
	await praise.first().waitFor({ state: 'hidden' });
	const ticketId = await write(stage, 'Two of the cups are broken', 'The parcel came today. What shall I do?');
	await n8n.page.getByRole('radio', { name: 'Executions' }).or(n8n.page.getByText('Executions', { exact: true })).first().click();
	await runs(n8n).first().waitFor();
	const before = await runs(n8n).count();
	const isLabelled = async () => ((await simulator.ticket(ticketId))?.label_ids.length ?? 0) > 0;
	await waitFor(`the label ${LABEL}`, isLabelled);
	await waitFor('the run in the list', async () => (await runs(n8n).count()) > before);
	await runs(n8n).first().click();
	await film.scene(SCENES.end);
	await n8n.page.waitForTimeout(3_000);
}

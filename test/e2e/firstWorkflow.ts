import type { N8nPage } from './browser';

/** The label that README's first workflow adds. */
export const LABEL = 'Order/Delivery';

/** Opens an empty canvas and the list of nodes. */
export async function beginWorkflow(n8n: N8nPage): Promise<void> {
	await n8n.page.goto('/workflow/new');
	await n8n.page.getByText('Add first step').first().waitFor();
	await n8n.byTestId('canvas-add-button').or(n8n.byTestId('canvas-plus-button')).first().click();
}

/** Searches for the node in the open list of nodes and chooses what it shall do. */
export async function addNode(n8n: N8nPage, what: string): Promise<void> {
	const item = (text: string) => n8n.byTestId('node-creator-item-name').getByText(text, { exact: true });
	await n8n.byTestId('node-creator-search-bar').fill('Support Inbox');
	await item('Support Inbox').click();
	await item(what).click();
	await n8n.byTestId('ndv').waitFor();
}

/** Chooses the inbox that the open trigger watches. */
export async function chooseWatched(n8n: N8nPage): Promise<void> {
	await n8n.openDropdown('messageBoxIds');
	await n8n.choose('Support');
}

/** Adds the second node, in the same inbox. */
export async function addUpdate(n8n: N8nPage): Promise<void> {
	await n8n.byTestId('canvas-handle-plus').first().click();
	await addNode(n8n, 'Update ticket');
	await n8n.openLocator('messageBoxId');
	await n8n.locatorEntries().getByText('Support', { exact: true }).click();
}

/** Drags the ticket's number from what came in into its field. */
export async function dragTicket(n8n: N8nPage): Promise<void> {
	const ticket = n8n.byTestId('resource-locator-ticketId');
	await ticket.locator('[data-test-id="rlc-mode-selector"]').click();
	await n8n.choose('By ID');
	await n8n.byTestId('ndv-input-panel').getByText('ticket_id', { exact: true }).first().dragTo(ticket.locator('[data-test-id="rlc-input-container"]'));
}

/** Shows the labels of the update. */
export async function openLabels(n8n: N8nPage): Promise<void> {
	await n8n.page.getByRole('button', { name: 'Change Labels' }).click();
}

/** Chooses the label. */
export async function chooseLabel(n8n: N8nPage): Promise<void> {
	await n8n.openDropdown('labelIds');
	await n8n.choose(LABEL);
}

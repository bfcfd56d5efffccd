import type { N8nPage } from './browser';
import { inBrowser } from './inBrowser';
import { chain, start } from './workflows';

let n8n: N8nPage;

inBrowser(async (world, opened) => {
	n8n = opened;
	await n8n.openWorkflow(await world.api.createWorkflow(chain('What can I add?', start())));
});

describe("the list of nodes in n8n's page", () => {
	it.each([
		'support', 'customer support', 'ticket', 'new ticket', 'create ticket', 'inbox', 'shared inbox', 'helpdesk', 'help desk',
		'message', 'contact', 'crm', 'email', 'e-mail', 'answer', 'assign', 'note', 'comment', 'inquiry', '問い合わせ', 'チケット', '受信箱',
	])('offers the node to whom searches for %p', async (word) => {
		expect(await n8n.searchNodes(word)).toContain('Support Inbox');
	});

	it('shows what the node can do, and when it can start a workflow', async () => {
		await n8n.searchNodes('support inbox');
		await n8n.byTestId('node-creator-item-name').getByText('Support Inbox', { exact: true }).click();
		for (const action of ['Get many tickets', 'Update ticket', 'Create or update contact', 'Reply to customer by email', 'Add memo (internal note) to ticket', 'Create ticket']) {
			await n8n.byTestId('node-creator-item-name').getByText(action, { exact: true }).waitFor();
		}
		await n8n.byTestId('node-creator-category-item').getByText('Triggers').waitFor();
	});
});

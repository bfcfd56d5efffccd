import type { N8nPage } from './browser';
import { inBrowser } from './inBrowser';
import { CREDENTIAL_TYPE, type World } from './world';

const LABEL = 'Order/Delivery';

let world: World;
let n8n: N8nPage;

inBrowser(async (entered, opened) => {
	[world, n8n] = [entered, opened];
	// A new node takes the newest credential by itself; that of another test may name a service that has ended.
	const { baseUrl, token } = world.simulator;
	await world.api.createCredential('Support Inbox (first workflow)', CREDENTIAL_TYPE, { baseUrl, accessToken: token });
});

const item = (text: string) => n8n.byTestId('node-creator-item-name').getByText(text, { exact: true });

/** Searches for the node in the open list of nodes and chooses what it shall do. */
async function add(what: string) {
	await n8n.byTestId('node-creator-search-bar').fill('Support Inbox');
	await item('Support Inbox').click();
	await item(what).click();
	await n8n.byTestId('ndv').waitFor();
}

describe("README's first workflow, from an empty canvas", () => {
	it('begins with a test event of a real ticket', async () => {
		await world.simulator.act({ do: 'createTicket', message_box_id: 101, title: 'The first one', label_ids: [3001] });
		await n8n.page.goto('/workflow/new');
		await n8n.page.getByText('Add first step').first().waitFor();
		await n8n.byTestId('canvas-add-button').or(n8n.byTestId('canvas-plus-button')).first().click();
		await add('On ticket created');
		await n8n.openDropdown('messageBoxIds');
		await n8n.choose('Support');
		await n8n.executeNode();
		await n8n.byTestId('output-panel').getByText('The first one').first().waitFor();
		await n8n.picture('first-1-trigger');
		await n8n.closeNode();
	});

	it('adds a label to the ticket that comes in, dragged into the field', async () => {
		await n8n.byTestId('canvas-handle-plus').first().click();
		await add('Update ticket');
		await n8n.openLocator('messageBoxId');
		await n8n.locatorEntries().getByText('Support', { exact: true }).click();
		const ticket = n8n.byTestId('resource-locator-ticketId');
		await ticket.locator('[data-test-id="rlc-mode-selector"]').click();
		await n8n.choose('By ID');
		await n8n.byTestId('ndv-input-panel').getByText('ticket_id', { exact: true }).first().dragTo(ticket.locator('[data-test-id="rlc-input-container"]'));
		expect(await n8n.parameter('assignee').locator('input').inputValue()).toBe('Leave as It Is');
		expect(await n8n.openDropdown('assignee')).toContain('Yamada Aiko');
		await n8n.closeDropdown();
		await n8n.page.getByRole('button', { name: 'Change Labels' }).click();
		expect(await n8n.isRed('labelIds')).toBe(true);
		await n8n.openDropdown('labelIds');
		await n8n.choose(LABEL);
		expect(await n8n.isRed('labelIds')).toBe(false);
		await n8n.picture('first-2-update');
		await n8n.executeNode();
		await n8n.picture('first-3-done');
		const [first] = (await world.simulator.ticketsAfter(0)).filter(({ title }) => title === 'The first one');
		expect(first?.label_ids).toEqual([3001, 3002]);
	});
});

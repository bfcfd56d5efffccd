import type { N8nPage } from './browser';
import { inBrowser } from './inBrowser';
import { chain, start, supportInbox } from './workflows';
import type { World } from './world';

const NODE = 'Change the ticket';

let world: World;
let n8n: N8nPage;

inBrowser(async (entered, opened) => {
	world = entered;
	n8n = opened;
	const labels = { values: { mode: 'add', labelIds: [] } };
	const parameters = { resource: 'ticket', operation: 'update', labels, updateTicketFields: { pendingReasonId: '' } };
	const workflow = chain('Filled in by hand', start(), supportInbox(NODE, parameters, world.credentials));
	await n8n.openWorkflow(await world.api.createWorkflow(workflow));
	await n8n.openNode(NODE);
});

async function chooseInbox(name: string) {
	await n8n.openLocator('messageBoxId');
	await n8n.locatorEntries().getByText(name, { exact: true }).click();
}

/** Opens a dropdown and chooses an entry. @returns the texts of all entries */
async function chooseFrom(parameter: string, text: string): Promise<string[]> {
	const entries = await n8n.openDropdown(parameter);
	await n8n.choose(text);
	return entries;
}

describe("the node's panel, filled in by hand", () => {
	it('says in the list of labels that the inbox is to be chosen first', async () => {
		expect(await n8n.openDropdown('labelIds')).toEqual(['Choose an inbox first']);
		await n8n.closeDropdown();
	});

	it('lists the inboxes by name', async () => {
		await n8n.openLocator('messageBoxId');
		await n8n.locatorEntries().first().waitFor();
		expect(await n8n.locatorEntries().allInnerTexts()).toEqual(['Support', 'Sales', 'Returns']);
		await n8n.locatorEntries().getByText('Sales').click();
	});

	it('lists the labels of the chosen inbox', async () => {
		expect(await chooseFrom('labelIds', 'Won')).toEqual(expect.arrayContaining(['New lead', 'Won', 'Lost']));
		await n8n.parameter('labelIds').getByText('Won').waitFor();
	});

	it('lists users by name', async () => {
		const users = await chooseFrom('assignee', 'Yamada Aiko');
		expect(users[0]).toContain('No Change');
		expect(users[1]).toContain('No Assignee');
		expect(users.length).toBeGreaterThan(30);
	});

	it('lists the pending reasons, and says which ones snooze', async () => {
		const reasons = await chooseFrom('pendingReasonId', 'Waiting for the carrier');
		expect(reasons.join('\n')).toMatch(/Waiting for the carrier\n+.*Snoozes/);
	});

	it('lists the labels of another inbox after it was chosen, and no longer those of the first', async () => {
		await chooseInbox('Returns');
		expect(await n8n.openDropdown('labelIds', 'To inspect')).not.toContain('New lead');
		await n8n.closeDropdown();
	});

	it('finds a ticket by its number', async () => {
		const input = { message_box_id: 103, title: 'Found by its number' };
		const { ticket_id } = await world.simulator.act<{ ticket_id: number }>({ do: 'createTicket', ...input });
		await n8n.openLocator('ticketId');
		await n8n.locatorEntries().first().waitFor();
		await n8n.searchLocator(String(ticket_id));
		const title = `#${ticket_id} ${input.title}`;
		await n8n.locatorEntries().nth(1).waitFor({ state: 'hidden' });
		await n8n.locatorEntries().getByText(title).click();
		expect(await n8n.byTestId('resource-locator-ticketId').locator('input').last().inputValue()).toBe(title);
	});

	it('asks the service nothing that it does not offer', async () => {
		expect((await world.simulator.state()).violations).toEqual([]);
	});
});

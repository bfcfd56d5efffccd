import type { N8nPage } from './browser';
import { addNode, addUpdate, beginWorkflow, chooseLabel, chooseWatched, dragTicket, openLabels } from './firstWorkflow';
import { inBrowser } from './inBrowser';
import { CREDENTIAL_TYPE, type World } from './world';

let world: World;
let n8n: N8nPage;

inBrowser(async (entered, opened) => {
	[world, n8n] = [entered, opened];
	// A new node takes the newest credential by itself; that of another test may name a service that has ended.
	const { baseUrl, token } = world.simulator;
	await world.api.createCredential('Support Inbox (first workflow)', CREDENTIAL_TYPE, { baseUrl, accessToken: token });
});

describe("README's first workflow, from an empty canvas", () => {
	it('begins with a test event of a real ticket', async () => {
		await world.simulator.act({ do: 'createTicket', message_box_id: 101, title: 'The first one', label_ids: [3001] });
		await beginWorkflow(n8n);
		await addNode(n8n, 'On ticket created');
		await chooseWatched(n8n);
		await n8n.executeNode();
		await n8n.byTestId('output-panel').getByText('The first one').first().waitFor();
		await n8n.picture('first-1-trigger');
		await n8n.closeNode();
	});

	it('adds a label to the ticket that comes in, dragged into the field', async () => {
		await addUpdate(n8n);
		await dragTicket(n8n);
		expect(await n8n.parameter('assignee').locator('input').inputValue()).toBe('No Change');
		expect(await n8n.openDropdown('assignee')).toContain('Yamada Aiko');
		await n8n.closeDropdown();
		await openLabels(n8n);
		expect(await n8n.isRed('labelIds')).toBe(true);
		await chooseLabel(n8n);
		expect(await n8n.isRed('labelIds')).toBe(false);
		await n8n.picture('first-2-update');
		await n8n.executeNode();
		await n8n.picture('first-3-done');
		const [first] = (await world.simulator.ticketsAfter(0)).filter(({ title }) => title === 'The first one');
		expect(first?.label_ids).toEqual([3001, 3002]);
	});
});

import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../scripts/n8n-host/net';
import type { N8nPage } from './browser';
import { inBrowser } from './inBrowser';
import { chain, start, supportInbox, supportInboxTrigger, type NodeDraft } from './workflows';
import type { World } from './world';

const NODE = 'Fresh';
const SUPPORT = { __rl: true, mode: 'list', value: 101, cachedResultName: 'Support' };

let world: World;
let n8n: N8nPage;

inBrowser((entered, opened) => {
	world = entered;
	n8n = opened;
});

async function open(...nodes: NodeDraft[]) {
	await n8n.openWorkflow(await world.api.createWorkflow(chain('First screen', ...nodes)));
	await n8n.openNode(NODE);
}

/** Opens the panel as it is after the operation was chosen, with `more` filled in. */
async function openPanel(resource: string, operation: string, more: IDataObject = {}) {
	await open(start(), supportInbox(NODE, { resource, operation, ...more }, world.credentials));
}

/** A busy machine draws a panel field by field. */
async function expectVisible(wanted: string[]): Promise<void> {
	let labels: string[] = [];
	const areThere = async () => wanted.every((label) => labels.includes(label)) || void (labels = await n8n.visibleLabels());
	await waitFor(wanted.join(', '), areThere, { detail: () => `There are: ${labels.join(', ')}` });
}

/** n8n marks a field a moment after it is shown. */
async function expectRed(name: string): Promise<void> {
	await waitFor(`${name} to be red`, async () => await n8n.isRed(name));
}

describe('what a panel shows before anybody scrolls', () => {
	it.each<[string, string, string[]]>([
		['ticket', 'update', ['Inbox', 'Ticket', 'Status', 'Assignee Name or ID', 'Labels', 'Update Fields', 'Return']],
		['email', 'send', ['Inbox', 'Email Account Name or ID', 'To', 'Template Name or ID', 'Subject', 'Body']],
		['email', 'reply', ['Inbox', 'Reply To Message', 'Ticket', 'Email Account Name or ID', 'Template Name or ID', 'Body']],
		['contact', 'create', ['Address Book', 'Last Name', 'First Name', 'Emails', 'Phones', 'Company Name']],
		['contact', 'upsert', ['Address Book', 'Find By', 'Email', 'Last Name', 'First Name', 'Phone', 'Company Name']],
		['memo', 'create', ['Inbox', 'Ticket', 'Body', 'Additional Fields']],
		['ticket', 'create', ['Inbox', 'Subject', 'Body', 'Customer Email', 'Status', 'Additional Fields']],
	])('%s: %s', async (resource, operation, wanted) => {
		await openPanel(resource, operation);
		await expectVisible(wanted);
		await n8n.picture(`panel-${resource}-${operation}`);
	});

	it('the trigger', async () => {
		await open(supportInboxTrigger(NODE, {}, world.credentials));
		await expectVisible(['Inbox Names or IDs', 'Events', 'Start From', 'Simplify', 'Include Names', 'Filters', 'Options']);
		await n8n.picture('panel-trigger');
	});
});

describe('what n8n marks red', () => {
	it('in a fresh mail: what it needs, and not the template', async () => {
		await openPanel('email', 'send');
		expect(await n8n.isRed('templateId')).toBe(false);
		const template = async () => await n8n.parameter('templateId').locator('input').inputValue();
		await waitFor('the templates', async () => (await template()) === 'No Template');
		for (const needed of ['mailAccountId', 'to', 'subject', 'body']) await expectRed(needed);
	});

	it('with a template: without subject and body', async () => {
		await openPanel('email', 'send', { messageBoxId: SUPPORT, templateId: '={{ 1 }}' });
		await expectRed('to');
		expect([await n8n.isRed('subjectWithTemplate'), await n8n.isRed('bodyWithTemplate')]).toEqual([false, false]);
	});
});

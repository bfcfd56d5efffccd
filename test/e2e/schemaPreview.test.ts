import axios from 'axios';
import type { N8nPage } from './browser';
import { inBrowser } from './inBrowser';
import { chain, start, supportInbox, type NodeDraft } from './workflows';
import { TRIGGER_TYPE, type World } from './world';

const NEXT = 'What comes next';
const next: NodeDraft = { name: NEXT, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: { options: {} } };

let world: World;
let n8n: N8nPage;

inBrowser((entered, opened) => {
	world = entered;
	n8n = opened;
});

describe('what comes out is known before anything has run', () => {
	it.each([
		['ticket', 'getAll', ['ticket_id', 'title', 'status_cd', 'label_ids']],
	])('the node after %s: %s shows its fields', async (resource, operation, fields) => {
		const node = supportInbox('Before', { resource, operation }, world.credentials);
		await n8n.openWorkflow(await world.api.createWorkflow(chain('Preview', start(), node, next)));
		await n8n.openNode(NEXT);
		const input = n8n.byTestId('ndv-input-panel');
		await input.getByText('Usually outputs the following fields').waitFor();
		for (const field of fields) await input.getByText(field, { exact: true }).waitFor();
		await n8n.picture(`preview-${resource}-${operation}`);
	});

	// n8n's editor shows no preview of any trigger; its builder reads the same file.
	it('the fields of the trigger are served', async () => {
		const { data } = await axios.get<{ properties: object }>(`${world.n8nUrl}/schemas/${TRIGGER_TYPE}/1.0.0.json`);
		expect(Object.keys(data.properties)).toEqual(expect.arrayContaining(['event', 'ticket_id', 'title', 'status_cd']));
	});
});

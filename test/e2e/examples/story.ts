import type { CredentialReference, WorkflowDefinition } from '../../../scripts/n8n-host/api';
import { failureText, outputJson, type Execution } from '../../../scripts/n8n-host/execution';
import { observe } from '../observe';
import { type NodeDraft, byId, chain, rows, start, START } from '../workflows';
import { sendForm } from './mailedForm';
import { eventually, QUESTION, tableOf, type Stage, type Trials } from './stage';

const ASK = 'Ask for the story';
const TICKETS = 5_000;
/** n8n takes that many rows of a table at once. */
const AT_ONCE = 1_000;
const ANNA = 'anna@story.example';

const asks = (workflowId: string, address: string): NodeDraft => ({
	name: ASK,
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	parameters: { source: 'database', workflowId: byId(workflowId), workflowInputs: { mappingMode: 'defineBelow', value: { address } }, mode: 'each', options: {} },
});

/** An agent with the story as a tool, for the mail of Anna. */
function agentWith(workflowId: string, openAiApi: CredentialReference): WorkflowDefinition {
	const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 2.1, parameters: { promptType: 'define', text: 'What has she written before?', options: {} } };
	const { nodes, connections, ...workflow } = chain('Agent with a story', start(), ...rows('Mail', [{ from_email: ANNA }]), agent);
	const model = { id: 'model', name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.2, position: [0, 300], parameters: { model: byId('gpt-4o-mini'), options: {} }, credentials: { openAiApi } };
	const value = { address: '={{ $json.from_email }}' };
	const tool = { id: 'tool', name: 'Story', type: '@n8n/n8n-nodes-langchain.toolWorkflow', typeVersion: 2.2, position: [200, 300], parameters: { description: 'What the customer has written before', workflowId: byId(workflowId), workflowInputs: { mappingMode: 'defineBelow', value, schema: [{ id: 'address', displayName: 'address', type: 'string', required: false, display: true }] } } };
	const to = (type: string) => ({ [type]: [[{ node: agent.name, type, index: 0 }]] });
	return { ...workflow, nodes: [...nodes, model, tool], connections: { ...connections, Model: to('ai_languageModel'), Story: to('ai_tool') } };
}

/** Asks as another workflow does. @returns the answer to each address */
async function ask(stage: Stage, workflowId: string, ...addresses: string[]): Promise<Execution> {
	const asking = chain('Asks', start(), ...rows('Customers', addresses.map((address) => ({ address }))), asks(workflowId, '={{ $json.address }}'));
	return await stage.api.runWorkflow(await stage.api.createWorkflow(asking), START);
}

async function stories(stage: Stage, workflowId: string, ...addresses: string[]) {
	const execution = await ask(stage, workflowId, ...addresses);
	expect(failureText(execution)).toBeUndefined();
	return outputJson(execution, ASK) as unknown as Array<{ address: string; tickets: Array<{ ticket_id: number; date: string; title: string }> }>;
}

export const story: Trials = {
	'has each ticket of a customer once, from before and since, until the customer is taken out': async (stage, { simulator }) => {
		const inbox = await stage.newInbox('Stories');
		const workflow = await stage.fill(inbox);
		const table = tableOf(workflow, 'Write it down');
		const by = (from: string, sent_at: string, more: object = {}) => ({ ...QUESTION, from, sent_at, ...more });
		const old = await stage.newTicket(inbox, { title: 'Old', status_cd: 'closed', messages: [by(`Anna <${ANNA}>`, '2026-03-11T09:00:00Z'), by('ben@story.example', '2026-03-12T09:00:00Z'), by(ANNA.toUpperCase(), '2026-03-13T09:00:00Z')] });
		await stage.newTicket(inbox, { title: 'A note', status_cd: 'closed', messages: [{ body: 'Note', method_cd: 'record', from: 'ben@story.example' }] });
		const unreadable = await stage.newTicket(inbox, { title: 'Not now', messages: [by(ANNA, '2026-03-14T09:00:00Z')] });
		await stage.publish(workflow, async (id) => {
			const fill = async () => {
				const observation = await observe(simulator);
				expect(failureText(await stage.api.runWorkflow(id, 'Fill the table'))).toBeUndefined();
				return (await observation.requests()).filter(({ path }) => path.includes(`/${inbox}/tickets/`)).map(({ method }) => method);
			};
			await simulator.fail({ kind: 'status', status: 404, when: { method: 'GET', path: `tickets/${unreadable}$` } });
			expect(await fill()).toEqual(expect.arrayContaining(['GET', 'GET', 'GET']));
			expect(await fill()).toEqual(expect.arrayContaining(['GET']));
			// A poll of the workflow's own trigger may read a ticket meanwhile, but not each time.
			const reads = async () => (await fill()).filter((method) => method === 'GET').length;
			expect(Math.min(await reads(), await reads(), await reads())).toBe(0);

			const since = await stage.newTicket(inbox, { title: 'New', messages: [by(ANNA, new Date().toISOString())] });
			await stage.make({ do: 'addMessage', ticketId: old, ...by(ANNA, new Date().toISOString()) });
			const known = async () => (await stage.api.dataTableRows(table)).filter(({ address }) => address === ANNA);
			await eventually('the new ticket', async () => (await known()).length === 3);
			const emitted = async () => (await stage.api.executions(id)).flatMap((one) => outputJson(one, 'New message'));
			await eventually('both messages', async () => (await emitted()).length >= 2);
			expect(new Set((await emitted()).map(({ ticket_id }) => ticket_id))).toEqual(new Set([since, old]));
			await fill();
			const [anna, ben, nobody] = await stories(stage, id, ` ${ANNA.toUpperCase()}`, 'ben@story.example', 'carl@story.example');
			expect(anna!.tickets.map(({ ticket_id, title }) => [ticket_id, title]).sort()).toEqual([[old, 'Old'], [since, 'New'], [unreadable, 'Not now']].sort());
			expect(anna!.tickets.at(-1)).toEqual({ ticket_id: unreadable, date: expect.stringContaining('2026-03-14'), title: 'Not now' });
			expect(ben).toEqual({ address: 'ben@story.example', tickets: [{ ticket_id: old, date: expect.stringContaining('2026-03-12'), title: 'Old' }] });
			expect(nobody).toEqual({ address: 'carl@story.example', tickets: [] });
			expect(failureText(await ask(stage, id, ''))).toContain('Give the address of the customer');

			const form = workflow.nodes.find(({ name }) => name === 'Forget a customer')!;
			await sendForm(`${stage.n8nUrl}/form/${String(form.webhookId)}`, [ANNA.toUpperCase()]);
			await eventually('the form', async () => (await known()).length === 0);
			await fill();
			expect(JSON.stringify(await stage.api.dataTableRows(table))).not.toMatch(/anna@|Not now|New/);
			expect((await stories(stage, id, ANNA, 'ben@story.example')).map(({ tickets }) => tickets.length)).toEqual([0, 1]);
		}, 1);
	},

	'answers an agent from 5,000 tickets without a request, and about no other customer than that of its mail': async (stage, { simulator, chat, think, credentials }) => {
		const workflow = await stage.fill(await stage.newInbox('Many stories'));
		const table = tableOf(workflow, 'Write it down');
		const many = Array.from({ length: TICKETS }, (_, place) => ({ address: place % 100 ? `customer${place % 500}@story.example` : ANNA, ticket_id: place + 1, date: new Date(Date.UTC(2026, 0, 1) + place * 60_000).toISOString(), title: `Ticket ${place + 1}` }));
		for (let place = 0; place < TICKETS; place += AT_ONCE) await stage.api.addDataTableRows(table, many.slice(place, place + AT_ONCE));
		const observation = await observe(simulator);
		await stage.publish(workflow, async (id) => {
			const [anna] = await stories(stage, id, ANNA);
			expect(anna!.tickets.map(({ ticket_id }) => ticket_id)).toEqual(Array.from({ length: 20 }, (_, place) => TICKETS - 99 - 100 * place));

			// The model asks for somebody else: what the workflow has set stays.
			think(([answer]) => (answer ? { say: 'She has written before.' } : { tool: 'Story', arguments: { address: 'customer1@story.example', query: 'customer1@story.example' } }));
			const before = chat.requests.length;
			expect(failureText(await stage.api.runWorkflow(await stage.api.createWorkflow(agentWith(id, credentials.openAiApi!)), START))).toBeUndefined();
			const asked = JSON.stringify(chat.requests.slice(before).at(-1)?.messages);
			expect(asked).toContain(`Ticket ${TICKETS - 99}`);
			expect(asked).not.toContain('Ticket 4502');
		});
		expect((await observation.requests()).filter(({ path }) => !path.endsWith('/tickets/search'))).toEqual([]);
	},
};

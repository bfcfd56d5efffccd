import type { IDataObject } from 'n8n-workflow';
import { readExample } from '../../../scripts/demo/workflow';
import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import type { ChatRequest, Model } from '../chatModel';
import { observe } from '../observe';
import { CREDENTIAL_TYPE } from '../world';
import { QUESTION, tableOf, type Stage, type Trials } from './stage';

const TICKETS = 100;
const RIGHT = 73;
const LABELS = ['Billing', 'Delivery', 'Returns'];
const USER = 'user03';

/** @returns the number in the title of the ticket that the model is asked about */
const placeIn = ({ messages }: ChatRequest) => Number(/Past (\d+)/.exec(JSON.stringify(messages))?.[1]);

/** The credential of the stage, which isDryRun. */
async function inDryRun(stage: Stage) {
	const { baseUrl, token: accessToken } = stage.around.simulator;
	return { [CREDENTIAL_TYPE]: await stage.api.createCredential('Rehearses', CREDENTIAL_TYPE, { baseUrl, accessToken, dryRun: true }) };
}

async function inboxWithLabels(stage: Stage, name: string) {
	const inbox = await stage.newInbox(name);
	const labels: number[] = [];
	for (const label of LABELS) labels.push((await stage.make<{ id: number }>({ do: 'addLabel', inboxId: inbox, name: label })).id);
	return { inbox, labels };
}

export const past: Trials = {
	'scores a model that is right about 73 of 100 tickets with 73 %, label by label, and writes nothing': async (stage, { simulator, think, chat }) => {
		const { inbox, labels } = await inboxWithLabels(stage, 'The past');
		const created_at = Date.now() - 86_400_000;
		const closed = async (title: string, more: object) => await stage.newTicket(inbox, { title, status_cd: 'closed', created_at, messages: [QUESTION, { body: 'Secret answer', action_cd: 'sent' }], ...more });
		for (let place = 0; place < TICKETS; place++) await closed(`Past ${place}.`, { label_ids: [labels[place % 2]], assignee: place < 10 ? USER : null });
		await closed('No label', {});
		await closed('A memo', { label_ids: labels, messages: [{ body: 'Note', method_cd: 'record' }] });
		await stage.newTicket(inbox, { title: 'Open', label_ids: labels });
		// By number or by name; where it is wrong, it takes the third label.
		const model: Model = ([done], request) => {
			const place = placeIn(request);
			const label = place < RIGHT ? place % 2 : 2;
			return done ? { say: 'Sorted.' } : { tool: 'Label_and_assign_the_ticket', arguments: { label_ids: place % 3 ? String(labels[label]) : LABELS[label]!, assignee: USER, reason: 'It fits.' } };
		};
		think(model);
		const [observation, asked] = [await observe(simulator), chat.requests.length];
		const workflow = await stage.fill(inbox, {}, await inDryRun(stage));
		const execution = await stage.api.waitForExecution(await stage.api.startWorkflow(await stage.api.createWorkflow(workflow), 'Try it'));
		expect(failureText(execution)).toBeUndefined();
		expect(outputJson(execution, 'One line for each label')).toEqual([
			{ what: 'All labels of the ticket', tickets: 100, right: 73, percent: 73 },
			{ what: 'The assignee', tickets: 10, right: 10, percent: 100 },
			{ what: 'Billing', tickets: 50, right: 37, chosen_by_the_model: 37, percent: 74 },
			{ what: 'Delivery', tickets: 50, right: 36, chosen_by_the_model: 36, percent: 72 },
			{ what: 'Returns', tickets: 0, right: 0, chosen_by_the_model: 27, percent: null },
		]);
		const rows = await stage.api.dataTableRows(tableOf(workflow, 'Read the run'));
		expect(rows).toHaveLength(TICKETS);
		expect(rows.find(({ title }) => title === 'Past 99.')).toMatchObject({ people: 'Delivery', model: 'Returns', same: 'no', note: '' });
		const seen = JSON.stringify(chat.requests.slice(asked));
		expect(seen).not.toContain('Secret answer');
		expect((await observation.requests()).filter(({ method, path }) => method !== 'GET' && !path.endsWith('/tickets/search'))).toEqual([]);
	},

	'ends before the model is asked when the credential writes, and has changed nothing': async (stage, { simulator, chat }) => {
		const { inbox, labels } = await inboxWithLabels(stage, 'No rehearsal');
		await stage.newTicket(inbox, { status_cd: 'closed', label_ids: [labels[0]] });
		const [asked, before, observation] = [chat.requests.length, await labelsOf(stage, inbox), await observe(simulator)];
		expect(failureText(await stage.run('Try it', await stage.fill(inbox)))).toContain('This credential writes');
		expect([chat.requests.length, await labelsOf(stage, inbox)]).toEqual([asked, before]);
		expect((await observation.requests()).filter(({ method }) => method === 'PUT')).toHaveLength(1);
	},

	'ends after the first ticket when only the tool of the agent writes, also where the agent then fails': async (stage, { think }) => {
		const { inbox, labels } = await inboxWithLabels(stage, 'The tool writes');
		const workflow = await stage.fill(inbox, {}, await inDryRun(stage));
		const tool = 'Label and assign the ticket';
		const writing = (await stage.fill(inbox)).nodes.find(({ name }) => name === tool)!.credentials;
		Object.assign(workflow.nodes.find(({ name }) => name === tool)!, { credentials: writing });
		const tickets: number[] = [];
		for (let count = 0; count < 3; count++) tickets.push(await stage.newTicket(inbox, { status_cd: 'closed', label_ids: [labels[0]] }));
		const written = async () => (await Promise.all(tickets.map(async (id) => (await stage.ticket(id)).assignee))).filter(Boolean);
		for (const [assignee, failing, message] of [['user03', false, 'The agent has changed ticket'], ['user02', true, 'The agent failed, and may have changed ticket']] as const) {
			think(([done]) => {
				if (done && failing) throw new Error('The model is out of order');
				return done ? { say: 'Sorted.' } : { tool: 'Label_and_assign_the_ticket', arguments: { label_ids: String(labels[1]), assignee, reason: 'It fits.' } };
			});
			expect(failureText(await stage.run('Try it', workflow))).toContain(`${message} ${tickets[2]}`);
			expect(await written()).toEqual([assignee]);
		}
	},

	'asks with the nodes of AI triage': async () => {
		const nodes = (file: string) => new Map(readExample(file).nodes.map(({ name, type, parameters }) => [name, { type, parameters }]));
		const [own, triage] = [nodes('triage-on-the-past'), nodes('ai-triage')];
		for (const name of ['Language model', 'Read the labels', 'Read the users', 'Label and assign the ticket']) expect(own.get(name)).toEqual(triage.get(name));
		const agent = 'Label and assign by agent';
		const options = { ...(triage.get(agent)!.parameters.options as IDataObject), returnIntermediateSteps: true };
		expect(own.get(agent)!.parameters).toEqual({ ...triage.get(agent)!.parameters, options });
	},
};

/** @returns the labels of an inbox as the service lists them */
async function labelsOf({ around: { simulator } }: Stage, inbox: number): Promise<unknown> {
	const response = await fetch(`${simulator.baseUrl}/api/v2/${inbox}/labels`, { headers: { Authorization: `Bearer ${simulator.token}` } });
	return await response.json();
}

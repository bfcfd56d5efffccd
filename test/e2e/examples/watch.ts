import { setTimeout as delay } from 'node:timers/promises';
import type { CredentialReference } from '../../../scripts/n8n-host/api';
import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { chain } from '../workflows';
import { CREDENTIAL_TYPE } from '../world';
import { eventually, tableOf, type Stage, type Trials } from './stage';

const WATCH = 'trigger-watch';
const HOUR_MS = 3_600_000;
const ROW = { watch: 'New tickets', state: 'well', missing: '' };
const iso = (time: number) => new Date(time).toISOString();

/** A workflow that writes new tickets down, and a watch over it that has run before. */
async function watched(stage: Stage, name: string, token?: string, errorWorkflow?: string) {
	const { baseUrl } = stage.around.simulator;
	const inbox = await stage.newInbox(name);
	const own: Record<string, CredentialReference> = token ? { [CREDENTIAL_TYPE]: await stage.api.createCredential(name, CREDENTIAL_TYPE, { baseUrl, accessToken: token }) } : {};
	const workflow = await stage.beside('new-tickets-written-down').fill(inbox, {}, own);
	const table = tableOf(workflow, 'Write it down');
	const id = await stage.api.createWorkflow({ ...workflow, settings: { executionOrder: 'v1', ...(errorWorkflow && { errorWorkflow }) } });
	await stage.api.activate(id);
	const late = { assignments: { assignments: [{ id: 'late', name: 'minutes_late', value: 0, type: 'number' }, { id: 'back', name: 'hours_back', value: 24, type: 'number' }] } };
	const watch = await stage.beside(WATCH).fill(inbox, { 'Set what is late': late, 'Keep what was not written down': { dataTableId: { __rl: true, mode: 'list', value: table } } });
	const known = tableOf(watch, 'Write down how it is');
	const watchId = await stage.api.createWorkflow(watch);
	const { slack } = stage.around;
	/** @returns what an hourly run says in Slack */
	const look = async () => {
		const before = slack.messages.length;
		expect(failureText(await stage.api.runWorkflow(watchId, 'Every hour'))).toBeUndefined();
		return slack.messages.slice(before).map(({ text }) => text);
	};
	const written = async (ticketId: number) =>
		await eventually(`ticket ${ticketId} in the table`, async () => (await stage.api.dataTableRows(table)).some(({ ticket_id }) => ticket_id === ticketId));
	const ticket = async (title: string) => await stage.newTicket(inbox, { title });
	return { inbox, id, table, known, look, written, ticket };
}

export const writtenDown: Trials = {
	'writes each new ticket down once': async (stage) => {
		const inbox = await stage.newInbox('Written down');
		const workflow = await stage.fill(inbox);
		await stage.publish(workflow, async (id) => {
			const tickets = [await stage.newTicket(inbox), await stage.newTicket(inbox)];
			const rows = async () => (await stage.api.dataTableRows(tableOf(workflow, 'Write it down'))).map(({ ticket_id }) => ticket_id);
			await eventually('both', async () => (await rows()).length >= 2);
			const [execution] = await stage.ended(id, 1);
			await stage.run('New ticket', workflow, ...outputJson(execution!, 'New ticket'));
			expect((await rows()).sort()).toEqual(tickets.sort());
		});
	},
};

export const watch: Trials = {
	'reports once that the workflow was unpublished, and once that it is well again': async (stage) => {
		const { id, look, written, ticket } = await watched(stage, 'Unpublished');
		try {
			expect(await look()).toEqual([]);
			await written(await ticket('First'));
			expect(await look()).toEqual([]);
			await stage.api.deactivate(id);
			const second = await ticket('A & B');
			expect(await look()).toEqual([expect.stringMatching(new RegExp(`^\\*The trigger polls no more\\*\nOf the new tickets since \\w+ \\d+ \\w+, \\d\\d:\\d\\d it has written down none:\n• #${second} A &amp; B$`))]);
			const third = await ticket('Third');
			expect(await look()).toEqual([]);
			await stage.api.activate(id);
			for (const one of [second, third]) await written(one);
			expect(await look()).toEqual([`*The trigger is well again*\nWritten down by now:\n• #${second}\n• #${third}`]);
			expect(await look()).toEqual([]);
		} finally {
			await stage.api.deactivate(id);
		}
	},

	'reports a single ticket that is missing while the trigger goes on, and not those that a mail of ours began': async (stage) => {
		const { id, look, written, ticket, inbox, table } = await watched(stage, 'One is missing');
		await look();
		await stage.api.deactivate(id);
		await stage.newTicket(inbox, { title: 'Ours', messages: [{ action_cd: 'sent' }, {}] });
		const lost = await ticket('Lost');
		// The service's times have whole seconds.
		await delay(1_100);
		await stage.api.addDataTableRows(table, [{ ticket_id: await ticket('Here') }]);
		expect(await look()).toEqual([`*Tickets are missing*\nThe trigger goes on, but has not written down:\n• #${lost} Lost`]);
		expect(await look()).toEqual([]);
		await stage.api.addDataTableRows(table, [{ ticket_id: lost }]);
		expect(await look()).toEqual([`*The trigger is well again*\nWritten down by now:\n• #${lost}`]);
		await written(lost);
	},

	'reports a trigger whose token was revoked, and a watch whose own was': async (stage, { simulator }) => {
		await simulator.changeTokens({ add: 'of-the-trigger' });
		const errors = await stage.api.createWorkflow(chain('On error', { name: 'On error', type: 'n8n-nodes-base.errorTrigger', typeVersion: 1, parameters: {} }));
		await stage.api.activate(errors);
		const { id, look, written, ticket } = await watched(stage, 'Revoked', 'of-the-trigger', errors);
		try {
			await look();
			await written(await ticket('First'));
			await simulator.changeTokens({ revoke: 'of-the-trigger' });
			const second = await ticket('Second');
			const [reported] = await stage.ended(errors, 1);
			expect(JSON.stringify(outputJson(reported!, 'On error'))).toContain('token');
			expect(await look()).toEqual([expect.stringContaining('*The trigger polls no more*')]);
			await simulator.changeTokens({ add: 'of-the-trigger' });
			await written(second);
			expect(await look()).toEqual([expect.stringContaining('*The trigger is well again*')]);
			await simulator.fail({ kind: 'status', status: 401, when: { path: 'tickets/search$', times: 2 } });
			await stage.api.deactivate(id);
			expect(await look()).toEqual([expect.stringMatching(/^\*The watch cannot read the inbox\*\n.*token/)]);
			expect(await look()).toEqual([]);
			expect(await look()).toEqual(['*The trigger is well again*']);
		} finally {
			for (const one of [id, errors]) await stage.api.deactivate(one);
		}
	},

	'reports that n8n stood still for two hours, and nothing more when the trigger has gone on where it was': async (stage) => {
		const { id, look, written, ticket, known } = await watched(stage, 'Stood still');
		try {
			await written(await ticket('First'));
			await stage.api.deactivate(id);
			await stage.api.addDataTableRows(known, [{ ...ROW, since: iso(Date.now() - 9 * HOUR_MS), ran_at: iso(Date.now() - 2 * HOUR_MS) }]);
			const tickets = [await ticket('Meanwhile'), await ticket('Just before')];
			expect(await look()).toEqual([expect.stringMatching(/^\*n8n stood still\*\nThis watch ran last at \w+ \d+ \w+, \d\d:\d\d\./)]);
			await stage.api.activate(id);
			for (const one of tickets) await written(one);
			expect(await look()).toEqual([]);
			// With one that does not come, the next run reports it.
			await stage.api.deactivate(id);
			await ticket('Never seen');
			expect(await look()).toEqual([expect.stringContaining('Never seen')]);
		} finally {
			await stage.api.deactivate(id);
		}
	},
};

import { setTimeout as delay } from 'node:timers/promises';
import { fromList, loadExample } from '../../../scripts/demo/workflow';
import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { startOwnN8n } from '../ownN8n';
import { eventually, type Trials } from './stage';

const TRIGGER = 'Every night';

const closed = (title: string) => ({
	title,
	status_cd: 'closed',
	messages: [
		{ body: `${title}?\n\nOn Tue, Mar 10, 2026 Shop wrote:\n> Old`, from: 'anna@mail.example', sent_at: '2026-03-11T00:00:00Z' },
		{ body: 'Yes.', action_cd: 'sent', sent_at: '2026-03-12T00:00:00Z' },
	],
});

export const table: Trials = {
	'writes down all closed tickets, and the next time what has changed': async (stage) => {
		const inbox = await stage.newInbox('Archive');
		const id = await stage.api.createWorkflow(await stage.fill(inbox));
		const first = await stage.newTicket(inbox, closed('First'));
		const other = await stage.newTicket(inbox, { ...closed('Open'), status_cd: 'open' });
		const run = async () => {
			const execution = await stage.api.runWorkflow(id, TRIGGER);
			expect(failureText(execution)).toBeUndefined();
			return outputJson(execution, 'Write them down').map(({ ticket_id, title, text }) => ({ ticket_id, title, text }));
		};
		expect(await run()).toEqual([{ ticket_id: first, title: 'First', text: 'Customer, 2026-03-11:\nFirst?\n\nWe, 2026-03-12:\nYes.' }]);
		expect(await run()).toEqual([]);
		// Closed today, with old messages; and one that was there is changed. The clock of the simulator is that of all examples.
		await delay(5_000);
		await stage.make({ do: 'editTicket', ticketId: other, status_cd: 'closed' });
		await stage.make({ do: 'editTicket', ticketId: first, title: 'First, again' });
		expect((await run()).map(({ ticket_id, title }) => [ticket_id, title])).toEqual([[other, 'Open'], [first, 'First, again']]);
		expect(await run()).toEqual([]);
	},
};

const TICKETS = 120;
const BATCH = 50;

export const vectors: Trials = {
	'puts the closed tickets into the store, and the next time nothing': async (stage, { qdrant }) => {
		const inbox = await stage.newInbox('Few');
		for (const title of ['One', 'Two']) await stage.newTicket(inbox, closed(title));
		const id = await stage.api.createWorkflow(await stage.fill(inbox, {
			'Put them into the vector store': { qdrantCollection: { __rl: true, mode: 'id', value: 'few' } },
			'Remove their older versions': { url: `${qdrant.url}/collections/few/points/delete?wait=true` },
		}));
		for (const count of [2, 0]) {
			const execution = await stage.api.runWorkflow(id, TRIGGER);
			expect([failureText(execution), outputJson(execution, 'Remember them').length]).toEqual([undefined, count]);
		}
		expect((qdrant.collections.get('few') ?? []).map(({ payload }) => payload.content.split('\n')[0]).sort()).toEqual(['One', 'Two']);
	},

	'goes on where it was after n8n was killed: nothing twice, nothing missing, at most one batch again': async (_stage, { qdrant, chat }) => {
		const { simulator, n8n, api, credentials, stop } = await startOwnN8n({}, ['--limit', '6000']);
		try {
			const { message_box_id: inbox = 0 } = await simulator.act<Record<string, number>>({ do: 'addInbox', name: 'Archive', customer_group_id: 11 });
			const titles = Array.from({ length: TICKETS }, (_, place) => `Question ${place + 1}`).sort();
			for (const title of titles) await simulator.act({ do: 'createTicket', message_box_id: inbox, ...closed(title) });
			await simulator.fail({ kind: 'delay', delayMs: 100, when: { path: 'tickets/\\d+$', times: 'always' } });
			const value = await api.createDataTable('In the store', [{ name: 'ticket_id', type: 'number' }, { name: 'last_updated_at', type: 'string' }]);
			const [messageBoxId, dataTableId] = [fromList(inbox, 'Archive'), { __rl: true, mode: 'list', value }];
			const workflow = loadExample('closed-tickets-to-vector-store', {
				parameters: {
					'Search the closed tickets': { messageBoxId },
					'Read them with their messages': { messageBoxId },
					'Keep what is new or changed': { dataTableId },
					'Remember them': { dataTableId },
					'Put them into the vector store': { qdrantCollection: { __rl: true, mode: 'id', value: 'tickets' } },
					'Remove their older versions': { url: `${qdrant.url}/collections/tickets/points/delete?wait=true` },
				},
				credentials: {
					...credentials,
					qdrantApi: await api.createCredential('Qdrant (stand-in)', 'qdrantApi', { apiKey: 'none', qdrantUrl: qdrant.url }),
					openAiApi: await api.createCredential('OpenAI (stand-in)', 'openAiApi', { apiKey: 'none', url: chat.url }),
				},
			});
			const id = await api.createWorkflow(workflow);
			const run = async () => expect(failureText(await api.runWorkflow(id, TRIGGER))).toBeUndefined();
			const reads = async () => (await simulator.requests()).filter(({ path }) => /tickets\/\d+$/.test(path)).length;
			const parts = () => (qdrant.collections.get('tickets') ?? []).map(({ payload }) => payload.content.split('\n')[0]).sort();

			await api.startWorkflow(id, TRIGGER);
			await eventually('the second batch to be on its way', async () => (await reads()) > BATCH + 20);
			await n8n.kill();
			expect(await reads()).toBeLessThan(TICKETS);
			await n8n.restart();
			await api.logIn();
			await run();
			expect(parts()).toEqual(titles);
			expect(await reads()).toBeLessThanOrEqual(TICKETS + BATCH);

			// A ticket that is changed takes the place of what the store had of it.
			await simulator.stepClock(5_000);
			const changed = (await simulator.ticketsAfter(0)).find(({ title }) => title === 'Question 7')!;
			await simulator.act({ do: 'editTicket', ticketId: changed.ticket_id, title: 'Question 7, again' });
			await run();
			expect(parts()).toEqual(titles.map((title) => (title === 'Question 7' ? 'Question 7, again' : title)).sort());
			expect((await simulator.state()).violations).toEqual([]);
		} finally {
			await stop();
		}
	},
};

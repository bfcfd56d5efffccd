import { fromList, loadExample } from '../../../scripts/demo/workflow';
import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import { startOwnN8n } from '../ownN8n';
import type { Stage, Trials } from './trial';

const TRIGGER = 'Every night';
const RUN_MS = 100_000;

/** The workflow's inbox and its table. */
const filled = (inbox: number, table: string, more: Record<string, Record<string, unknown>>) => {
	const messageBoxId = fromList(inbox, 'Archive');
	const dataTableId = { __rl: true, mode: 'list', value: table };
	return {
		'Search the closed tickets': { messageBoxId },
		'Read them with their messages': { messageBoxId },
		'Keep what is new or changed': { dataTableId },
		...Object.fromEntries(Object.entries(more).map(([name, parameters]) => [name, { dataTableId, ...parameters }])),
	};
};

const closed = (inbox: number, title: string, more: object = {}) => ({
	do: 'createTicket',
	message_box_id: inbox,
	title,
	status_cd: 'closed',
	messages: [
		{ body: `${title}?\n\nOn Tue, Mar 10, 2026 Shop wrote:\n> Old`, from: 'anna@mail.example', sent_at: '2026-03-11T00:00:00Z' },
		{ body: 'Yes.', action_cd: 'sent', sent_at: '2026-03-12T00:00:00Z' },
	],
	...more,
});

export const table: Trials = {
	'writes down all closed tickets, and the next time what has changed': async ({ world, make, newInbox, import: importIt, simulator }) => {
		const inbox = await newInbox('Archive');
		const columns = [
			{ name: 'ticket_id', type: 'number' },
			...['title', 'text', 'last_updated_at'].map((name) => ({ name, type: 'string' }) as const),
		] as const;
		const id = await importIt({ parameters: filled(inbox, await world.api.createDataTable('Archive', [...columns]), { 'Write them down': {} }) });
		const { ticket_id: first } = await make(closed(inbox, 'First'));
		const { ticket_id: other } = await make(closed(inbox, 'Open', { status_cd: 'open' }));
		const run = async () => {
			const execution = await world.api.runWorkflow(id, TRIGGER);
			expect(failureText(execution)).toBeUndefined();
			return outputJson(execution, 'Write them down').map(({ ticket_id, title, text }) => ({ ticket_id, title, text }));
		};
		const text = (title: string) => `Customer, 2026-03-11:\n${title}?\n\nWe, 2026-03-12:\nYes.`;
		expect(await run()).toEqual([{ ticket_id: first, title: 'First', text: text('First') }]);
		expect(await run()).toEqual([]);
		// Closed today, with old messages; and one that was there is changed.
		await simulator.stepClock(5_000);
		await make({ do: 'editTicket', ticketId: other, status_cd: 'closed' });
		await make({ do: 'editTicket', ticketId: first, title: 'First, again' });
		expect((await run()).map(({ ticket_id, title }) => [ticket_id, title])).toEqual([[other, 'Open'], [first, 'First, again']]);
		expect(await run()).toEqual([]);
	},
};

const TICKETS = 120;

export const vectors: Trials = {
	'goes on where it was after n8n was killed: nothing twice, nothing missing, at most one batch again': async ({ qdrant, chat }: Stage) => {
		const own = await startOwnN8n();
		const { simulator, n8n, api, credentials } = own;
		try {
			await simulator.setRateLimit({ limit: 6_000 });
			const { message_box_id: inbox = 0 } = await simulator.act<Record<string, number>>({ do: 'addInbox', name: 'Archive', customer_group_id: 11 });
			for (let number = 1; number <= TICKETS; number++) await simulator.act(closed(inbox, `Question ${number}`));
			await simulator.fail({ kind: 'delay', delayMs: 100, when: { path: 'tickets/\\d+$', times: 'always' } });
			const dataTable = await api.createDataTable('In the store', [{ name: 'ticket_id', type: 'number' }, { name: 'last_updated_at', type: 'string' }]);
			const qdrantApi = await api.createCredential('Qdrant (stand-in)', 'qdrantApi', { apiKey: 'none', qdrantUrl: qdrant.url });
			const openAiApi = await api.createCredential('OpenAI (stand-in)', 'openAiApi', { apiKey: 'none', url: chat.url });
			const parameters = {
				...filled(inbox, dataTable, { 'Remember them': {} }),
				'Put them into the vector store': { qdrantCollection: { __rl: true, mode: 'id', value: 'tickets' } },
				'Remove their older versions': { url: `${qdrant.url}/collections/tickets/points/delete?wait=true` },
			};
			const id = await api.createWorkflow(loadExample('closed-tickets-to-vector-store', { parameters, credentials: { ...credentials, qdrantApi, openAiApi } }));
			const reads = async () => (await simulator.requests()).filter(({ path }) => /tickets\/\d+$/.test(path)).length;
			const parts = () => (qdrant.collections.get('tickets') ?? []).map(({ payload }) => payload.content.split('\n')[0]).sort();
			const titles = Array.from({ length: TICKETS }, (_, place) => `Question ${place + 1}`).sort();

			await api.startWorkflow(id, TRIGGER);
			await waitFor('the second batch to be on its way', async () => (await reads()) > 70, { timeoutMs: RUN_MS });
			await n8n.kill();
			const before = await reads();
			expect(before).toBeLessThan(TICKETS);
			await n8n.restart();
			await api.logIn();
			const execution = await api.runWorkflow(id, TRIGGER);
			expect(failureText(execution)).toBeUndefined();
			expect(parts()).toEqual(titles);
			expect(await reads()).toBeLessThanOrEqual(TICKETS + 50);

			// A ticket that is changed takes the place of what the store had of it.
			await simulator.stepClock(5_000);
			const { tickets } = { tickets: await simulator.ticketsAfter(0) };
			const changed = tickets.find(({ title }) => title === 'Question 7')!;
			await simulator.act({ do: 'editTicket', ticketId: changed.ticket_id, title: 'Question 7, again' });
			expect(failureText(await api.runWorkflow(id, TRIGGER))).toBeUndefined();
			expect(parts()).toEqual(titles.map((title) => (title === 'Question 7' ? 'Question 7, again' : title)).sort());
			expect((await simulator.state()).violations).toEqual([]);
		} finally {
			await own.stop();
		}
	},
};

import type { IDataObject } from 'n8n-workflow';
import { failureText, type Execution } from '../../../scripts/n8n-host/execution';
import { tableOf, type Stage, type Trials } from './stage';

const CHANGE = 'change-many-tickets';
const UNDO = 'undo-bulk-change';

/** An inbox with two labels and a pending reason, and the change of its tickets that a person has made of the example. */
async function withChange(stage: Stage, name: string, change: IDataObject) {
	const inbox = await stage.newInbox(name);
	const [right, wrong] = [await stage.make<{ id: number }>({ do: 'addLabel', inboxId: inbox, name: 'Order' }), await stage.make<{ id: number }>({ do: 'addLabel', inboxId: inbox, name: 'Complaint' })];
	const workflow = await stage.beside(CHANGE).fill(inbox, {
		'Search the tickets': { statusCds: ['open', 'ongoing'], getAllTicketFilters: {} },
		'Change them': { labels: { values: { mode: 'replace', labelIds: [wrong.id] } }, ...change },
	});
	return { inbox, right: right.id, wrong: wrong.id, workflow, table: tableOf(workflow, 'Write down what it was') };
}

/** Runs one of the two workflows as its form does. */
async function run(stage: Stage, workflow: Parameters<Stage['run']>[1], answer: IDataObject): Promise<Execution> {
	const id = await stage.api.createWorkflow({ ...workflow, pinData: { Begin: [{ json: answer }] } });
	const execution = await stage.api.waitForExecution(await stage.api.startWorkflow(id, 'Begin'));
	expect(failureText(execution)).toBeUndefined();
	return execution;
}

async function undo(stage: Stage, table: string, execution: Execution): Promise<void> {
	const dataTableId = { __rl: true, mode: 'list', value: table };
	const nodes = Object.fromEntries(['Get what was changed', 'Note it', 'Note that it is left'].map((node) => [node, { dataTableId }]));
	await run(stage, await stage.beside(UNDO).fill(undefined, nodes), { Run: execution.id });
}

/** @returns what the table says of each ticket */
async function statesIn(stage: Stage, table: string): Promise<Map<unknown, IDataObject>> {
	return new Map((await stage.api.dataTableRows(table)).map((row) => [row.ticket_id, row]));
}

const TICKETS = 500;
const EDITED = 20;

export const change: Trials = {
	'writes down what each ticket was, what was left alone, and what nobody can put back': async (stage) => {
		const { inbox, right, wrong, workflow, table } = await withChange(stage, 'Change', { updateTicketFields: { ifSnoozed: 'skip', approvalRequired: true } });
		const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Until later', snooze_term: 'next_month' });
		const one = await stage.newTicket(inbox, { label_ids: [right] });
		const asleep = await stage.newTicket(inbox, { status_cd: 'ongoing', pending_reason_id });
		await run(stage, workflow, { Reason: 'A try' });
		const states = await statesIn(stage, table);
		expect(states.get(one)).toMatchObject({ reason: 'A try', message_box_id: inbox, state: 'changed', cannot_be_put_back: 'approval_required' });
		expect(JSON.parse(String(states.get(one)!.before))).toMatchObject({ label_ids: [right] });
		expect(JSON.parse(String(states.get(one)!.after))).toMatchObject({ label_ids: [wrong], approval_required: true });
		expect(states.get(asleep)).toMatchObject({ state: expect.stringMatching(/^skipped: The ticket is on hold with a snooze/) });
		expect((await stage.ticket(asleep)).label_ids).toEqual([]);
	},
};

export const undoing: Trials = {
	'puts 480 of 500 back, and leaves and names the 20 that people have changed since': async (stage) => {
		const { inbox, right, workflow, table } = await withChange(stage, 'Undo', {});
		const tickets: number[] = [];
		for (let count = 0; count < TICKETS; count++) tickets.push(await stage.newTicket(inbox, { label_ids: [right] }));
		const changed = await run(stage, workflow, { Reason: 'Mislabelled' });
		const edited = tickets.filter((_ticket, place) => place % (TICKETS / EDITED) === 0);
		for (const ticketId of edited) await stage.make({ do: 'editTicket', ticketId, label_ids: [right] });
		// What the change did not touch is nobody's reason to leave the ticket, and stays as people have it.
		const [, closed] = tickets as [number, number];
		await stage.make({ do: 'editTicket', ticketId: closed, status_cd: 'closed', assignee: 'user03' });
		await undo(stage, table, changed);
		const states = await statesIn(stage, table);
		const labels = new Map(await Promise.all(tickets.map(async (id) => [id, (await stage.ticket(id)).label_ids] as const)));
		const left = 'not put back: somebody has changed label_ids';
		expect([...states].filter(([, { state }]) => state === left).map(([id]) => id).sort()).toEqual([...edited].sort());
		expect([...states].filter(([, { state }]) => state === 'put back')).toHaveLength(TICKETS - EDITED);
		for (const id of tickets) expect([id, labels.get(id)]).toEqual([id, [right]]);
		expect(await stage.ticket(closed)).toMatchObject({ status_cd: 'closed', assignee: 'user03' });
	},

	'puts back every field that a change can have, also to nothing, and a second time nothing': async (stage) => {
		const more = { statusCd: 'closed', assignee: 'user02', updateTicketFields: { colorCd: 'red', ifSnoozed: 'skip' } };
		const { inbox, right, workflow, table } = await withChange(stage, 'Undo fields', more);
		const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Supplier', snooze_term: 'no_term', is_snoozed: false });
		const waiting = { status_cd: 'ongoing', pending_reason_id, assignee: 'user01', label_ids: [right], color_cd: 'blue' };
		const bare = { status_cd: 'open', pending_reason_id: null, assignee: null, label_ids: [], color_cd: null };
		const tickets = [await stage.newTicket(inbox, waiting), await stage.newTicket(inbox, bare), await stage.newTicket(inbox, bare)] as const;
		const changed = await run(stage, workflow, { Reason: 'Too much' });
		const [, , gone] = tickets;
		await stage.around.simulator.fail({ kind: 'status', status: 404, body: { message: 'ticket not found' }, when: { method: 'GET', path: `tickets/${gone}$` } });
		for (let time = 0; time < 2; time++) {
			await undo(stage, table, changed);
			expect(await stage.ticket(tickets[0])).toMatchObject(waiting);
			expect(await stage.ticket(tickets[1])).toMatchObject(bare);
			expect([...(await statesIn(stage, table))].map(([id, { state }]) => [id, state])).toEqual([[tickets[2], 'not put back: it could not be read'], [tickets[1], 'put back'], [tickets[0], 'put back']]);
		}
	},

	'leaves out a label that was deleted since, says so, and puts the rest of the ticket back': async (stage) => {
		const { inbox, right, wrong, workflow, table } = await withChange(stage, 'Deleted label', { statusCd: 'closed' });
		const deleted = 999_999;
		const [one, other] = [await stage.newTicket(inbox, { label_ids: [right, deleted] }), await stage.newTicket(inbox, { label_ids: [wrong, deleted] })];
		await undo(stage, table, await run(stage, workflow, { Reason: 'Too much' }));
		expect([await stage.ticket(one), await stage.ticket(other)]).toMatchObject([{ status_cd: 'open', label_ids: [right] }, { status_cd: 'open', label_ids: [wrong] }]);
		const left = `put back, but not label ${deleted}, which was deleted`;
		expect([...(await statesIn(stage, table)).values()].map(({ state }) => state)).toEqual([left, left]);
	},
};

import { failureText } from '../../../scripts/n8n-host/execution';
import { tableOf, type Trials } from './stage';

const TRIGGER = 'Every Monday';
const ROW = 'Write the row of the week';
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** @returns when the present week began, on Monday at midnight in UTC, as the test's n8n counts (ms) */
function thisWeek(now: number): number {
	const midnight = now - (now % DAY_MS);
	return midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS;
}

/** @returns the ISO 8601 name of the week that begins then; its Thursday says which year it belongs to */
function nameOf(monday: number): string {
	const thursday = monday + 3 * DAY_MS;
	const year = new Date(thursday).getUTCFullYear();
	const number = Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS) + 1;
	return `${year}-W${String(number).padStart(2, '0')}`;
}

export const weekly: Trials = {
	'writes one row for last week, and counts again in the same row when it runs once more': async (stage) => {
		const inbox = await stage.newInbox('Figures');
		const workflow = await stage.fill(inbox);
		const table = tableOf(workflow, ROW);
		const older = { week: '2020-W01', created: 1, closed: 2, still_open: 3, created_by_label: 'A: 1', closed_by_assignee: 'B: 2' };
		await stage.api.addDataTableRow(table, older);
		const id = await stage.api.createWorkflow(workflow);
		const rows = async () => {
			expect(failureText(await stage.api.runWorkflow(id, TRIGGER))).toBeUndefined();
			return (await stage.api.dataTableRows(table)).map(({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...row }) => row);
		};
		const end = thisWeek(Date.now());
		const begin = end - WEEK_MS;
		const week = nameOf(begin);
		expect(await rows()).toEqual([older, { week, created: 0, closed: 0, still_open: 0, created_by_label: '', closed_by_assignee: '' }]);

		const { id: delivery } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Delivery' });
		const { id: returns } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Returns' });
		const create = async (created_at: number, ticket: object = {}) => await stage.newTicket(inbox, { created_at, messages: undefined, ...ticket });
		const ben = { status_cd: 'closed', assignee: 'user02' };
		const answered = (at: number) => ({ body: 'Done', action_cd: 'sent', created_at: at, sent_at: at });
		// Created last week: from its first instant to its last, also with a memo that was dated back. Spam is none.
		await create(begin, { label_ids: [delivery] });
		await create(end - 1, { ...ben, label_ids: [delivery, returns] });
		await create(begin + DAY_MS, { status_cd: 'ongoing', messages: [{ sent_at: begin - 10 * DAY_MS }] });
		await create(begin + DAY_MS, { status_cd: 'spam' });
		// Created before or after it, and closed in it.
		await create(begin - 1, { messages: [{}, answered(begin)], ...ben });
		await create(begin - 70 * DAY_MS, { messages: [{}, answered(end - 1)], status_cd: 'closed' });
		// Neither.
		await create(begin - 1, ben);
		await create(begin - 2 * DAY_MS, { messages: [{}, answered(end)], ...ben });
		const fresh = await create(end);
		const figures = {
			week,
			created: 3,
			closed: 3,
			still_open: 3,
			created_by_label: 'Delivery: 2, no label: 1, Returns: 1',
			closed_by_assignee: 'Yamada Ben: 2, nobody: 1',
		};
		expect(await rows()).toEqual([older, figures]);
		await stage.make({ do: 'editTicket', ticketId: fresh, status_cd: 'closed' });
		expect(await rows()).toEqual([older, { ...figures, still_open: 2 }]);
	},

	'writes no row when one of the searches fails': async (stage, { simulator }) => {
		const inbox = await stage.newInbox('No figures');
		const workflow = await stage.fill(inbox);
		await simulator.fail({ kind: 'status', status: 400, when: { path: `/${inbox}/tickets/search$`, nth: 3 } });
		expect(failureText(await stage.run(TRIGGER, workflow))).toContain('refused');
		expect(await stage.api.dataTableRows(tableOf(workflow, ROW))).toEqual([]);
	},
};

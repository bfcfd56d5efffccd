import { ALL_INBOXES } from '../../../nodes/SupportInbox/fields/shared/locators';
import { failureText } from '../../../scripts/n8n-host/execution';
import { tableOf, type Trials } from './stage';

const TRIGGER = 'Every Monday';
const ROW = 'Write the row of the week';
const SEARCHES = ['Search the created tickets', 'Search the closed tickets', 'Search the tickets still open'];
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

/** A picture in a message to Slack, whose address has the chart. */
interface Picture {
	type: string;
	image_url?: string;
}

/** @returns what the charts of a message show: labels and values, as the image service is asked for them */
function chartsIn(message: object | undefined): Array<{ at: string; labels: string[]; values: Array<number | null> }> {
	const { blocks = [] } = (message ?? {}) as { blocks?: Picture[] };
	return blocks.filter(({ type }) => type === 'image').map(({ image_url = '' }) => {
		const { origin, pathname, searchParams } = new URL(image_url);
		const { data } = JSON.parse(searchParams.get('chart')!) as { data: { labels: string[]; datasets: Array<{ data: Array<number | null> }> } };
		return { at: origin + pathname, labels: data.labels, values: data.datasets[0]!.data };
	});
}

export const weekly: Trials = {
	'writes one row for last week, and counts again in the same row when it runs once more': async (stage, { slack }) => {
		const inbox = await stage.newInbox('Figures');
		const workflow = await stage.fill(inbox);
		const table = tableOf(workflow, ROW);
		const replies = { first_reply_minutes: 90, without_reply: 4, draft_similarity: 0.9, first_reply_by_inbox_and_assignee: 'Figures, B: 90 (1)' };
		const older = { week: '2020-W01', created: 1, closed: 2, still_open: 3, created_by_label: 'A: 1', closed_by_assignee: 'B: 2', ...replies };
		await stage.api.addDataTableRows(table, [older]);
		const id = await stage.api.createWorkflow(workflow);
		const rows = async () => {
			expect(failureText(await stage.api.runWorkflow(id, TRIGGER))).toBeUndefined();
			return (await stage.api.dataTableRows(table)).map(({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...row }) => row);
		};
		const end = thisWeek(Date.now());
		const begin = end - WEEK_MS;
		const week = nameOf(begin);
		const noReplies = { first_reply_minutes: null, without_reply: 0, draft_similarity: null, first_reply_by_inbox_and_assignee: '' };
		expect(await rows()).toEqual([older, { week, created: 0, closed: 0, still_open: 0, created_by_label: '', closed_by_assignee: '', ...noReplies }]);
		const service = 'https://quickchart.io/chart';
		const byWeek = (median: number | null) => ({ at: service, labels: ['2020-W01', week], values: [90, median] });
		expect(slack.messages.at(-1)?.text).toBe(`*First replies in ${week}: none, 0 tickets without one*`);
		expect(chartsIn(slack.messages.at(-1))).toEqual([byWeek(null)]);

		const { id: delivery } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Delivery' });
		const { id: returns } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Returns' });
		const create = async (created_at: number, ticket: object = {}) => await stage.newTicket(inbox, { created_at, messages: undefined, ...ticket });
		const ben = { status_cd: 'closed', assignee: 'user02' };
		const answered = (at: number) => ({ body: 'Done', action_cd: 'sent', created_at: at, sent_at: at });
		/** A customer's message, and the first reply to it some minutes later. */
		const replied = (at: number, minutes: number) => [{ created_at: at, sent_at: at }, answered(at + minutes * 60_000)];
		// Created last week: from its first instant to its last, also with a memo that was dated back. Spam is none.
		await create(begin, { label_ids: [delivery], messages: replied(begin, 10) });
		await create(end - 1, { ...ben, label_ids: [delivery, returns], messages: replied(end - 60 * 60_000, 45) });
		await create(begin + DAY_MS, { status_cd: 'ongoing', messages: [{ sent_at: begin - 10 * DAY_MS }] });
		const draftAt = begin + DAY_MS + 60_000;
		const draft = { method_cd: 'record', action_cd: 'sent', title: 'Draft', body: 'Done it now', created_at: draftAt, sent_at: draftAt };
		await create(begin + DAY_MS, { assignee: 'user02', messages: [...replied(begin + DAY_MS, 20), draft] });
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
			created: 4,
			closed: 3,
			still_open: 4,
			created_by_label: 'Delivery: 2, no label: 2, Returns: 1',
			closed_by_assignee: 'Yamada Ben: 2, nobody: 1',
			first_reply_minutes: 20,
			without_reply: 1,
			draft_similarity: 0.5,
			first_reply_by_inbox_and_assignee: 'Figures, Yamada Ben: 33 (2), Figures, nobody: 10 (1)',
		};
		expect(await rows()).toEqual([older, figures]);
		expect(slack.messages.at(-1)?.text).toBe(`*First replies in ${week}: a median of 20 minutes, 1 tickets without one*`);
		expect(chartsIn(slack.messages.at(-1))).toEqual([{ at: service, labels: ['Figures, Yamada Ben (2)', 'Figures, nobody (1)'], values: [33, 10] }, byWeek(20)]);
		await stage.make({ do: 'editTicket', ticketId: fresh, status_cd: 'closed' });
		expect(await rows()).toEqual([older, { ...figures, still_open: 3 }]);
	},

	'counts all inboxes, and writes no row when one of them does not answer': async (stage, { simulator, slack }) => {
		// Of the demo data: the node may have read the list of inboxes just before, and a new one would be missing.
		const [inbox, name] = [103, 'Returns'];
		const inAll = Object.fromEntries(SEARCHES.map((search) => [search, { messageBoxId: { __rl: true, mode: 'list', value: ALL_INBOXES } }]));
		const workflow = await stage.fill(undefined, inAll);
		const at = thisWeek(Date.now()) - DAY_MS;
		const messages = [{ created_at: at, sent_at: at }, { action_cd: 'sent', created_at: at + 60_000, sent_at: at + 60_000 }];
		await stage.newTicket(inbox, { created_at: at, assignee: 'user02', messages });
		const before = slack.messages.length;
		await simulator.fail({ kind: 'status', status: 400, when: { path: `/${inbox}/tickets/search$`, nth: 3 } });
		expect(failureText(await stage.run(TRIGGER, workflow))).toContain(`Inbox ${name} (${inbox})`);
		expect([await stage.api.dataTableRows(tableOf(workflow, ROW)), slack.messages.length]).toEqual([[], before]);
		expect(failureText(await stage.run(TRIGGER, workflow))).toBeUndefined();
		const [row, ...others] = await stage.api.dataTableRows(tableOf(workflow, ROW));
		expect(others).toEqual([]);
		expect(row?.first_reply_by_inbox_and_assignee).toContain(`${name}, Yamada Ben: 1 (1)`);
	},
};

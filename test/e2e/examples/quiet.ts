import { failureText } from '../../../scripts/n8n-host/execution';
import { decide } from './approval';
import { mailWith } from './mailedForm';
import { ASKS_BOSS, eventually, QUESTION, type Stage, type Trials } from './stage';

const DAY_MS = 86_400_000;

/** Starts the workflow, and has its mail answered after a customer has written in one of the tickets. */
async function closing(stage: Stage, name: string, approved: boolean) {
	const { api } = stage;
	const inbox = await stage.newInbox(name);
	const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Until later', snooze_term: 'next_month' });
	const add = async (title: string, daysAgo: number, more: object = {}) => {
		const created_at = Date.now() - daysAgo * DAY_MS;
		return await stage.newTicket(inbox, { title, created_at, status_cd: 'ongoing', messages: [{ created_at, sent_at: created_at }], ...more });
	};
	const tickets = {
		quiet: await add(`${name} <b>`, 90),
		written: await add('Written in meanwhile', 80),
		snoozed: await add('Asleep', 70, { pending_reason_id }),
		fresh: await add('Fresh', 10),
		open: await add('Open', 90, { status_cd: 'open' }),
	};
	const execution = await api.startWorkflow(await api.createWorkflow(await stage.fill(inbox, { 'Ask for approval': ASKS_BOSS })), 'Every Monday');
	await mailWith(stage, `#${tickets.quiet}`);
	await stage.make({ do: 'addMessage', ticketId: tickets.written, ...QUESTION });
	const mail = await decide(stage, `#${tickets.quiet}`, approved);
	// One that waits has a time at which it stopped.
	await eventually('the run to end', async () => ['success', 'error'].includes((await api.execution(execution)).status));
	expect(failureText(await api.execution(execution))).toBeUndefined();
	const statuses = Object.entries(tickets).map(async ([what, ticket]) => [what, (await stage.ticket(ticket)).status_cd]);
	return { mail, tickets, statuses: Object.fromEntries(await Promise.all(statuses)) as Record<string, string> };
}

export const quiet: Trials = {
	'closes what was approved, but nothing that somebody has written in since, and nothing that sleeps': async (stage) => {
		const { mail, tickets, statuses } = await closing(stage, 'Quiet', true);
		for (const listed of [tickets.quiet, tickets.written, tickets.snoozed]) expect(mail).toContain(`#${listed}`);
		for (const other of [tickets.fresh, tickets.open]) expect(mail).not.toContain(`#${other}`);
		expect(mail).toContain('Quiet ＜b＞');
		expect(statuses).toEqual({ quiet: 'closed', written: 'ongoing', snoozed: 'ongoing', fresh: 'ongoing', open: 'open' });
	},

	'closes nothing that was declined': async (stage) => {
		const { statuses } = await closing(stage, 'Declined', false);
		expect(statuses).toEqual({ quiet: 'ongoing', written: 'ongoing', snoozed: 'ongoing', fresh: 'ongoing', open: 'open' });
	},
};

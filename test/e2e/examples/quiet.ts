import { fromList } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import { decide } from './approval';
import type { Stage, Trials } from './trial';

const TRIGGER = 'Every Monday';
const DAY_MS = 86_400_000;
const END_MS = 60_000;

/** Starts the workflow, and has its mail answered after a customer has written in one of the tickets. */
async function closing(stage: Stage, name: string, approved: boolean) {
	const { api } = stage.world;
	const inbox = await stage.newInbox(name);
	const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Until later', snooze_term: 'next_month' });
	const add = async (title: string, daysAgo: number, more: object = {}) => {
		const created_at = Date.now() - daysAgo * DAY_MS;
		const ticket = { do: 'createTicket', message_box_id: inbox, title, created_at, status_cd: 'ongoing', messages: [{ created_at, sent_at: created_at }], ...more };
		return (await stage.make(ticket)).ticket_id!;
	};
	const tickets = {
		quiet: await add(`${name} <b>`, 90),
		written: await add('Written in meanwhile', 80),
		snoozed: await add('Asleep', 70, { pending_reason_id }),
		fresh: await add('Fresh', 10),
		open: await add('Open', 90, { status_cd: 'open' }),
	};
	const id = await stage.import({
		parameters: {
			'Search the quiet tickets': { messageBoxId: fromList(inbox, name) },
			'Ask for approval': { fromEmail: 'n8n@tenant.example', toEmail: 'boss@tenant.example' },
		},
	});
	const execution = await api.startWorkflow(id, TRIGGER);
	const asked = async () => stage.mail.mails.some(({ content }) => content.includes(`#${tickets.quiet}`));
	await waitFor('the list', asked, { timeoutMs: END_MS });
	await stage.make({ do: 'addMessage', ticketId: tickets.written, body: 'Still there?', from: 'anna@mail.example' });
	const mail = await decide(stage, `#${tickets.quiet}`, approved);
	const ended = async () => {
		const one = await api.execution(execution);
		return one.status === 'success' || one.status === 'error' ? one : undefined;
	};
	expect(failureText(await waitFor('the run to end', ended, { timeoutMs: END_MS }))).toBeUndefined();
	const statuses = Object.entries(tickets).map(async ([what, ticket]) => [what, (await stage.simulator.ticket(ticket))?.status_cd]);
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

import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import { callAsSlack } from './slackApi';
import type { Stage, Trials } from './trial';

const TRIGGER = 'New ticket of a customer';
const CHECK = 'Is it from Slack, and fresh?';
const END_MS = 60_000;

/** Presses a button as Slack does. */
async function press({ world, slack }: Stage, button: object, options: { secret?: string; at?: number } = {}) {
	const payload = { type: 'block_actions', user: { id: 'U1', username: 'ben + co' }, response_url: slack.url, actions: [button] };
	const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
	const response = await callAsSlack(`${world.n8nUrl}/webhook/snooze-by-slack-button`, 'application/x-www-form-urlencoded', body, options);
	return { status: response.status, body: await response.text() };
}

export const snooze: Trials = {
	'offers buttons for a new ticket, and snoozes it when Slack says that one was pressed, and nobody else': async (stage) => {
		const { world: { api }, make, simulator, slack, slackApi } = stage;
		const inbox = await stage.newInbox('To be snoozed');
		await make({ do: 'addPendingReason', inboxId: inbox, name: 'Waits for a person', is_snoozed: false });
		const { pending_reason_id } = await make({ do: 'addPendingReason', inboxId: inbox, name: 'Later', snooze_term: 'next_month' });
		const id = await stage.import({
			parameters: {
				[TRIGGER]: { messageBoxIds: [inbox], begunBy: ['customer'], pollTimes: POLL_TIMES },
				'Write with buttons': { url: slackApi.postMessageUrl },
			},
		});
		const [posted, written] = [slackApi.posts.length, slack.messages.length];
		const pressed = async (node: string) => (await api.executions(id)).filter(({ data }) => node in data.resultData.runData).length;
		await api.activate(id);
		try {
			const ticket_id = (await make({ do: 'createTicket', message_box_id: inbox, title: 'A & B', messages: [{ body: 'Hello', from: 'anna@mail.example' }] })).ticket_id!;
			const post = await waitFor('the post', () => slackApi.posts[posted], { timeoutMs: END_MS });
			expect(post.text).toBe(`*Ticket #${ticket_id}*\nA &amp; B\nFrom anna@mail.example`);
			const value = `${inbox}/${ticket_id}`;
			const buttons = (post.blocks as Array<{ elements?: Array<{ action_id: string; value: string }> }>).flatMap(({ elements }) => elements ?? []);
			expect(buttons.map(({ action_id, value }) => ({ action_id, value }))).toEqual([{ action_id: 'tomorrow', value }, { action_id: 'next_monday', value }]);
			const [tomorrow, monday] = buttons as [object, object];

			await press(stage, tomorrow, { secret: 'guessed' });
			await press(stage, tomorrow, { at: Date.now() - 600_000 });
			await waitFor('both to be refused', async () => (await pressed(CHECK)) === 2, { timeoutMs: END_MS });
			expect(await pressed('Take which button')).toBe(0);
			expect((await simulator.ticket(ticket_id))!.status_cd).toBe('open');

			const pressedAt = Date.now();
			expect(await press(stage, monday)).toEqual({ status: 200, body: 'OK' });
			await waitFor('the word in Slack', () => slack.messages.length > written, { timeoutMs: END_MS });
			expect(slack.messages.at(-1)!.text).toBe(`Ticket #${ticket_id} sleeps until Monday (ben + co).`);
			expect(await simulator.ticket(ticket_id)).toMatchObject({ status_cd: 'ongoing', pending_reason_id });
			const sent = (await simulator.requests()).filter(({ at, path }) => at > pressedAt && path.includes(`/${inbox}/`) && !path.endsWith('/search'));
			// Read once more before the write on a slow machine, where the reading is older than two seconds.
			expect(sent.map(({ method }) => method).join(' ')).toMatch(/^(GET ){3,4}PUT$/);
			expect(sent.at(-1)?.body).toMatchObject({ status_cd: 'ongoing', pending_reason_id, snooze_term: 'next_monday' });

			await make({ do: 'editTicket', ticketId: ticket_id, status_cd: 'closed' });
			await press(stage, tomorrow);
			await waitFor('the second word', () => slack.messages.length > written + 1, { timeoutMs: END_MS });
			expect(slack.messages.at(-1)!.text).toContain('no longer open');
			expect((await simulator.ticket(ticket_id))!.status_cd).toBe('closed');
		} finally {
			await api.deactivate(id);
		}
		expect((await api.executions(id)).map(failureText)).toEqual(expect.not.arrayContaining([expect.any(String)]));
	},
};

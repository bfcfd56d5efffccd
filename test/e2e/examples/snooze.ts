import { observe } from '../observe';
import { callAsSlack } from './slackApi';
import { eventually, type Stage, type Trials } from './stage';

/** Presses a button as Slack does. */
async function press({ n8nUrl, around: { slack } }: Stage, button: object, options: { secret?: string; at?: number } = {}) {
	const payload = { type: 'block_actions', user: { id: 'U1', username: 'ben + co' }, response_url: slack.url, actions: [button] };
	const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
	const response = await callAsSlack(`${n8nUrl}/webhook/snooze-by-slack-button`, 'application/x-www-form-urlencoded', body, options);
	return { status: response.status, body: await response.text() };
}

export const snooze: Trials = {
	'offers buttons for a new ticket, and snoozes it when Slack says that one was pressed, and nobody else': async (stage, { simulator, slack, slackApi }) => {
		const inbox = await stage.newInbox('To be snoozed');
		await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Waits for a person', is_snoozed: false });
		const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Later', snooze_term: 'next_month' });
		const [posted, written] = [slackApi.posts.length, slack.messages.length];
		const wordInSlack = async (count: number) => (await eventually(`word ${count} in Slack`, () => slack.messages[written + count - 1])).text;
		await stage.publish(await stage.fill(inbox), async (id) => {
			const ticket_id = await stage.newTicket(inbox, { title: 'A & B' });
			const post = await eventually('the post', () => slackApi.posts[posted]);
			expect(post.text).toBe(`*Ticket #${ticket_id}*\nA &amp; B\nFrom anna@mail.example`);
			const value = `${inbox}/${ticket_id}`;
			const buttons = (post.blocks as Array<{ elements?: Array<{ action_id: string; value: string }> }>).flatMap(({ elements }) => elements ?? []);
			expect(buttons).toEqual([expect.objectContaining({ action_id: 'tomorrow', value }), expect.objectContaining({ action_id: 'next_monday', value })]);
			const [tomorrow, monday] = buttons as [object, object];

			await press(stage, tomorrow, { secret: 'guessed' });
			await press(stage, tomorrow, { at: Date.now() - 600_000 });
			const refused = await stage.ended(id, 2, ({ data }) => 'Is it from Slack, and fresh?' in data.resultData.runData);
			expect(refused.filter(({ data }) => 'Take which button' in data.resultData.runData)).toEqual([]);
			expect((await stage.ticket(ticket_id)).status_cd).toBe('open');

			const observation = await observe(simulator);
			expect(await press(stage, monday)).toEqual({ status: 200, body: 'OK' });
			expect(await wordInSlack(1)).toBe(`Ticket #${ticket_id} sleeps until Monday (ben + co).`);
			expect(await stage.ticket(ticket_id)).toMatchObject({ status_cd: 'ongoing', pending_reason_id });
			const sent = (await observation.requests()).filter(({ path }) => path.includes(`/${inbox}/`) && !path.endsWith('/search'));
			// Read once more before the write on a slow machine, where the reading is older than two seconds.
			expect(sent.map(({ method }) => method).join(' ')).toMatch(/^(GET ){3,4}PUT$/);
			expect(sent.at(-1)?.body).toMatchObject({ status_cd: 'ongoing', pending_reason_id, snooze_term: 'next_monday' });

			await stage.make({ do: 'editTicket', ticketId: ticket_id, status_cd: 'closed' });
			await press(stage, tomorrow);
			expect(await wordInSlack(2)).toContain('no longer open');
			expect((await stage.ticket(ticket_id)).status_cd).toBe('closed');
		});
	},
};

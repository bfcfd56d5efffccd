import { fromList } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { BOT_TOKEN, callAsSlack, CHANNEL } from './slackApi';
import type { Stage, Trials } from './trial';

const END_MS = 60_000;
let events = 0;

/** A message of a person in a thread, as Slack's Events API reports it. @param change what is different about it */
function messageEvent(thread_ts: string | undefined, text: string, change: Record<string, unknown> = {}) {
	events += 1;
	const ts = `1700001000.${String(events).padStart(6, '0')}`;
	const event = { type: 'message', channel: CHANNEL, channel_type: 'channel', user: 'U1', text, ts, event_ts: ts, ...(thread_ts && { thread_ts }), ...change };
	return { token: 'old', team_id: 'T1', api_app_id: 'A1', type: 'event_callback', event_id: `Ev${events}`, event_time: 1_700_001_000, event };
}

/** Opens a thread as "Slack thread per ticket" does. @returns its number */
async function openThread({ slackApi }: Stage): Promise<string> {
	const response = await fetch(slackApi.postMessageUrl, { method: 'POST', headers: { Authorization: `Bearer ${BOT_TOKEN}` }, body: new URLSearchParams({ text: 'A ticket' }) });
	return ((await response.json()) as { ts: string }).ts;
}

/** The workflow with its two data tables, and how Slack calls it. */
async function setUp(stage: Stage, name: string) {
	const { world: { api, n8nUrl }, slackApi, make } = stage;
	const inbox = await stage.newInbox(name);
	const { mail_account_id } = await make({ do: 'addMailAccount', inboxId: inbox, name: 'Support', email: 'support@tenant.example' });
	const threads = await api.createDataTable(`${name}: threads`, [{ name: 'ticket_id', type: 'number' }, { name: 'thread_ts', type: 'string' }]);
	const answers = await api.createDataTable(`${name}: answers`, [{ name: 'message', type: 'string' }]);
	const table = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: 'A table' });
	const id = await stage.import({
		parameters: {
			'Take the answer down': { dataTableId: table(answers) },
			'Find the first of this answer': { dataTableId: table(answers) },
			'Find the ticket of the thread': { dataTableId: table(threads) },
			'Send the reply': { messageBoxId: fromList(inbox, name), mailAccountId: mail_account_id },
			'Write what became of it': { url: `${slackApi.url}/api/chat.postMessage` },
		},
	});
	const call = async (body: object, options: Parameters<typeof callAsSlack>[3] = {}) => {
		const response = await callAsSlack(`${n8nUrl}/webhook/slack-answer-becomes-reply`, 'application/json', JSON.stringify(body), options);
		return { status: response.status, body: await response.text() };
	};
	const remember = async (ticket_id: number, thread_ts: string) => await api.addDataTableRow(threads, { ticket_id, thread_ts });
	return { id, inbox, call, remember };
}

export const slackAnswer: Trials = {
	'sends an answer of the thread once, and nothing that is not marked, not new, or not from Slack': async (stage) => {
		const { world: { api }, make, slackApi } = stage;
		const { id, inbox, call, remember } = await setUp(stage, 'Answers');
		const messages = [{ body: 'Where is it?', from: 'anna@mail.example', to: 'support@tenant.example' }];
		const ticket = (await make({ do: 'createTicket', message_box_id: inbox, title: 'Parcel', messages })).ticket_id!;
		const byUs = (await make({ do: 'createTicket', message_box_id: inbox, title: 'Ours', messages: [{ body: 'Note', method_cd: 'record' }] })).ticket_id!;
		const [thread, unanswerable, other] = [await openThread(stage), await openThread(stage), await openThread(stage)];
		await remember(ticket, thread);
		await remember(byUs, unanswerable);
		const before = slackApi.posts.length;
		const bodies = async () => (await make<KeptTicket>({ do: 'getTicket', ticketId: ticket })).messages.map(({ body }) => body);
		const posts = () => slackApi.posts.slice(before).map(({ thread_ts, text }) => ({ thread_ts, text }));
		const posted = async (count: number) => {
			await waitFor(`${count} words in Slack`, () => posts().length >= count, { timeoutMs: END_MS, detail: () => JSON.stringify(posts()) });
			return posts()[count - 1];
		};
		let calls = 0;
		const handled = async (more: number) => {
			calls += more;
			await waitFor('the calls to be handled', async () => (await api.executions(id)).length >= calls, { timeoutMs: END_MS });
		};
		await api.activate(id);
		try {
			const check = { token: 'old', challenge: '3eZbrw1aBm2r', type: 'url_verification' };
			expect(await call(check)).toEqual({ status: 200, body: '3eZbrw1aBm2r' });
			expect((await call(check, { secret: 'guessed' })).status).toBe(401);
			expect((await call(messageEvent(thread, '!reply Forged'), { secret: 'guessed' })).status).toBe(401);
			expect((await call(messageEvent(thread, '!reply Caught and sent again'), { at: Date.now() - 600_000 })).status).toBe(401);

			const notForCustomers = [
				messageEvent(thread, 'Who takes this?'),
				messageEvent(thread, 'Use !reply to answer'),
				messageEvent(thread, '!replying is easy'),
				messageEvent(undefined, '!reply Not in a thread'),
				messageEvent(thread, '!reply By a bot', { bot_id: 'B1', app_id: 'A1' }),
				messageEvent(undefined, '', { subtype: 'message_changed', message: { user: 'U1', text: '!reply Edited', ts: '1', thread_ts: thread } }),
				messageEvent(undefined, '', { subtype: 'message_deleted', previous_message: { user: 'U1', text: '!reply Deleted', ts: '1', thread_ts: thread } }),
				messageEvent(thread, '!reply Not written, but reacted to', { type: 'reaction_added' }),
			];
			for (const event of notForCustomers) expect((await call(event)).status).toBe(200);
			await handled(4 + notForCustomers.length);
			expect([await bodies(), posts()]).toEqual([['Where is it?'], []]);

			// Slack sends again what was not answered in time, also while the first call is still at work.
			const answer = messageEvent(thread, '!reply It is <https://post.example/1|here> &amp; &lt;safe&gt;, see <http://post.example|post.example>.\n\nYour *team*');
			const again = { headers: { 'X-Slack-Retry-Num': '1', 'X-Slack-Retry-Reason': 'http_timeout' } };
			const statuses = await Promise.all([call(answer), call(answer, again), call(answer, again)]);
			expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
			expect(await posted(1)).toEqual({ thread_ts: thread, text: `Ticket #${ticket} is answered: the mail goes to anna@mail.example.` });
			await call(answer, again);
			await handled(4);
			const sent = 'It is here (https://post.example/1) & <safe>, see http://post.example.\n\nYour *team*';
			expect(await bodies()).toEqual(['Where is it?', sent]);

			// The same words anew are a message of their own, also when it is shown in the channel as well.
			await call(messageEvent(thread, '!Reply Again', { subtype: 'thread_broadcast' }));
			await posted(2);
			expect(await bodies()).toEqual(['Where is it?', sent, 'Again']);

			const refused: Array<[object, string]> = [
				[messageEvent(other, '!reply To nobody'), 'Not sent. This thread belongs to no ticket.'],
				[messageEvent(thread, '!reply'), 'Not sent. It has no text.'],
				[messageEvent(thread, '!reply <@U2> knows more'), 'Not sent. It names people'],
				[messageEvent(thread, '!reply See the file', { subtype: 'file_share', files: [{ id: 'F1' }] }), 'Not sent. Files do not go along.'],
				[messageEvent(unanswerable, '!reply To a memo'), 'No mail is known to have left. '],
			];
			for (const [place, [event, text]] of refused.entries()) {
				await call(event);
				expect((await posted(3 + place))?.text).toContain(text);
			}
			await handled(1 + refused.length);
			expect(await bodies()).toEqual(['Where is it?', sent, 'Again']);
			expect(posts()).toHaveLength(2 + refused.length);
		} finally {
			await api.deactivate(id);
		}
		expect((await api.executions(id)).map(failureText)).toEqual(expect.not.arrayContaining([expect.any(String)]));
	},

	'stops with the reason when Slack does not take what became of it': async (stage) => {
		const { id, call } = await setUp(stage, 'Unheard');
		const { api } = stage.world;
		await api.activate(id);
		try {
			await call(messageEvent('1.000001', '!reply Into a thread that Slack does not know'));
			const execution = await waitFor('the run to end', async () => (await api.executions(id))[0], { timeoutMs: END_MS });
			expect(failureText(execution)).toContain('thread_not_found');
		} finally {
			await api.deactivate(id);
		}
	},
};

import { failureText } from '../../../scripts/n8n-host/execution';
import { BOT_TOKEN, callAsSlack, CHANNEL } from './slackApi';
import { eventually, QUESTION, type Stage, type Surroundings, type Trials } from './stage';

let events = 0;

/** A message of a person in a thread, as Slack's Events API reports it. @param change what is different about it */
function messageEvent(thread_ts: string | undefined, text: string, change: Record<string, unknown> = {}) {
	events += 1;
	const ts = `1700001000.${String(events).padStart(6, '0')}`;
	const event = { type: 'message', channel: CHANNEL, channel_type: 'channel', user: 'U1', text, ts, event_ts: ts, ...(thread_ts && { thread_ts }), ...change };
	return { token: 'old', team_id: 'T1', api_app_id: 'A1', type: 'event_callback', event_id: `Ev${events}`, event_time: 1_700_001_000, event };
}

/** Opens a thread as "Slack thread per ticket" does. @returns its number */
async function openThread({ slackApi }: Surroundings): Promise<string> {
	const response = await fetch(slackApi.postMessageUrl, { method: 'POST', headers: { Authorization: `Bearer ${BOT_TOKEN}` }, body: new URLSearchParams({ text: 'A ticket' }) });
	return ((await response.json()) as { ts: string }).ts;
}

/** @param threads the rows of the table of "Slack thread per ticket" */
async function filled(stage: Stage, inbox: number, threads: Array<{ ticket_id: number; thread_ts: string }>) {
	return await stage.fill(inbox, {
		'Find the ticket of the thread': await stage.table(threads),
		'Write what became of it': { url: `${stage.around.slackApi.url}/api/chat.postMessage` },
	});
}

/** Calls the published workflow as Slack does. */
async function call({ n8nUrl }: Stage, body: object, options: Parameters<typeof callAsSlack>[3] = {}) {
	const response = await callAsSlack(`${n8nUrl}/webhook/slack-answer-becomes-reply`, 'application/json', JSON.stringify(body), options);
	return { status: response.status, body: await response.text() };
}

export const slackAnswer: Trials = {
	'sends an answer of the thread once, and nothing that is not marked, not new, or not from Slack': async (stage, around) => {
		const inbox = await stage.newInbox('Answers');
		const ticket = await stage.newTicket(inbox, { title: 'Parcel' });
		const byUs = await stage.newTicket(inbox, { title: 'Ours', messages: [{ body: 'Note', method_cd: 'record' }] });
		const [thread, unanswerable, other] = [await openThread(around), await openThread(around), await openThread(around)];
		const workflow = await filled(stage, inbox, [{ ticket_id: ticket, thread_ts: thread }, { ticket_id: byUs, thread_ts: unanswerable }]);
		const before = around.slackApi.posts.length;
		const bodies = async () => await stage.bodies(ticket);
		const posts = () => around.slackApi.posts.slice(before).map(({ thread_ts, text }) => ({ thread_ts, text }));
		const posted = async (count: number) => {
			await eventually(`${count} words in Slack`, () => posts().length >= count, () => JSON.stringify(posts()));
			return posts()[count - 1];
		};
		await stage.publish(workflow, async (id) => {
			let calls = 0;
			const handled = async (more: number) => await stage.ended(id, (calls += more));
			const check = { token: 'old', challenge: '3eZbrw1aBm2r', type: 'url_verification' };
			expect(await call(stage, check)).toEqual({ status: 200, body: '3eZbrw1aBm2r' });
			expect((await call(stage, check, { secret: 'guessed' })).status).toBe(401);
			expect((await call(stage, messageEvent(thread, '!reply Forged'), { secret: 'guessed' })).status).toBe(401);
			expect((await call(stage, messageEvent(thread, '!reply Caught and sent again'), { at: Date.now() - 600_000 })).status).toBe(401);

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
			for (const event of notForCustomers) expect((await call(stage, event)).status).toBe(200);
			await handled(4 + notForCustomers.length);
			expect([await bodies(), posts()]).toEqual([[QUESTION.body], []]);

			// Slack sends again what was not answered in time, also while the first call is still at work.
			const answer = messageEvent(thread, '!reply It is <https://post.example/1|here> &amp; &lt;safe&gt;, see <http://post.example|post.example>. :bow::skin-tone-2:\n\nYour *team*');
			const again = { headers: { 'X-Slack-Retry-Num': '1', 'X-Slack-Retry-Reason': 'http_timeout' } };
			const statuses = await Promise.all([call(stage, answer), call(stage, answer, again), call(stage, answer, again)]);
			expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
			expect(await posted(1)).toEqual({ thread_ts: thread, text: `Ticket #${ticket} is answered: the mail goes to anna@mail.example.` });
			await call(stage, answer, again);
			await handled(4);
			const sent = 'It is here (https://post.example/1) & <safe>, see http://post.example. 🙇\n\nYour *team*';
			expect(await bodies()).toEqual([QUESTION.body, sent]);

			// The same words anew are a message of their own, also when it is shown in the channel as well.
			await call(stage, messageEvent(thread, '!Reply Again', { subtype: 'thread_broadcast' }));
			await posted(2);
			expect(await bodies()).toEqual([QUESTION.body, sent, 'Again']);

			const refused: Array<[object, string]> = [
				[messageEvent(other, '!reply To nobody'), 'Not sent. This thread belongs to no ticket.'],
				[messageEvent(thread, '!reply'), 'Not sent. It has no text.'],
				[messageEvent(thread, '!reply <@U2> knows more'), 'Not sent. It names people'],
				[messageEvent(thread, '!reply Thank you :party_parrot:'), 'Not sent. It has an emoji'],
				[messageEvent(thread, '!reply See the file', { subtype: 'file_share', files: [{ id: 'F1' }] }), 'Not sent. Files do not go along.'],
				[messageEvent(unanswerable, '!reply To a memo'), 'No mail is known to have left. '],
			];
			for (const [place, [event, text]] of refused.entries()) {
				await call(stage, event);
				expect((await posted(3 + place))?.text).toContain(text);
			}
			await handled(1 + refused.length);
			expect(await bodies()).toEqual([QUESTION.body, sent, 'Again']);
			expect(posts()).toHaveLength(2 + refused.length);
		});
	},

	'stops with the reason when Slack does not take what became of it': async (stage) => {
		const workflow = await filled(stage, await stage.newInbox('Unheard'), [{ ticket_id: 1, thread_ts: '1.000002' }]);
		const isRefused = async (id: string) => {
			await call(stage, messageEvent('1.000001', '!reply Into a thread that Slack does not know'));
			const [execution] = await stage.ended(id, 1);
			expect(failureText(execution!)).toContain('thread_not_found');
		};
		await stage.publish(workflow, isRefused, 1);
	},
};

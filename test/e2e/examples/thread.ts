import { failureText } from '../../../scripts/n8n-host/execution';
import { ANSWER, eventually, QUESTION, type Trials } from './stage';

export const thread: Trials = {
	'opens a thread for each ticket, writes its messages into it and ends it when the ticket is closed': async (stage, { slackApi }) => {
		const inbox = await stage.newInbox('Threads');
		const before = await stage.newTicket(inbox, { title: 'From before' });
		const others = slackApi.posts.length;
		const own = () => slackApi.posts.slice(others);
		const posts = async (count: number) => await eventually(`${count} posts`, () => own().length >= count, () => JSON.stringify(own()));
		await stage.publish(await stage.fill(inbox), async () => {
			// An agent answers before the next poll: the thread begins with the customer all the same.
			const fresh = await stage.newTicket(inbox, { title: 'A & B', messages: [{ ...QUESTION, body: 'Where is <it>?' }, ANSWER] });
			await posts(1);
			await stage.make({ do: 'addMessage', ticketId: fresh, ...QUESTION, body: 'Still\nwaiting.' });
			await posts(2);
			// A ticket from before the workflow gets its thread with its next message.
			await stage.make({ do: 'addMessage', ticketId: before, body: 'Anybody?', from: 'ben@mail.example' });
			await posts(4);
			await stage.make({ do: 'editTicket', ticketId: fresh, status_cd: 'closed', assignee: 'user02' });
			await posts(5);
			const [first, , second] = own().map(({ ts }) => ts);
			expect(own().map(({ ts: _, ...post }) => post)).toEqual([
				{ text: `*Threads: ticket #${fresh}*\nA &amp; B\nFrom anna@mail.example, labels: none\n>Where is &lt;it&gt;?` },
				{ thread_ts: first, text: '*anna@mail.example*\n>Still\n>waiting.' },
				{ text: `*Threads: ticket #${before}*\nFrom before\nFrom ben@mail.example, labels: none\n>Anybody?` },
				{ thread_ts: second, text: '*ben@mail.example*\n>Anybody?' },
				{ thread_ts: first, text: 'The ticket was closed. Assignee: Yamada Ben' },
			]);
		});
	},

	'stops with the reason when Slack refuses, and remembers no thread': async (stage, { slackApi }) => {
		const url = slackApi.postMessageUrl.replace(/channel=.*/, 'channel=C0UNKNOWN');
		const event = { event: 'ticketCreated', ticket_id: 77, title: 'A', message_box_name: 'Refused', label_names: [], text: 'B' };
		const execution = await stage.run('When something happens', await stage.fill(await stage.newInbox('Refused'), { 'Open the thread': { url } }), event);
		expect(failureText(execution)).toContain('channel_not_found');
		expect(execution.data.resultData.runData).not.toHaveProperty('Remember the thread');
	},
};

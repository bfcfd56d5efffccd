import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { Stage, Trials } from './trial';

const TRIGGER = 'When something happens';
const ARRIVAL_MS = 60_000;

/** The workflow with a data table of its own, as its page says that it is made. */
async function filling({ world, slackApi }: Stage, name: string, inbox: number, url = slackApi.postMessageUrl) {
	const columns = [
		{ name: 'ticket_id', type: 'number' },
		{ name: 'thread_ts', type: 'string' },
	] as const;
	const table = await world.api.createDataTable(`${name}: opened threads`, [...columns]);
	const dataTableId = { __rl: true, mode: 'list', value: table, cachedResultName: name };
	return {
		parameters: {
			[TRIGGER]: { messageBoxIds: [inbox], pollTimes: POLL_TIMES },
			'Keep those without a thread': { dataTableId },
			'Remember the thread': { dataTableId },
			'Find the thread': { dataTableId },
			'Open the thread': { url },
			'Write into the thread': { url },
		},
	};
}

export const thread: Trials = {
	'opens a thread for each ticket, writes its messages into it and ends it when the ticket is closed': async (stage) => {
		const { world, slackApi, make } = stage;
		const inbox = await stage.newInbox('Threads');
		const before = await make({ do: 'createTicket', message_box_id: inbox, title: 'From before', messages: [{ body: 'Hello?' }] });
		const id = await stage.import(await filling(stage, 'Threads', inbox));
		const others = slackApi.posts.length;
		const own = () => slackApi.posts.slice(others);
		const posts = async (count: number) =>
			await waitFor(`${count} posts`, () => own().length >= count, { timeoutMs: ARRIVAL_MS, detail: () => JSON.stringify(own()) });
		await world.api.activate(id);
		try {
			// An agent answers before the next poll: the thread begins with the customer all the same.
			const byAgent = { body: 'Dear customer', action_cd: 'sent', from: 'support@tenant.example', to: 'anna@mail.example' };
			const messages = [{ body: 'Where is <it>?', from: 'anna@mail.example' }, byAgent];
			const fresh = await make({ do: 'createTicket', message_box_id: inbox, title: 'A & B', messages });
			await posts(1);
			await make({ do: 'addMessage', ticketId: fresh.ticket_id, body: 'Still\nwaiting.', from: 'anna@mail.example' });
			await posts(2);
			// A ticket from before the workflow gets its thread with its next message.
			await make({ do: 'addMessage', ticketId: before.ticket_id, body: 'Anybody?', from: 'ben@mail.example' });
			await posts(4);
			await make({ do: 'editTicket', ticketId: fresh.ticket_id, status_cd: 'closed', assignee: 'user02' });
			await posts(5);
			const [first, , second] = own().map(({ ts }) => ts);
			expect(own().map(({ ts: _, ...post }) => post)).toEqual([
				{ text: `*Threads: ticket #${fresh.ticket_id}*\nA &amp; B\nFrom anna@mail.example, labels: none\n>Where is &lt;it&gt;?` },
				{ thread_ts: first, text: '*anna@mail.example*\n>Still\n>waiting.' },
				{ text: `*Threads: ticket #${before.ticket_id}*\nFrom before\nFrom ben@mail.example, labels: none\n>Anybody?` },
				{ thread_ts: second, text: '*ben@mail.example*\n>Anybody?' },
				{ thread_ts: first, text: 'The ticket was closed. Assignee: Yamada Ben' },
			]);
		} finally {
			await world.api.deactivate(id);
		}
		expect((await world.api.executions(id)).map(failureText)).toEqual(expect.not.arrayContaining([expect.any(String)]));
	},

	'stops with the reason when Slack refuses, and remembers no thread': async (stage) => {
		const inbox = await stage.newInbox('Refused');
		const url = stage.slackApi.postMessageUrl.replace(/channel=.*/, 'channel=C0UNKNOWN');
		const event = { event: 'ticketCreated', ticket_id: 77, title: 'A', message_box_name: 'Refused', label_names: [], text: 'B' };
		const execution = await stage.run(TRIGGER, await filling(stage, 'Refused', inbox, url), { pinData: { [TRIGGER]: [{ json: event }] } });
		expect(failureText(execution)).toContain('channel_not_found');
		expect(execution.data.resultData.runData).not.toHaveProperty('Remember the thread');
	},
};

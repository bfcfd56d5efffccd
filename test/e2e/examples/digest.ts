import { fromList } from '../../../scripts/demo/workflow';
import { failureText, outputItems } from '../../../scripts/n8n-host/execution';
import type { Stage, Trials } from './trial';

const DAY_MS = 86_400_000;
const TRIGGER = 'Every working day';

async function digestOf({ run, slack }: Stage, inbox: number) {
	return await run(TRIGGER, {
		parameters: {
			'Search the tickets on hold': { messageBoxId: fromList(inbox, 'Waiting') },
			'Send the summary': { url: slack.url },
		},
	});
}

export const digest: Trials = {
	'sends one message with the tickets on hold for more than three days, the oldest first': async (stage) => {
		const inbox = await stage.newInbox('Waiting');
		const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Waiting for the carrier' });
		const add = async (title: string, daysAgo: number, more: object) => {
			const created_at = Date.now() - daysAgo * DAY_MS;
			const act = { do: 'createTicket', message_box_id: inbox, title, created_at, ...more };
			return (await stage.make(act)).ticket_id;
		};
		const oldest = await add('Oldest', 9, { status_cd: 'ongoing', pending_reason_id, assignee: 'user02' });
		const old = await add('Old & <heavy>', 4, { status_cd: 'ongoing' });
		await add('Fresh', 2, { status_cd: 'ongoing' });
		await add('Open', 9, { status_cd: 'open' });
		const before = stage.slack.messages.length;

		const execution = await digestOf(stage, inbox);
		expect(failureText(execution)).toBeUndefined();
		const [message, ...others] = stage.slack.messages.slice(before);
		expect(others).toEqual([]);
		expect(message?.text.split('\n').map((line) => line.replace(/, since .*/, ''))).toEqual([
			'*2 tickets have been on hold for more than 3 days*',
			`• #${oldest} Oldest (Yamada Ben, Waiting for the carrier`,
			`• #${old} Old &amp; &lt;heavy&gt; (nobody, no reason`,
		]);
	},

	'sends nothing when there is none': async (stage) => {
		const inbox = await stage.newInbox('Nothing waits');
		const before = stage.slack.messages.length;
		const execution = await digestOf(stage, inbox);
		expect(failureText(execution)).toBeUndefined();
		expect(outputItems(execution, 'Send the summary')).toEqual([]);
		expect(stage.slack.messages).toHaveLength(before);
	},
};

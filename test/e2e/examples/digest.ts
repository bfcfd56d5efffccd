import { failureText, outputItems } from '../../../scripts/n8n-host/execution';
import type { Trials } from './stage';

const DAY_MS = 86_400_000;
const TRIGGER = 'Every working day';

export const digest: Trials = {
	'sends one message with the tickets on hold for more than three days, the oldest first, and none where there are none': async (stage, { slack }) => {
		const inbox = await stage.newInbox('Waiting');
		const workflow = await stage.fill(inbox);
		const before = slack.messages.length;
		const nothing = await stage.run(TRIGGER, workflow);
		expect([failureText(nothing), outputItems(nothing, 'Send the summary'), slack.messages.length]).toEqual([undefined, [], before]);

		const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Waiting for the carrier' });
		const add = async (title: string, daysAgo: number, more: object) => {
			const created_at = Date.now() - daysAgo * DAY_MS;
			return await stage.newTicket(inbox, { title, created_at, messages: undefined, ...more });
		};
		const oldest = await add('Oldest', 9, { status_cd: 'ongoing', pending_reason_id, assignee: 'user02' });
		const old = await add('Old & <heavy>', 4, { status_cd: 'ongoing' });
		await add('Fresh', 2, { status_cd: 'ongoing' });
		await add('Open', 9, { status_cd: 'open' });
		expect(failureText(await stage.run(TRIGGER, workflow))).toBeUndefined();
		const [message, ...others] = slack.messages.slice(before);
		expect(others).toEqual([]);
		expect(message?.text.split('\n').map((line) => line.replace(/, since .*/, ''))).toEqual([
			'*2 tickets have been on hold for more than 3 days*',
			`• #${oldest} Oldest (Yamada Ben, Waiting for the carrier`,
			`• #${old} Old &amp; &lt;heavy&gt; (nobody, no reason`,
		]);
	},
};

import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { CHANNEL } from './slackApi';
import type { Trials } from './stage';

export const slackNode: Trials = {
	// n8n's own node talks to slack.com only: what it sends is seen in demo.test.ts, and what it answers is given here.
	'is published once the inbox, the credentials and the channel are given, and hands a new ticket to the Slack node': async (stage) => {
		const channelId = { __rl: true, mode: 'id', value: CHANNEL };
		const inbox = await stage.newInbox('Slack node');
		const workflow = await stage.fill(inbox, { 'Write to the channel': { channelId } });
		await stage.publish(workflow, async () => {});
		const ticket = await stage.newTicket(inbox, { title: 'Parcel' });
		const pinData = { 'Write to the channel': [{ json: { ok: true, channel: CHANNEL, message_timestamp: '1700000000.000001' } }] };
		const execution = await stage.run('When a ticket is created', { ...workflow, pinData });
		expect([failureText(execution), outputJson(execution, 'When a ticket is created').map(({ ticket_id }) => ticket_id), outputJson(execution, 'Write to the channel').length]).toEqual([undefined, [ticket], 1]);
	},
};

import { CHANNEL } from './slackApi';
import type { Trials } from './stage';

export const slackNode: Trials = {
	// n8n's own node talks to slack.com only: what it sends is seen in demo.test.ts.
	'is published once the inbox, the credentials and the channel are given': async (stage) => {
		const channelId = { __rl: true, mode: 'id', value: CHANNEL };
		await stage.publish(await stage.fill(await stage.newInbox('Slack node'), { 'Write to the channel': { channelId } }), async () => {});
	},
};

import { CHANNEL } from './slackApi';
import type { Trials } from './stage';

export const slackNode: Trials = {
	// n8n's own node talks to slack.com only: what it would send is not seen here.
	'is published once the inbox, the credentials and the channel are given': async (stage) => {
		const channelId = { __rl: true, mode: 'id', value: CHANNEL };
		await stage.publish(await stage.fill(await stage.newInbox('Slack node'), { 'Write to the channel': { channelId } }), async () => {});
	},
};

import type { Trials } from './trial';

const CHANNEL = { __rl: true, mode: 'id', value: 'C0STANDIN' };

export const slackNode: Trials = {
	// n8n's own node talks to slack.com only: what it would send is not seen here.
	'is published once the inbox, the credentials and the channel are given': async (stage) => {
		const inbox = await stage.newInbox('Slack node');
		const id = await stage.import({
			parameters: { 'When a ticket is created': { messageBoxIds: [inbox] }, 'Write to the channel': { channelId: CHANNEL } },
		});
		await stage.world.api.activate(id);
		await stage.world.api.deactivate(id);
	},
};

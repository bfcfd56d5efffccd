import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { CREDENTIAL_TYPE } from '../world';
import { CHANNEL } from './slackApi';
import type { Trials } from './stage';

const INBOXES = 50;
/** Lists that were read are known by token: no trial before has read the inboxes with this one. */
const TOKEN = 'of-the-towns';

export const allInboxes: Trials = {
	'sends the open tickets of fifty inboxes, each to its own channel, and says which inbox failed': async (stage, { slackApi, simulator }) => {
		const inboxes: number[] = [];
		const tickets: number[] = [];
		for (let number = 1; number <= INBOXES; number++) {
			const inbox = await stage.newInbox(`Town ${number}`);
			inboxes.push(inbox);
			tickets.push(await stage.newTicket(inbox, { title: `A & B ${number}` }));
		}
		const [silent, ...others] = inboxes;
		await stage.make({ do: 'editTicket', ticketId: tickets[0], status_cd: 'closed' });
		const failing = others.at(-1)!;
		await simulator.fail({ kind: 'status', status: 400, when: { path: `/${failing}/tickets/search$` } });
		const before = slackApi.posts.length;
		await simulator.changeTokens({ add: TOKEN });
		const credential = await stage.api.createCredential('Of the towns', CREDENTIAL_TYPE, { baseUrl: simulator.baseUrl, accessToken: TOKEN });
		const workflow = await stage.fill(undefined, {
			'Find the channel': await stage.table(inboxes.map((inbox) => ({ message_box_id: inbox, channel: `${CHANNEL}${inbox}` }))),
			// The stand-in takes any number in a second.
			'Send the list': { url: slackApi.postMessageUrl.replace(/\?.*/, ''), options: {} },
		}, { [CREDENTIAL_TYPE]: credential });
		const execution = await stage.run('Every hour', workflow);
		expect(failureText(execution)).toBeUndefined();
		const posts = slackApi.posts.slice(before);
		const lists = posts.filter(({ channel }) => channel !== undefined);
		expect(lists.map(({ channel }) => channel).sort()).toEqual(others.filter((inbox) => inbox !== failing).map((inbox) => `${CHANNEL}${inbox}`).sort());
		expect(lists.some(({ channel }) => channel === `${CHANNEL}${silent}`)).toBe(false);
		const second = lists.find(({ channel }) => channel === `${CHANNEL}${inboxes[1]}`)!.text.replace(/since .*\)/, 'since ...)');
		expect(second).toBe(`*Town 2: 1 open tickets*\n• #${tickets[1]} A &amp; B 2 (nobody, since ...)`);
		expect(posts.filter(({ channel }) => channel === undefined).map(({ text }) => text)).toEqual([expect.stringContaining(`Inbox Town ${INBOXES} (${failing}): The service refused`)]);
		// Nothing without a channel goes out: the other inboxes of the tenant have open tickets as well.
		expect(outputJson(execution, 'One list for each inbox').length).toBeGreaterThan(lists.length);
	},
};

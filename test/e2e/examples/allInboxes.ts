import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import type { Trials } from './trial';

const INBOXES = 50;
const CHANNEL = 'C0STANDIN';

export const allInboxes: Trials = {
	'sends the open tickets of fifty inboxes, each to its own channel, and says which inbox failed': async ({ world, make, newInbox, run, slackApi, simulator }) => {
		const table = await world.api.createDataTable('Channels', [{ name: 'message_box_id', type: 'number' }, { name: 'channel', type: 'string' }]);
		const inboxes: number[] = [];
		const tickets: number[] = [];
		for (let number = 1; number <= INBOXES; number++) {
			const inbox = await newInbox(`Town ${number}`);
			inboxes.push(inbox);
			tickets.push((await make({ do: 'createTicket', message_box_id: inbox, title: `A & B ${number}` })).ticket_id!);
			await world.api.addDataTableRow(table, { message_box_id: inbox, channel: `${CHANNEL}${inbox}` });
		}
		const [silent, ...others] = inboxes;
		await make({ do: 'editTicket', ticketId: tickets[0], status_cd: 'closed' });
		const failing = others.at(-1)!;
		await simulator.fail({ kind: 'status', status: 400, when: { path: `/${failing}/tickets/search$` } });
		const before = slackApi.posts.length;
		const execution = await run('Every hour', {
			parameters: {
				'Find the channel': { dataTableId: { __rl: true, mode: 'list', value: table } },
				// The stand-in takes any number in a second.
				'Send the list': { url: slackApi.postMessageUrl.replace(/\?.*/, ''), options: {} },
				'Say which inbox failed': { url: slackApi.postMessageUrl },
			},
		});
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

import { failureText } from '../../../scripts/n8n-host/execution';
import type { Trials } from './stage';

export const newTicket: Trials = {
	'labels the new ticket and writes to the channel': async (stage, { slack }) => {
		const inbox = await stage.newInbox('Tickets to Slack');
		const { id: label } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Reported' });
		const messages = [{ body: `Is it <here>?\n${'x'.repeat(300)}`, from: 'anna.miller@mail.example' }];
		const ticket = await stage.newTicket(inbox, { title: 'A & B', messages });
		const labels = { values: { mode: 'add', labelIds: [label] } };
		expect(failureText(await stage.run('New ticket', await stage.fill(inbox, { 'Label it': { labels } })))).toBeUndefined();
		expect(slack.messages.at(-1)?.text.split('\n')).toEqual([
			`*Tickets to Slack: new ticket #${ticket}*`,
			'A &amp; B',
			'From anna.miller@mail.example, labels: Reported',
			'>Is it &lt;here&gt;?',
			`>${'x'.repeat(200 - 'Is it <here>?\n'.length)}`,
		]);
		expect((await stage.ticket(ticket)).label_ids).toEqual([label]);
		const untitled = await stage.newTicket(inbox, { title: '', messages });
		expect(failureText(await stage.run('New ticket', await stage.fill(inbox, { 'Label it': { labels } })))).toBeUndefined();
		expect(slack.messages.at(-1)?.text.split('\n').slice(0, 2)).toEqual([`*Tickets to Slack: new ticket #${untitled}*`, 'without a title']);
	},
};

export const newMessage: Trials = {
	'writes to the channel for labels or to the general one, with names instead of numbers': async (stage, { slack }) => {
		const inbox = await stage.newInbox('Parcels');
		const workflow = await stage.fill(inbox);
		const textOf = async () => {
			const before = slack.messages.length;
			const execution = await stage.run('When a message arrives', workflow);
			expect(failureText(execution)).toBeUndefined();
			const written = ['Write to the channel for labels', 'Write to the general channel'].filter((node) => node in execution.data.resultData.runData);
			return [...written, ...slack.messages.slice(before).flatMap(({ text }) => text.split('\n'))];
		};
		const other = await stage.newTicket(inbox, { title: 'Something else' });
		expect(await textOf()).toEqual([
			'Write to the general channel',
			`*Parcels: new message in ticket #${other}*`,
			'Something else',
			'From anna@mail.example, labels: none, assignee: nobody',
			'>Where is it?',
		]);
		const { id: label } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Delivery' });
		const messages = [{ body: 'Where is it?\nI need it <today>.', from: 'anna.miller@mail.example' }];
		const labelled = await stage.newTicket(inbox, { title: 'My parcel', label_ids: [label], assignee: 'user02', messages });
		expect(await textOf()).toEqual([
			'Write to the channel for labels',
			`*Parcels: new message in ticket #${labelled}*`,
			'My parcel',
			'From anna.miller@mail.example, labels: Delivery, assignee: Yamada Ben',
			'>Where is it?',
			'>I need it &lt;today&gt;.',
		]);
	},
};

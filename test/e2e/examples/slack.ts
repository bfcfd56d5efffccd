import { fromList } from '../../../scripts/demo/workflow';
import { failureText, outputItems, outputJson } from '../../../scripts/n8n-host/execution';
import type { Stage, Trials } from './trial';

const LABEL = 'Delivery';
const LABELLED = 'Write to the channel for labels';

export const newTicket: Trials = {
	'labels the new ticket and writes to the channel': async (stage) => {
		const inbox = await stage.newInbox('Tickets to Slack');
		const { id: label } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Reported' });
		const messages = [{ body: `Is it <here>?\n${'x'.repeat(300)}`, from: 'anna.miller@mail.example' }];
		const { ticket_id } = await stage.make({ do: 'createTicket', message_box_id: inbox, title: 'A & B', messages });
		const execution = await stage.run('New ticket', {
			parameters: {
				'New ticket': { messageBoxIds: [inbox] },
				'Label it': { messageBoxId: fromList(inbox, 'Tickets to Slack'), labels: { values: { mode: 'add', labelIds: [label] } } },
				'Message to Slack': { url: stage.slack.url },
			},
		});
		expect(failureText(execution)).toBeUndefined();
		expect(stage.slack.messages.at(-1)?.text.split('\n')).toEqual([
			`*Tickets to Slack: new ticket #${ticket_id}*`,
			'A &amp; B',
			'From anna.miller@mail.example, labels: Reported',
			'>Is it &lt;here&gt;?',
			`>${'x'.repeat(200 - 'Is it <here>?\n'.length)}`,
		]);
		expect((await stage.simulator.ticket(ticket_id!))?.label_ids).toEqual([label]);
	},
};

async function tellOf({ run, slack: { url } }: Stage, inbox: number) {
	return await run('When a message arrives', {
		parameters: {
			'When a message arrives': { messageBoxIds: [inbox] },
			[LABELLED]: { url },
			'Write to the general channel': { url },
		},
	});
}

export const newMessage: Trials = {
	'writes to the channel for labels, with names instead of numbers': async (stage) => {
		const inbox = await stage.newInbox('Parcels');
		const { id: label } = await stage.make({ do: 'addLabel', inboxId: inbox, name: LABEL });
		const messages = [{ body: 'Where is it?\nI need it <today>.', from: 'anna.miller@mail.example' }];
		const ticket = { message_box_id: inbox, title: 'My parcel', label_ids: [label], assignee: 'user02', messages };
		const { ticket_id } = await stage.make({ do: 'createTicket', ...ticket });
		const execution = await tellOf(stage, inbox);
		expect(failureText(execution)).toBeUndefined();
		expect(outputItems(execution, LABELLED)).toHaveLength(1);
		expect(outputItems(execution, 'Write to the general channel')).toHaveLength(0);
		expect(stage.slack.messages.at(-1)?.text.split('\n')).toEqual([
			`*Parcels: new message in ticket #${ticket_id}*`,
			'My parcel',
			'From anna.miller@mail.example, labels: Delivery, assignee: Yamada Ben',
			'>Where is it?',
			'>I need it &lt;today&gt;.',
		]);
	},

	'writes to the general channel of everything else': async (stage) => {
		const inbox = await stage.newInbox('All sorts');
		await stage.make({ do: 'createTicket', message_box_id: inbox, title: 'Something else' });
		const execution = await tellOf(stage, inbox);
		expect(failureText(execution)).toBeUndefined();
		expect(outputJson(execution, 'Write to the general channel')).toHaveLength(1);
		expect(outputItems(execution, LABELLED)).toHaveLength(0);
		expect(stage.slack.messages.at(-1)?.text).toContain('labels: none, assignee: nobody');
	},
};

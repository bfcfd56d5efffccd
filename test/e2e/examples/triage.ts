import { fromList } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import type { Model } from '../chatModel';
import type { Trials } from './trial';

const TRIGGER = 'When a ticket is created';
const LABEL = 'Billing';
const USER = 'user03';

/** Reads both lists, then labels and assigns by what it found in them. */
const sorter: Model = ([labels, users, done]) => {
	if (!labels) return { tool: 'Read_the_labels', arguments: {} };
	if (!users) return { tool: 'Read_the_users', arguments: {} };
	const label = (JSON.parse(labels) as Array<Record<string, unknown>>).find(({ name }) => name === LABEL);
	const user = (JSON.parse(users) as Array<Record<string, unknown>>).find(({ mention_name }) => mention_name === USER);
	const choice = { label_ids: String(label?.label_id), assignee: user?.mention_name, reason: 'It is about an invoice.' };
	return done ? { say: 'Sorted.' } : { tool: 'Label_and_assign_the_ticket', arguments: choice };
};

export const triage: Trials = {
	'labels and assigns each ticket, every one by itself': async (stage) => {
		const inbox = await stage.newInbox('To be sorted');
		await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Other' });
		const { id: label } = await stage.make({ do: 'addLabel', inboxId: inbox, name: LABEL });
		const tickets: number[] = [];
		for (const title of ['Invoice address is wrong', 'Invoice is missing']) {
			tickets.push((await stage.make({ do: 'createTicket', message_box_id: inbox, title })).ticket_id!);
		}
		stage.think(sorter);
		const messageBoxId = fromList(inbox, 'To be sorted');
		// As the trigger gives it, simplified and with names.
		const message = { message_id: 1, from: 'anna@mail.example', text: 'It is not mine.', sent_at: null, method_cd: 'mail', method_name: 'E-Mail' };
		const ticket = { title: 'Invoice', status_cd: 'open', status_name: 'Open', message_box_id: inbox, message_box_name: 'To be sorted' };
		const events = tickets.map((ticket_id) => ({ json: { event: 'ticketCreated', ticket_id, ...ticket, ...message, assignee: null, assignee_name: null, label_ids: [], label_names: [] } }));
		const before = stage.chat.requests.length;
		const execution = await stage.run(
			TRIGGER,
			{
				parameters: {
					[TRIGGER]: { messageBoxIds: [inbox] },
					'Read the labels': { messageBoxId },
					'Label and assign the ticket': { messageBoxId },
				},
			},
			// A test event is one ticket; two show that none is taken for the other.
			{ pinData: { [TRIGGER]: events } },
		);
		expect(failureText(execution)).toBeUndefined();
		const [asked] = stage.chat.requests.slice(before);
		expect(JSON.stringify(asked?.messages)).toContain('Invoice\\n\\nIt is not mine.');
		for (const ticket_id of tickets) {
			expect(await stage.simulator.ticket(ticket_id)).toMatchObject({ label_ids: [label], assignee: USER });
		}
	},
};

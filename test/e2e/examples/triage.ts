import { failureText } from '../../../scripts/n8n-host/execution';
import type { Model } from '../chatModel';
import type { Trials } from './stage';

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
	'labels and assigns each ticket, every one by itself': async (stage, { chat, think }) => {
		const inbox = await stage.newInbox('To be sorted');
		await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Other' });
		const { id: label } = await stage.make({ do: 'addLabel', inboxId: inbox, name: LABEL });
		const tickets = [await stage.newTicket(inbox, { title: 'Invoice address is wrong' }), await stage.newTicket(inbox, { title: 'Invoice is missing' })];
		think(sorter);
		// As the trigger gives it, simplified and with names. A test event is one ticket; two show that none is taken for the other.
		const message = { message_id: 1, from: 'anna@mail.example', text: 'It is not mine.', sent_at: null, method_cd: 'mail', method_name: 'Email' };
		const ticket = { title: 'Invoice', status_cd: 'open', status_name: 'Open', message_box_id: inbox, message_box_name: 'To be sorted' };
		const nobody = { assignee: null, assignee_name: null, label_ids: [], label_names: [] };
		const events = tickets.map((ticket_id) => ({ event: 'ticketCreated', ticket_id, ...ticket, ...message, ...nobody }));
		const before = chat.requests.length;
		expect(failureText(await stage.run('When a ticket is created', await stage.fill(inbox), ...events))).toBeUndefined();
		const [asked] = chat.requests.slice(before);
		expect(JSON.stringify(asked?.messages)).toContain('Invoice\\n\\nIt is not mine.');
		for (const ticketId of tickets) expect(await stage.ticket(ticketId)).toMatchObject({ label_ids: [label], assignee: USER });
	},
};

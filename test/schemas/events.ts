import type { IDataObject } from 'n8n-workflow';
import { textEdits } from '../contract/ticketFields';
import { pollerOf } from '../harness/engine';
import { startSimulator, type SimulatorOptions } from '../simulator';

/** @returns the `json` of what the trigger gives with its default output, one event of each kind; also with other tickets */
export async function eventsOf(answers?: SimulatorOptions['answers']): Promise<IDataObject[]> {
	const simulator = await startSimulator({ rateLimit: { limit: 100_000 }, answers });
	try {
		const { store } = simulator;
		const events = ['ticketCreated', 'newMessage', 'newComment', 'ticketFieldChanged', 'ticketClosed', 'ticketUnanswered'];
		const poller = pollerOf(simulator, { messageBoxIds: [101], events, unansweredUnit: 'minutes', options: answers === undefined ? { includeOtherTickets: true } : {} });
		await poller.poll();
		const waiting = { body: 'Well?', sent_at: Date.now() - 600_000 };
		const ticket = store.createTicket({ assignee: 'user01', label_ids: [3001], messages: [{ from: 'anna@example.com', body: 'Hello' }, waiting] });
		store.createTicket({ messages: [{ from: 'anna@example.com' }] });
		store.addComment(ticket.messages[0].message_id, { comment: 'Please answer', commenter: 'user02' });
		const first = (await poller.poll()) ?? [];
		store.editTicket(ticket.ticket_id, {
			status_cd: 'ongoing',
			assignee: 'user02',
			color_cd: 'red',
			label_ids: [3001, 3002],
			case_category_ids: [5001],
			pending_reason_id: 202,
			...textEdits('Another text'),
		});
		const changed = (await poller.poll()) ?? [];
		store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		const closed = (await poller.poll()) ?? [];
		return [...first, ...changed, ...closed].map(({ json }) => json);
	} finally {
		await simulator.stop();
	}
}

import type { World } from '../world';
import { byId } from '../workflows';
import { given, type Story } from './trial';

const INBOX = byId(103);
const TICKET = byId(given('ticketId'));
const TICKETS = '/api/v2/103/tickets';
const withoutNames = { addNames: false };

async function ticketWithLabel({ simulator }: World) {
	const label = await simulator.act<{ id: number }>({ do: 'addLabel', inboxId: 103, name: 'Of the operations' });
	const input = { message_box_id: 103, title: 'Parcel is open', label_ids: [label.id], messages: [{ body: 'Look!' }] };
	const { ticket_id } = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', ...input });
	return { ticketId: ticket_id, labelId: label.id };
}

/** A ticket is found, read and changed. */
export const tickets: Story = {
	given: ticketWithLabel,
	trials: {
		'ticket:create': {
			parameters: { messageBoxId: INBOX, subject: 'A call', body: 'The parcel came.', customerEmail: 'anna@example.com' },
			sends: [
				{
					method: 'POST',
					path: '/api/v2/103/records',
					body: {
						subject: 'A call',
						body: 'The parcel came.',
						customer_email: 'anna@example.com',
						status_cd: 'open',
						duration: 0,
						operated_at: expect.any(String),
					},
				},
			],
			returns: [{ message_id: expect.any(Number), ticket_id: expect.any(Number) }],
		},
		'ticket:getAll': {
			parameters: {
				messageBoxId: INBOX,
				limit: 5,
				simplify: true,
				filters: { labelIds: `=${given('labelId').slice(1)}`, statusCds: ['open'] },
				...withoutNames,
			},
			sends: [
				{
					method: 'POST',
					path: `${TICKETS}/search`,
					body: { label_ids: [expect.any(Number)], status_cds: ['open'], per_page: 5, page: 1 },
				},
			],
			returns: [{ title: 'Parcel is open', status_cd: 'open' }],
		},
		'ticket:get': {
			parameters: { messageBoxId: INBOX, ticketId: TICKET, simplify: true, ...withoutNames },
			sends: [{ method: 'GET', path: `${TICKETS}/#` }],
			returns: [{ title: 'Parcel is open', messages: [{ body: 'Look!' }] }],
		},
		'ticket:update': {
			parameters: { messageBoxId: INBOX, ticketId: TICKET, statusCd: 'closed', assignee: 'user02' },
			sends: [{ method: 'PUT', path: `${TICKETS}/#`, body: { status_cd: 'closed', assignee: 'user02' } }],
			returns: [{ success: true, message_box_id: 103, ticket_id: expect.any(Number) }],
		},
	},
};

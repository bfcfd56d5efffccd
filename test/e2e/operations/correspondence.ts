import type { World } from '../world';
import { byId } from '../workflows';
import { from, given, type Story } from './trial';

const INBOX = byId(101);
const CONTENT = 'order,state\n48213,lost\n';

async function ticketWithChatAndFile({ simulator }: World) {
	const mail = { from: 'anna@example.com', body: 'Where is it?', attachments: [{ file_name: 'orders.csv', content: CONTENT }] };
	const chat = { method_cd: 'webchat', transcript: { account: 'anna' }, conversations: [{ note: 'Hello' }] };
	const input = { message_box_id: 101, title: 'Where is my order?', messages: [chat, mail] };
	const ticket = await simulator.act<GivenTicket>({ do: 'createTicket', ...input });
	const [first, second] = ticket.messages;
	return {
		ticketId: ticket.ticket_id,
		chatId: first!.message_id,
		attachmentId: second!.attachments[0]!.attachment_id,
	};
}

interface GivenTicket {
	ticket_id: number;
	messages: Array<{ message_id: number; attachments: Array<{ attachment_id: number }> }>;
}

const written = { message_id: expect.any(Number), ticket_id: expect.any(Number) };

/** What goes to and fro with the customer, and what is noted of it. */
export const correspondence: Story = {
	given: ticketWithChatAndFile,
	trials: {
		'mailAccount:getAll': {
			parameters: { messageBoxId: INBOX, limit: 1 },
			sends: [{ method: 'GET', path: '/api/v2/101/mail_accounts', query: { per_page: '1', page: '1' } }],
			returns: [{ mail_account_id: expect.any(Number), email: 'support101@tenant.example' }],
		},
		'template:getAll': {
			parameters: { messageBoxId: INBOX, limit: 1, simplify: true, filters: { templateCategoryName: 'Delivery' } },
			sends: [
				{
					method: 'POST',
					path: '/api/v2/101/templates/search',
					body: { template_category_name: 'Delivery', per_page: 1, page: 1 },
				},
			],
			returns: [{ template_category_name: 'Delivery', text_body: expect.stringContaining('Dear customer') }],
		},
		'attachment:download': {
			parameters: { messageBoxId: INBOX, source: 'attachment', attachmentId: given('attachmentId'), binaryPropertyName: 'file' },
			sends: [{ method: 'GET', path: '/api/v2/101/messages/attachments/#' }],
			returns: [{ attachment_id: expect.any(Number), file_name: 'orders.csv' }],
		},
		'chatTranscript:get': {
			parameters: {
				messageBoxId: INBOX,
				ticketId: byId(given('ticketId')),
				messageId: given('chatId'),
				channel: 'webchat',
			},
			sends: [
				{
					method: 'GET',
					path: '/api/v2/101/tickets/#/messages/#/webchat',
					query: { per_page: '100', page: '1' },
				},
			],
			returns: [{ channel: 'webchat', account: 'anna', conversations: [{ note: 'Hello' }] }],
		},
		'handlingMemo:create': {
			parameters: {
				messageBoxId: INBOX,
				memoTicketId: byId(given('ticketId')),
				body: 'Called back, she will wait.',
				additionalFields: { iconCd: 'called_phone', duration: 5 },
			},
			sends: [
				{ method: 'GET', path: '/api/v2/101/tickets/#' },
				{
					method: 'POST',
					path: '/api/v2/101/records',
					body: {
						ticket_id: expect.any(Number),
						subject: 'Where is my order?',
						body: 'Called back, she will wait.',
						icon_cd: 'called_phone',
						duration: 5,
						operated_at: expect.any(String),
						status_cd: 'open',
					},
				},
			],
			returns: [written],
		},
		'mail:reply': {
			parameters: {
				messageBoxId: INBOX,
				replyTicketId: byId(given('ticketId')),
				mailAccountId: from('mailAccount:getAll', 'mail_account_id'),
				body: 'It is on its way.',
				additionalFields: { statusCd: 'closed' },
			},
			sends: [
				{ method: 'GET', path: '/api/v2/101/tickets/#' },
				{
					method: 'POST',
					path: '/api/v2/101/mails/reply',
					body: {
						message_id: expect.any(Number),
						mail_account_id: expect.any(Number),
						body: 'It is on its way.',
						status_cd: 'closed',
						to: 'anna@example.com',
						subject: expect.stringMatching(/^Re: /),
						is_html: false,
					},
				},
			],
			returns: [{ ...written, to: 'anna@example.com', status_cd: 'closed' }],
		},
		'mail:send': {
			parameters: {
				messageBoxId: INBOX,
				mailAccountId: from('mailAccount:getAll', 'mail_account_id'),
				to: 'anna@example.com',
				subject: 'Your order 48213',
				body: 'It has arrived.',
			},
			sends: [
				{
					method: 'POST',
					path: '/api/v2/101/mails',
					body: {
						mail_account_id: expect.any(Number),
						to: 'anna@example.com',
						subject: 'Your order 48213',
						body: 'It has arrived.',
						is_html: false,
						status_cd: 'open',
					},
				},
			],
			returns: [written],
		},
	},
};

import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../../nodes/SupportInbox/resources';
import { byId } from '../workflows';
import type { World } from '../world';
import { from, given, type Story, type Trial } from './trial';

const SUPPORT = byId(101);
const RETURNS = byId(103);
const TICKET = byId(given('ticketId'));
const anyNumber = expect.any(Number) as unknown;
const written = { message_id: anyNumber, ticket_id: anyNumber };

interface GivenTicket {
	ticket_id: number;
	messages: Array<{ message_id: number; attachments: Array<{ attachment_id: number }> }>;
}

async function ticketWithLabel({ simulator }: World): Promise<IDataObject> {
	const { id: labelId } = await simulator.act<{ id: number }>({ do: 'addLabel', inboxId: 103, name: 'Of the operations' });
	const ticket = { message_box_id: 103, title: 'Parcel is open', label_ids: [labelId], messages: [{ body: 'Look!' }] };
	const { ticket_id: ticketId } = await simulator.act<GivenTicket>({ do: 'createTicket', ...ticket });
	return { ticketId, labelId };
}

async function ticketWithChatAndFile({ simulator }: World): Promise<IDataObject> {
	const chat = { method_cd: 'webchat', transcript: { account: 'anna' }, conversations: [{ note: 'Hello' }] };
	const mail = { from: 'anna@example.com', body: 'Where is it?', attachments: [{ file_name: 'orders.csv', content: 'order,state\n48213,lost\n' }] };
	const ticket = { message_box_id: 101, title: 'Where is my order?', messages: [chat, mail] };
	const { ticket_id, messages } = await simulator.act<GivenTicket>({ do: 'createTicket', ...ticket });
	return { ticketId: ticket_id, chatId: messages[0]!.message_id, attachmentId: messages[1]!.attachments[0]!.attachment_id };
}

const EMAIL = 'anna+e2e@example.com';
const CODE = 'E2E 1/ü';
const byEmail = (more: IDataObject) => ({ customerGroupId: byId(11), findBy: 'email', email: EMAIL, ...more });
const byCode = (more: IDataObject) => ({ customerGroupId: byId(11), findBy: 'systemId1', systemId1: CODE, ...more });
const BY_EMAIL = `customer_groups/11/customers/email/${encodeURIComponent(EMAIL)}`;
const BY_CODE = `customer_groups/11/customers/system_id1/${encodeURIComponent(CODE)}`;

const byHand: Record<string, Story> = {
	'a contact, which comes, is changed in both ways, looked up and goes': {
		trials: {
			'contact:create': {
				parameters: { customerGroupId: byId(11), lastName: 'Berg', emails: { values: [{ email: EMAIL }] }, createContactFields: { systemId1: CODE } },
				sends: ['POST customer_groups/11/customers/create'],
				returns: [{ success: true, customer_group_id: 11, system_id1: CODE }],
			},
			'contact:upsert': {
				parameters: byCode({ firstName: 'Anna' }),
				sends: [`GET ${BY_CODE}`, `PUT ${BY_CODE}`],
				returns: [{ success: true, created: false, updated: true, system_id1: CODE }],
			},
			'contact:update': {
				parameters: byEmail({ companyName: 'Berg & Co' }),
				sends: [`GET ${BY_EMAIL}`, `PUT ${BY_EMAIL}`],
				returns: [{ success: true, customer_group_id: 11, email: EMAIL }],
			},
			'contact:get': {
				parameters: byCode({ simplify: true }),
				sends: [`GET ${BY_CODE}`],
				returns: [{ last_name: 'Berg', first_name: 'Anna', company_name: 'Berg & Co', emails: [EMAIL] }],
			},
			'contact:delete': { parameters: byEmail({}), sends: [`GET ${BY_EMAIL}`, `DELETE ${BY_EMAIL}`], returns: [{ deleted: true }] },
		},
	},
	'what goes to and fro with a customer, and what is noted of it': {
		given: ticketWithChatAndFile,
		trials: {
			'mailAccount:getAll': {
				parameters: { messageBoxId: SUPPORT, limit: 1 },
				sends: ['GET 101/mail_accounts'],
				returns: [{ mail_account_id: anyNumber, email: 'support101@tenant.example' }],
			},
			'template:getAll': {
				parameters: { messageBoxId: SUPPORT, limit: 1, simplify: true, getAllTemplateFilters: { templateCategoryName: 'Delivery' } },
				sends: ['POST 101/templates/search'],
				returns: [{ template_category_name: 'Delivery', text_body: expect.stringContaining('Dear customer') }],
			},
			'attachment:download': {
				parameters: { messageBoxId: SUPPORT, source: 'attachment', attachmentId: given('attachmentId'), binaryPropertyName: 'file' },
				sends: ['GET 101/messages/attachments/#'],
				returns: [{ attachment_id: anyNumber, file_name: 'orders.csv' }],
			},
			'chatTranscript:get': {
				parameters: { messageBoxId: SUPPORT, ticketId: TICKET, messageId: given('chatId'), channel: 'webchat' },
				sends: ['GET 101/tickets/#/messages/#/webchat'],
				returns: [{ channel: 'webchat', account: 'anna', conversations: [{ note: 'Hello' }] }],
			},
			'handlingMemo:create': {
				parameters: { messageBoxId: SUPPORT, memoTicketId: TICKET, memoBody: 'She will wait.', createMemoFields: { iconCd: 'called_phone', duration: 5 } },
				sends: ['GET 101/tickets/#', 'POST 101/records'],
				returns: [written],
			},
			'mail:reply': {
				parameters: {
					messageBoxId: SUPPORT,
					replyTicketId: TICKET,
					replyMailAccountId: from('mailAccount:getAll', 'mail_account_id'),
					body: 'It is on its way.',
					replyEmailFields: { statusCd: 'closed' },
				},
				sends: ['GET 101/mail_accounts', 'GET 101/tickets/#', 'POST 101/mails/reply'],
				returns: [{ ...written, to: 'anna@example.com', status_cd: 'closed' }],
			},
			'mail:send': {
				parameters: {
					messageBoxId: SUPPORT,
					mailAccountId: from('mailAccount:getAll', 'mail_account_id'),
					to: 'anna@example.com',
					subject: 'Your order 48213',
					body: 'It has arrived.',
				},
				sends: ['POST 101/mails'],
				returns: [written],
			},
		},
	},
	'a label and a classification, which are made, listed and changed': {
		trials: {
			'label:create': {
				parameters: { messageBoxId: RETURNS, name: 'Damaged in transit', createLabelFields: { color: 'orange_02' } },
				sends: ['GET 103/labels', 'POST 103/labels'],
				returns: [{ label_id: anyNumber, created: true }],
			},
			'label:getAll': {
				parameters: { messageBoxId: RETURNS, limit: 2 },
				sends: ['GET 103/labels'],
				returns: [{ name: 'To inspect' }, { name: 'Refunded' }],
			},
			'label:update': {
				parameters: { messageBoxId: RETURNS, labelId: from('label:create', 'label_id'), updateLabelFields: { name: 'Damaged on the way' } },
				sends: ['GET 103/labels', 'PUT 103/labels/#'],
				returns: [{ success: true, message_box_id: 103, label_id: anyNumber }],
			},
			'classification:create': {
				parameters: { messageBoxId: RETURNS, name: 'Packaging', createClassificationFields: {} },
				sends: ['GET 103/case_categories', 'POST 103/case_categories'],
				returns: [{ case_category_id: anyNumber, created: true }],
			},
			'classification:getAll': {
				parameters: { messageBoxId: RETURNS, limit: 2 },
				sends: ['GET 103/case_categories'],
				returns: [{ name: 'Request', archived: false }, { name: 'Request > Change' }],
			},
			'classification:update': {
				parameters: { messageBoxId: RETURNS, caseCategoryId: from('classification:create', 'case_category_id'), updateClassificationFields: { archived: true } },
				sends: ['GET 103/case_categories', 'PUT 103/case_categories/#'],
				returns: [{ success: true, message_box_id: 103, case_category_id: anyNumber }],
			},
		},
	},
	'what the tenant has, and what hangs on an inbox or address book': {
		trials: {
			'addressBook:getAll': {
				parameters: { returnAll: true },
				sends: ['GET customer_groups'],
				returns: [{ customer_group_id: 11, name: 'Customers' }, { customer_group_id: 12 }],
			},
			'inbox:getAll': {
				parameters: { returnAll: true },
				sends: ['GET message_boxes'],
				returns: [{ message_box_id: 101, name: 'Support' }, { name: 'Sales' }, { name: 'Returns' }],
			},
			'badge:getAll': {
				parameters: { customerGroupId: byId(12), limit: 2 },
				sends: ['GET customer_groups/12/badges'],
				returns: [{ name: 'Partner level 1' }, { name: 'Partner level 2' }],
			},
			'pendingReason:getAll': {
				parameters: { messageBoxId: RETURNS, limit: 1 },
				sends: ['GET 103/pending_reasons'],
				returns: [{ name: 'Waiting for the customer', is_snoozed: expect.any(Boolean) }],
			},
			'user:getAll': {
				parameters: { limit: 2, simplify: true },
				sends: ['GET users'],
				returns: [{ mention_name: 'user01', is_tenant_admin: true }, { mention_name: 'user02' }],
			},
		},
	},
	'a ticket, which is found, read and changed': {
		given: ticketWithLabel,
		trials: {
			'ticket:create': {
				parameters: { messageBoxId: RETURNS, ticketSubject: 'A call', ticketBody: 'The parcel came.', customerEmail: 'anna@example.com' },
				sends: ['POST 103/records'],
				returns: [written],
			},
			'ticket:getAll': {
				parameters: { messageBoxId: RETURNS, limit: 5, simplify: true, statusCds: ['open'], getAllTicketFilters: { labelIds: given('labelId') }, addNames: false },
				sends: ['GET 103/labels', 'POST 103/tickets/search'],
				returns: [{ title: 'Parcel is open', status_cd: 'open' }],
			},
			'ticket:get': {
				parameters: { messageBoxId: RETURNS, ticketId: TICKET, simplify: true, addNames: false },
				sends: ['GET 103/tickets/#'],
				returns: [{ title: 'Parcel is open', messages: [{ body: 'Look!' }] }],
			},
			'ticket:update': {
				parameters: { messageBoxId: RETURNS, ticketId: TICKET, statusCd: 'closed', assignee: 'user02' },
				sends: ['GET users', 'PUT 103/tickets/#'],
				returns: [{ success: true, message_box_id: 103, ticket_id: anyNumber }],
			},
		},
	},
};

/** @returns trials of the lists that no story has: the one request that leaves, and one item */
function otherLists(stories: Story[]): Record<string, Trial> {
	const tried = stories.flatMap(({ trials }) => Object.keys(trials));
	const all = resources.flatMap(({ value, operations }) => operations.map((operation) => [`${value}:${operation.value}`, operation] as const));
	const others = all.filter(([key, { fields }]) => !tried.includes(key) && fields.some(({ name }) => name === 'limit'));
	const trialOf = (path: string): Trial => ({
		parameters: { messageBoxId: RETURNS, customerGroupId: byId(12), limit: 1 },
		sends: [`GET ${path.replace('/api/v2/', '').replace('{messageBoxId}', '103').replace('{customerGroupId}', '12')}`],
		returns: [{}],
	});
	return Object.fromEntries(others.map(([key, { path }]) => [key, trialOf(path)]));
}

const others = otherLists(Object.values(byHand));

/** Between them, every operation of the node once. */
export const stories: Record<string, Story> = { ...byHand, ...(Object.keys(others).length > 0 && { 'other lists': { trials: others } }) };

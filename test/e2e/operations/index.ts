import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../../nodes/SupportInbox/resources';
import { neededBy } from '../../description/samples';
import { byId } from '../workflows';
import type { World } from '../world';
import { from, given, type Story } from './trial';

const SUPPORT = { messageBoxId: byId(101) };
const RETURNS = { messageBoxId: byId(103) };

interface GivenTicket {
	ticket_id: number;
	messages: Array<{ message_id: number; attachments: Array<{ attachment_id: number }> }>;
}

async function ticketWithChatAndFile({ simulator }: World): Promise<IDataObject> {
	const chat = { method_cd: 'webchat', transcript: { account: 'anna' }, conversations: [{ note: 'Hello' }] };
	const mail = { from: 'anna@example.com', body: 'Where is it?', attachments: [{ file_name: 'orders.csv', content: 'order,state\n48213,lost\n' }] };
	const ticket = { message_box_id: 101, title: 'Where is my order?', messages: [chat, mail] };
	const { ticket_id, messages } = await simulator.act<GivenTicket>({ do: 'createTicket', ...ticket });
	return { ticketId: ticket_id, chatId: messages[0]!.message_id, attachmentId: messages[1]!.attachments[0]!.attachment_id };
}

const TICKET = byId(given('ticketId'));
const EMAIL = 'anna+e2e@example.com';
const byEmail = { customerGroupId: byId(11), findBy: 'email', email: EMAIL };
const byCode = { customerGroupId: byId(11), findBy: 'systemId1', systemId1: 'E2E 1/ü' };

const byHand: Record<string, Story> = {
	'a contact, which comes, is changed in both ways, looked up and goes': {
		trials: {
			'contact:create': { customerGroupId: byId(11), lastName: 'Berg', emails: { values: [{ email: EMAIL }] }, createContactFields: { systemId1: byCode.systemId1 } },
			'contact:upsert': { ...byCode, firstName: 'Anna' },
			'contact:update': { ...byEmail, companyName: 'Berg & Co' },
			'contact:get': byCode,
			'contact:delete': byEmail,
		},
	},
	'a ticket, and what goes to and fro with its customer': {
		given: ticketWithChatAndFile,
		trials: {
			'attachment:download': { ...SUPPORT, source: 'attachment', attachmentId: given('attachmentId'), binaryPropertyName: 'file' },
			'chatTranscript:get': { ...SUPPORT, ticketId: TICKET, messageId: given('chatId'), channel: 'webchat' },
			'memo:create': { ...SUPPORT, memoTicketId: TICKET, memoBody: 'She will wait.', createMemoFields: { iconCd: 'called_phone', duration: 5 } },
			'email:reply': { ...SUPPORT, replyTicketId: TICKET, replyMailAccountId: 'Customer Support', body: 'It is on its way.', replyEmailFields: { statusCd: 'closed' } },
			'email:send': { ...SUPPORT, mailAccountId: 'Customer Support', to: 'anna@example.com', subject: 'Your order 48213', body: 'It has arrived.' },
			'ticket:create': { ...SUPPORT, ticketSubject: 'A call', ticketBody: 'The parcel came.', customerEmail: 'anna@example.com' },
			'ticket:get': { ...SUPPORT, ticketId: TICKET },
			'usage:get': {},
			'ticket:update': { ...SUPPORT, ticketId: TICKET, statusCd: 'closed', assignee: 'user02' },
		},
	},
	'a label and a classification, which are made and changed': {
		trials: {
			'label:create': { ...RETURNS, name: 'Damaged in transit', createLabelFields: { color: 'orange_02' } },
			'label:update': { ...RETURNS, labelId: from('label:create', 'label_id'), updateLabelFields: { name: 'Damaged on the way' } },
			'classification:create': { ...RETURNS, name: 'Packaging', createClassificationFields: {} },
			'classification:update': { ...RETURNS, caseCategoryId: from('classification:create', 'case_category_id'), updateClassificationFields: { archived: true } },
		},
	},
};

/** @returns what each operation needs that is in none of these stories */
function others(): Story['trials'] {
	const tried = Object.values(byHand).flatMap(({ trials }) => Object.keys(trials));
	const all = resources.flatMap(({ value, operations }) => operations.map((operation) => ({ key: `${value}:${operation.value}`, operation })));
	return Object.fromEntries(all.filter(({ key }) => !tried.includes(key)).map(({ key, operation }) => [key, { ...neededBy(operation), limit: 1 }]));
}

/** Between them, every operation of the node once. */
export const stories: Record<string, Story> = { ...byHand, 'what stands alone, such as lists': { trials: others() } };

import { download as downloadAttachments } from './attachment/download';
import { get as getChatTranscript } from './chatTranscript/get';
import { create as createClassification } from './classification/create';
import { update as updateClassification } from './classification/update';
import { create as createContact } from './contact/create';
import { remove as removeContact } from './contact/delete';
import { get as getContact } from './contact/get';
import { update as updateContact } from './contact/update';
import { upsert as upsertContact } from './contact/upsert';
import { reply as replyToMessage } from './email/reply';
import { send as sendEmail } from './email/send';
import { getMany } from './getMany';
import { create as createLabel } from './label/create';
import { update as updateLabel } from './label/update';
import { create as createMemo } from './memo/create';
import type { Resource } from './operation';
import { propertiesOf, subtitleOf } from './properties';
import { getAll as getTemplates } from './template/getAll';
import { create as createTicket } from './ticket/create';
import { get as getTicket } from './ticket/get';
import { getAll as getTickets } from './ticket/getAll';
import { update as updateTicket } from './ticket/update';
import { get as getUsage } from './usage/get';
import { getAll as getUsers } from './user/getAll';
import { withDryRun, withFailAbove } from './writeOptions';

const RESOURCES: Resource[] = [
	{
		name: 'Address Book',
		value: 'addressBook',
		description: 'Where contacts are kept (customer group)',
		operations: [getMany('addressBooks', 'List the address books that the access token can see, with their IDs and linked inboxes')],
	},
	{
		name: 'Attachment',
		value: 'attachment',
		description: 'A file received or sent with a message',
		operations: [downloadAttachments],
	},
	{
		name: 'Badge',
		value: 'badge',
		description: 'Marks of contacts',
		operations: [getMany('badges', 'List the badges of an address book with their IDs')],
	},
	{
		name: 'Chat Transcript',
		value: 'chatTranscript',
		description: 'What was said in a chat that belongs to a message',
		operations: [getChatTranscript],
	},
	{
		name: 'Classification',
		value: 'classification',
		description: 'Categories of tickets (case category)',
		operations: [
			createClassification,
			getMany('classifications', 'List the ticket classifications of an inbox with their IDs, parents and whether they are archived'),
			updateClassification,
		],
	},
	{
		name: 'Contact',
		value: 'contact',
		description: 'A customer in an address book',
		operations: [createContact, upsertContact, removeContact, getContact, updateContact],
	},
	{
		name: 'Email',
		value: 'email',
		description: 'Email from the accounts of an inbox',
		operations: [replyToMessage, sendEmail],
	},
	{
		name: 'Email Account',
		value: 'mailAccount',
		description: 'Addresses that an inbox sends email from',
		operations: [getMany('mailAccounts', 'List the accounts that mail can be sent from in an inbox, with their IDs and addresses')],
	},
	{
		name: 'Inbox',
		value: 'inbox',
		description: 'Where tickets arrive (message box)',
		operations: [getMany('inboxes', 'List the inboxes that the access token can see, with their IDs and address books')],
	},
	{
		name: 'Label',
		value: 'label',
		description: 'Tags of tickets',
		operations: [createLabel, getMany('labels', 'List the labels of an inbox with their IDs, colors and parents'), updateLabel],
	},
	{
		name: 'Memo',
		value: 'memo',
		description: 'Notes of calls and visits in a ticket',
		operations: [createMemo],
	},
	{
		name: 'Pending Reason',
		value: 'pendingReason',
		description: 'What tickets on hold can wait for',
		operations: [getMany('pendingReasons', 'List what tickets of an inbox can wait for, with IDs and whether they come back by themselves')],
	},
	{
		name: 'Template',
		value: 'template',
		description: 'Texts for email, prepared in an inbox',
		operations: [getTemplates],
	},
	{
		name: 'Ticket',
		value: 'ticket',
		description: 'A conversation with a customer',
		operations: [createTicket, getTicket, getTickets, updateTicket],
	},
	{
		name: 'Usage',
		value: 'usage',
		description: 'Who uses the rate limit of the token',
		operations: [getUsage],
	},
	{
		name: 'User',
		value: 'user',
		description: 'Someone who works in the Support Inbox',
		operations: [getUsers],
	},
];

/** All resources of the node, each with its operations in the order in which they are shown. */
export const resources: Resource[] = RESOURCES.map((resource) => ({
	...resource,
	operations: resource.operations.map(withFailAbove).map(withDryRun),
}));

/** Their fields, for n8n's editor. */
export const properties = propertiesOf(resources);

/** The chosen operation, shown below the node's name on the canvas. */
export const subtitle = subtitleOf(resources);

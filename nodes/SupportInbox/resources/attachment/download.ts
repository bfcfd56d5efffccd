import { inboxField } from '../../fields/shared/inbox';
import { id, oneOf, text, ticketId } from '../../fields/rules';
import { pathField, settingField, shownFor } from '../../fields/sent';
import { ticketField } from '../../fields/shared/ticket';
import { storeFile } from '../../output/files/file';
import { file } from '../../transport/client/answer';
import type { Operation } from '../operation';
import { downloadAttachments } from './downloadPlan';

/** The choice is no expression: the engine takes the request's path from it. */
const sourceField = settingField(oneOf(['ticket', 'attachment']), {
	displayName: 'Files',
	name: 'source',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'All Attachments of a Ticket',
			value: 'ticket',
			description: 'One item for each file; takes one request for the ticket and one for each file',
			routing: { request: { url: '/api/v2/{messageBoxId}/tickets/{attachmentTicketId}' } },
		},
		{ name: 'One Attachment', value: 'attachment', description: 'A file whose attachment ID is known' },
	],
	default: 'ticket',
	description: 'Which files to download',
});

const attachmentField = pathField(id, {
	displayName: 'Attachment ID',
	name: 'attachmentId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 70001',
	description: 'The ID of the attachment; Ticket: Get shows it with each message',
});

/** API document, Attachment download. */
export const download: Operation = {
	name: 'Download',
	value: 'download',
	action: 'Download attachment',
	description: 'Download one attachment, or all attachments of a ticket, as binary files',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/messages/attachments/{attachmentId}',
	answer: file,
	plan: downloadAttachments,
	fields: [
		inboxField,
		sourceField,
		shownFor({ source: ['attachment'] }, attachmentField),
		shownFor({ source: ['ticket'] }, pathField(ticketId, { ...ticketField, name: 'attachmentTicketId' })),
		settingField(text(), {
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the output binary field to put the file in',
		}),
	],
	output: [storeFile],
};

import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { id, oneOf, text, ticketId } from '../../fields/rules';
import { pathField, settingField, shownFor } from '../../fields/sent';
import { inboxField, ticketField } from '../../fields/shared/locators';
import { storeFile } from '../../output/file';
import { rowsOf } from '../../output/pick';
import { file, isId, isList, record } from '../../transport/client/answer';
import { itemsOfParts } from '../../transport/engine/failedItem';
import type { Item, Plan } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { hasStatus } from '../../transport/errors/failure';
import { toNodeApiError } from '../../transport/errors/nodeApiError';
import type { Operation } from '../operation';

/** This choice cannot be an expression, because the engine takes the request's path from it. */
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
	description: 'Ticket: Get shows it with each message',
});

/** The plan of a download: the one attachment, or the ticket and then each attachment of its messages. */
const downloadAttachments: Plan = async (item) => {
	return item.settings.source === 'ticket' ? await allOfTicket(item) : await one(item);
};

async function one(item: Item): Promise<INodeExecutionData[]> {
	return await fileOf(item, { attachment_id: item.values.attachmentId });
}

async function allOfTicket(item: Item): Promise<INodeExecutionData[]> {
	const path = item.path;
	const { items } = await item.read({ method: 'GET', path, expected: record({ ticket_id: isId, messages: isList }) });
	const parts: Array<INodeExecutionData[] | NodeApiError> = [];
	for (const ids of attachmentsOf(items[0].json)) {
		parts.push(await fileOf(item, ids).catch((error) => missingFile(item, ids, error)));
	}
	return itemsOfParts(item.context, parts);
}

/** @returns the error of an attachment that the service does not have, so that the others are not lost @throws any other error */
function missingFile({ context, itemIndex }: Item, { ticket_id, attachment_id }: IDataObject, error: unknown): NodeApiError {
	if (!hasStatus(error, 404) || error.failure.ofGateway === true) throw error;
	const about = [`Attachment ${String(attachment_id)} of Ticket ${String(ticket_id)}`];
	const failure = toNodeApiError(context.getNode(), error.failure, { about, sent: [], itemIndex }, error);
	failure.description = 'The ticket lists it, but the service does not have the file. The other files are in the output. Ask the sender for this one.';
	context.logger.warn(failure.message);
	return failure;
}

/** The attachments of a ticket in the order of its messages, each with the ids of its ticket and message. */
function attachmentsOf(ticket: IDataObject): IDataObject[] {
	return rowsOf(ticket.messages).flatMap((message) =>
		rowsOf(message.attachments).map(({ attachment_id, file_name }) => ({
			ticket_id: ticket.ticket_id,
			message_id: message.message_id,
			attachment_id,
			file_name,
		})),
	);
}

/** @param row the file as the ticket lists it, with its `attachment_id` */
async function fileOf(item: Item, row: IDataObject): Promise<INodeExecutionData[]> {
	const url = `/api/v2/${item.values.messageBoxId}/messages/attachments/${Number(row.attachment_id)}`;
	return (await sendRequest(item, { url, row })).items;
}

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

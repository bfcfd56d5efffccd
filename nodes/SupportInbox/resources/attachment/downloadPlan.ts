import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fileNameFrom } from '../../output/files/fileName';
import { record } from '../../transport/client/answer';
import { isId, isList } from '../../transport/client/fields';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';

/** The plan of a download: the one attachment, or the ticket and then each attachment of its messages. */
export const downloadAttachments: Plan = async (item) => {
	return item.context.getNodeParameter('source') === 'ticket' ? await allOfTicket(item) : await one(item);
};

async function one(item: ItemRequest): Promise<INodeExecutionData[]> {
	return await fileOf(item, { attachment_id: item.values.attachmentId });
}

async function allOfTicket(item: ItemRequest): Promise<INodeExecutionData[]> {
	const path = String(item.request.options.url);
	const { items } = await item.read({ method: 'GET', path, expected: record({ ticket_id: isId, messages: isList }) });
	const files: INodeExecutionData[] = [];
	for (const ids of attachmentsOf(items[0].json)) {
		for (const file of await fileOf(item, ids)) files.push(file);
	}
	return files;
}

/** The attachments of a ticket in the order of its messages, with the ids of where each belongs. */
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

/** @param known what is known of the file, with its `attachment_id` */
async function fileOf(item: ItemRequest, known: IDataObject): Promise<INodeExecutionData[]> {
	const url = `/api/v2/${item.values.messageBoxId}/messages/attachments/${Number(known.attachment_id)}`;
	const { items } = await item.send({ url });
	return items.map((item) => ({
		...item,
		json: { ...known, ...item.json, file_name: item.json.file_name ?? fileNameFrom(known.file_name) ?? null },
	}));
}

function rowsOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? (value as IDataObject[]) : [];
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isBlank } from '../../fields/rules';
import { record } from '../../transport/answer';
import type { Plan, Turn } from '../../transport/throughGate';

/** The plan of a download: the one attachment, or the ticket and then each attachment of its messages. */
export const downloadAttachments: Plan = async (turn) => {
	const { context, itemIndex, request } = turn;
	if (isBlank(context.getNodeParameter('binaryPropertyName'))) {
		throw new NodeOperationError(context.getNode(), 'Put Output File in Field is empty', {
			description: 'Enter the name of the field that the file is put in, for example data.',
			itemIndex,
		});
	}
	// As a stream, the file goes to where n8n keeps binary data without being held here.
	Object.assign(request.options, { encoding: 'stream', json: false });
	return context.getNodeParameter('source') === 'ticket' ? await allOfTicket(turn) : await one(turn);
};

async function one(turn: Turn): Promise<INodeExecutionData[]> {
	const url = String(turn.request.options.url);
	return await download(turn, url, { attachment_id: Number(url.split('/').pop()) });
}

async function allOfTicket(turn: Turn): Promise<INodeExecutionData[]> {
	const path = String(turn.request.options.url);
	const [inboxPath] = path.split('/tickets/');
	const { items } = await turn.read({ method: 'GET', path, expected: record('ticket_id', 'messages') });
	const files: INodeExecutionData[] = [];
	for (const ids of attachmentsOf(items[0].json)) {
		const url = `${inboxPath}/messages/attachments/${Number(ids.attachment_id)}`;
		files.push(...(await download(turn, url, ids)));
	}
	return files;
}

/** The attachments of a ticket in the order of its messages, with the ids that tell where each belongs. */
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

async function download(turn: Turn, url: string, known: IDataObject): Promise<INodeExecutionData[]> {
	const { items } = await turn.send({ url });
	return items.map((item) => ({
		...item,
		json: { ...known, ...item.json, file_name: item.json.file_name ?? known.file_name ?? null },
	}));
}

function rowsOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? (value as IDataObject[]) : [];
}

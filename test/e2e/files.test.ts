import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failureText, outputItems } from '../../scripts/n8n-host/execution';
import { byId, chain, START, start, supportInbox } from './workflows';
import { enterWorld, type World } from './world';

/** Every byte there is, among them what text would spoil. */
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const FILES = [
	{ file_name: '破損写真（１枚目）.png', content_type: 'image/png', content: BYTES },
	{ file_name: 'orders "May".csv', content_type: 'text/csv', content: Buffer.from('order,state\n48213,lost\n') },
];

let world: World;
let storage: Server;
/** What arrived at the storage, as it came. */
const uploads: Buffer[] = [];

beforeAll(async () => {
	world = await enterWorld();
	storage = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			uploads.push(Buffer.concat(parts));
			response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"stored":true}');
		});
	}).listen(0, '127.0.0.1');
	await once(storage, 'listening');
});

afterAll(async () => {
	storage.closeAllConnections();
	storage.close();
	await once(storage, 'close');
});

async function ticketWithFiles(): Promise<number> {
	const message = { body: 'See the files', from: 'anna@example.com' };
	const input = { message_box_id: 101, title: 'Broken on arrival', messages: [message] };
	const ticket = await world.simulator.act<{ ticket_id: number; messages: Array<{ message_id: number }> }>({
		do: 'createTicket',
		...input,
	});
	for (const { content, ...file } of FILES) {
		const attachment = { ...file, base64: content.toString('base64') };
		await world.simulator.act({ do: 'addAttachment', messageId: ticket.messages[0]?.message_id, ...attachment });
	}
	return ticket.ticket_id;
}

function uploadTo(url: string) {
	const part = { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' };
	const body = { sendBody: true, contentType: 'multipart-form-data', bodyParameters: { parameters: [part] } };
	const parameters = { method: 'POST', url, ...body, options: {} };
	return { name: 'Upload', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
}

describe('the attachments of a ticket', () => {
	it('are downloaded and passed on to the next node with their names, types and bytes', async () => {
		const download = {
			resource: 'attachment',
			operation: 'download',
			messageBoxId: byId(101),
			source: 'ticket',
			attachmentTicketId: byId(await ticketWithFiles()),
			binaryPropertyName: 'data',
		};
		const url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/`;
		const nodes = [supportInbox('Download', download, world.credentials), uploadTo(url)];
		const workflow = await world.api.createWorkflow(chain('Files to a storage', start(), ...nodes));
		const execution = await world.api.runWorkflow(workflow, START);

		expect(failureText(execution)).toBeUndefined();
		const files = outputItems(execution, 'Download').map(({ binary }) => binary?.data);
		expect(files.map((file) => [file?.fileName, file?.mimeType])).toEqual(
			FILES.map(({ file_name, content_type }) => [file_name, content_type]),
		);
		expect(uploads).toHaveLength(FILES.length);
		for (const { content } of FILES) expect(uploads.some((upload) => upload.includes(content))).toBe(true);
		expect(uploads.some((upload) => upload.includes(Buffer.from(FILES[0]!.file_name)))).toBe(true);
	});
});

import type { INodeExecutionData } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { serversOfEachTest } from '../../harness/servers';
import { byId, serviceFor } from '../service';

const service = serviceFor('attachment', 'download');
const content = ({ binary }: INodeExecutionData, field = 'data') => Buffer.from(binary![field].data, 'base64');

/** A ticket with files in two messages, and their ids. */
function ticketWithFiles() {
	const ticket = service.simulator.store.createTicket({
		messages: [
			{
				attachments: [
					{ file_name: '請求書 "最終".pdf', content_type: 'application/pdf', content: Buffer.from([0x25, 0x50, 0, 0xff, 0xfe]) },
					{ file_name: 'empty.txt', content_type: 'text/plain; charset=utf-8', content: '' },
				],
			},
			{},
			{ attachments: [{ file_name: 'photo.png', content_type: 'image/png', content: Buffer.alloc(300_000, 7) }] },
		],
	});
	const [first, , third] = ticket.messages;
	return { ticket, first, third, ids: [...first.attachments, ...third.attachments].map((one) => one.attachment_id) };
}

const file = (id: number) => ({ method: 'GET', path: `101/messages/attachments/${id}`, query: {} });

it('downloads one attachment byte by byte, with name and type from the headers', async () => {
	const { ids } = ticketWithFiles();
	const [item, ...more] = await service.run({ source: 'attachment', attachmentId: String(ids[0]) });
	expect(service.sent()).toEqual([file(ids[0])]);
	expect(item.json).toEqual({ attachment_id: ids[0], file_name: '請求書 "最終".pdf', mime_type: 'application/pdf' });
	expect(item.binary).toEqual({
		data: expect.objectContaining({ fileName: '請求書 "最終".pdf', mimeType: 'application/pdf', fileExtension: 'pdf' }),
	});
	expect(content(item)).toEqual(Buffer.from([0x25, 0x50, 0, 0xff, 0xfe]));
	expect(item.pairedItem).toEqual({ item: 0 });
	expect(more).toEqual([]);
});

it('puts the file in the field of choice', async () => {
	const { ids } = ticketWithFiles();
	const [item] = await service.run({ source: 'attachment', attachmentId: ids[2], binaryPropertyName: 'photo' });
	expect(Object.keys(item.binary!)).toEqual(['photo']);
	expect(content(item, 'photo')).toEqual(Buffer.alloc(300_000, 7));
});

it('downloads all attachments of a ticket, one item for each file', async () => {
	const { ticket, first, third, ids } = ticketWithFiles();
	const items = await service.run({ source: 'ticket', attachmentTicketId: byId(ticket.ticket_id) });
	expect(service.sent()).toEqual([
		{ method: 'GET', path: `101/tickets/${ticket.ticket_id}`, query: {} },
		...ids.map(file),
	]);
	const common = { ticket_id: ticket.ticket_id };
	expect(items.map(({ json }) => json)).toEqual([
		{ ...common, message_id: first.message_id, attachment_id: ids[0], file_name: '請求書 "最終".pdf', mime_type: 'application/pdf' },
		{ ...common, message_id: first.message_id, attachment_id: ids[1], file_name: 'empty.txt', mime_type: 'text/plain' },
		{ ...common, message_id: third.message_id, attachment_id: ids[2], file_name: 'photo.png', mime_type: 'image/png' },
	]);
	expect(items.map((item) => content(item).length)).toEqual([5, 0, 300_000]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
});

describe('the name of a file', () => {
	const serve = serversOfEachTest();
	const named = async (file_name: unknown, disposition: string, parameters: object = { source: 'ticket', attachmentTicketId: byId(1) }) => {
		const baseUrl = await serve(({ url }, response) => {
			if (String(url).includes('/tickets/')) response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ ticket_id: 1, messages: [{ message_id: 2, attachments: [{ attachment_id: 70001, file_name }] }] }));
			else response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Disposition': disposition }).end('abc');
		});
		const [{ json, binary }] = await runNode({ baseUrl, token: `token-${Math.random()}` }, { resource: 'attachment', operation: 'download', messageBoxId: byId(101), ...parameters });
		return [json.file_name, binary!.data.fileName, binary!.data.fileExtension];
	};

	it.each<[what: string, ofTicket: unknown, header: string, name: string | null, ofFile: string]>([
		['is that of the ticket', '見積書.pdf', 'attachment; filename="download.pdf"', '見積書.pdf', '見積書.pdf'],
		['is that of the ticket with its question mark', '届きましたか?.pdf', 'attachment', '届きましたか?.pdf', '届きましたか?.pdf'],
		['is without the folder that the ticket writes', '../../見積書.pdf', 'attachment', '見積書.pdf', '見積書.pdf'],
		['is that of filename* where the ticket has an empty one', ' ', "attachment; filename=\"__.pdf\"; filename*=UTF-8''%E8%A6%8B%E7%A9%8D.pdf", '見積.pdf', '見積.pdf'],
		['is that of filename where the ticket has none', null, 'attachment; filename="a.pdf"', 'a.pdf', 'a.pdf'],
		['is made where nobody says it', '', 'attachment; filename=""', null, 'attachment-70001'],
	])('%s', async (_what, ofTicket, header, name, ofFile) => {
		expect(await named(ofTicket, header)).toEqual([name, ofFile, 'pdf']);
	});

	it('of one attachment is that of the header, or is made', async () => {
		const one = { source: 'attachment', attachmentId: '70001' };
		expect(await named('x', 'attachment; filename="a.pdf"', one)).toEqual(['a.pdf', 'a.pdf', 'pdf']);
		expect(await named('x', 'attachment; filename=""', one)).toEqual([null, 'attachment-70001', 'pdf']);
	});
});

it('gives no item for a ticket without attachments', async () => {
	const { ticket_id } = service.simulator.store.createTicket();
	expect(await service.run({ source: 'ticket', attachmentTicketId: byId(ticket_id) })).toEqual([]);
});

describe('a file of a ticket that the service does not have', () => {
	const missing = (id: number, fault: object = { kind: 'status', status: 404, body: { message: 'Attachment not found' } }) =>
		service.simulator.faults.add({ when: { path: new RegExp(`attachments/${id}$`), times: 'always' }, ...fault } as Parameters<typeof service.simulator.faults.add>[0]);

	it('is with Continue an item with the error, and the others come as usual; without, the node fails', async () => {
		const { ticket, first, third, ids } = ticketWithFiles();
		missing(ids[1]);
		const all = { source: 'ticket', attachmentTicketId: byId(ticket.ticket_id) };
		const items = await service.run(all, { node: { onError: 'continueRegularOutput' } });
		expect(service.sent().slice(1)).toEqual(ids.map(file));
		await expect(service.run(all)).rejects.toMatchObject({ message: expect.stringContaining(`Attachment ${ids[1]} of Ticket`), description: expect.stringContaining('With Continue under On Error, what did not fail comes out.') });
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ message_id: first.message_id, attachment_id: ids[0] }),
			{ error: expect.stringMatching(new RegExp(`^Not found: Attachment ${ids[1]} of Ticket ${ticket.ticket_id} \\(Attachment not found\\)\\. The ticket lists it`)) },
			expect.objectContaining({ message_id: third.message_id, attachment_id: ids[2] }),
		]);
	});

	it('fails the node where there is no other one, with the attachment named', async () => {
		const { ticket, ids } = ticketWithFiles();
		ids.forEach((id) => missing(id));
		await expect(service.run({ source: 'ticket', attachmentTicketId: byId(ticket.ticket_id) })).rejects.toMatchObject({
			message: `Not found: Attachment ${ids[0]} of Ticket ${ticket.ticket_id} (Attachment not found)`,
			httpCode: '404',
		});
	});

	it('a 404 of another server, and any other failure, fails the item as before', async () => {
		const { ticket, ids } = ticketWithFiles();
		const all = { source: 'ticket', attachmentTicketId: byId(ticket.ticket_id) };
		missing(ids[1], { kind: 'gateway', status: 404 });
		await expect(service.run(all)).rejects.toThrow('There is no Support Inbox at the Base URL (404)');
		service.simulator.faults.clear();
		missing(ids[1], { kind: 'status', status: 400, body: { message: 'no' } });
		await expect(service.run(all)).rejects.toThrow('The service refused the values: no');
	});
});
